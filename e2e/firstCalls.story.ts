import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { story } from './harness/story.ts'

/** The calls of the API that a page sends until it rests: those that its HTML names, and those of its scripts. */
async function callsAt(page: Page, path: string) {
  const named: string[] = []
  const fetched: string[] = []
  const note = (request: { url(): string; resourceType(): string }) => {
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
  const page = await w.visit(w.admin, '/api/health')
  for (const [path, count] of [
    ['/', 1],
    ['/jobs', 2],
    ['/tasks', 2],
  ] as const) {
    const first = await callsAt(page, path)
    expect(first.named, path).toEqual(expect.arrayContaining(everywhere))
    const own = first.named.filter((call) => !everywhere.includes(call))
    expect(own, path).toHaveLength(count)
    expect(new Set([...first.named, ...first.fetched]).size, path).toBe(
      first.named.length + first.fetched.length,
    )
    // With a search param the screen asks for itself, so what the page names is what it asks for.
    const alone = await callsAt(page, `${path}?from=mail`)
    expect(alone.named, path).toEqual(everywhere)
    expect(alone.fetched, path).toEqual(expect.arrayContaining(own))
  }
})
