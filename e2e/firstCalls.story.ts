import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { story } from './harness/story.ts'

/** The calls of the API that a page sends until it rests: those that its HTML names, and those of its scripts. */
async function callsAt(page: Page, path: string) {
  const named: string[] = []
  const fetched: string[] = []
  const note = (request: { url(): string; resourceType(): string }) => {
    // The stream of events comes after them, and stays.
    if (request.resourceType() === 'eventsource') return
    const { pathname, search } = new URL(request.url())
    const calls = request.resourceType() === 'fetch' ? fetched : named
    if (pathname.startsWith('/api/')) calls.push(pathname + search)
  }
  page.on('request', note)
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  page.off('request', note)
  return { named, fetched }
}

const everywhere = ['/api/auth/user', '/api/settings']

story('the calls that a screen begins with are sent with its page, and once', async (w) => {
  const sub = await w.join('subcontractor', 'Sam')
  for (const api of [w.admin, sub.api]) {
    const page = await w.visit(api, '/api/health', { fresh: true })
    for (const path of ['/', '/jobs']) {
      const first = await callsAt(page, path)
      expect(first.named, path).toEqual(expect.arrayContaining(everywhere))
      const own = first.named.filter((call) => !everywhere.includes(call))
      expect(own, path).toHaveLength(1)
      const all = [...first.named, ...first.fetched]
      expect(new Set(all).size, path).toBe(all.length)
      // With a search param the screen asks for itself, so what the page names is what it asks for.
      const alone = await callsAt(page, `${path}?from=mail`)
      expect(alone.named, path).toEqual(everywhere)
      expect(alone.fetched, path).toEqual(expect.arrayContaining(own))
    }
  }
})
