import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { story } from './harness/story.ts'

/**
 * Opens a page and records its API calls until the network is idle: the ones that its HTML preloads
 * and the ones that its scripts send.
 */
async function callsAt(page: Page, path: string) {
  const preloaded: string[] = []
  const fetched: string[] = []
  const record = (request: { url(): string; resourceType(): string }) => {
    // The event stream starts later and stays open.
    if (request.resourceType() === 'eventsource') return
    const { pathname, search } = new URL(request.url())
    const calls = request.resourceType() === 'fetch' ? fetched : preloaded
    if (pathname.startsWith('/api/')) calls.push(pathname + search)
  }
  page.on('request', record)
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  page.off('request', record)
  return { preloaded, fetched }
}

/** The calls that were sent more than once. */
function repeatedOf({ preloaded, fetched }: Awaited<ReturnType<typeof callsAt>>): string[] {
  const all = [...preloaded, ...fetched]
  return all.filter((call, index) => all.indexOf(call) < index)
}

const commonCalls = ['/api/auth/user', '/api/settings']

story('the first calls of a screen are sent with its page, and once', async (w) => {
  const sub = await w.join('subcontractor', 'Sam')
  for (const api of [w.admin, sub.api]) {
    const page = await w.visit(api, '/api/health', { fresh: true })
    for (const path of ['/', '/jobs']) {
      const first = await callsAt(page, path)
      expect(first.preloaded, path).toEqual(expect.arrayContaining(commonCalls))
      const own = first.preloaded.filter((call) => !commonCalls.includes(call))
      expect(own, path).toHaveLength(1)
      // A notification of what was done before may refresh a call. Then the page is opened again.
      if (repeatedOf(first).length > 0)
        await expect
          .poll(async () => repeatedOf(await callsAt(page, path)), { message: path })
          .toEqual([])
      // With a search param, the page does not preload the calls of the screen. The screen sends
      // them itself, and they must be the same.
      const alone = await callsAt(page, `${path}?from=mail`)
      expect(alone.preloaded, path).toEqual(commonCalls)
      expect(alone.fetched, path).toEqual(expect.arrayContaining(own))
    }
  }
})
