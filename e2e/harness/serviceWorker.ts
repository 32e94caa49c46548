import type { Page } from 'playwright-core'

/**
 * The service worker is registered three seconds after the screen is rendered, and then fetches
 * every file of the application.
 */
export const INSTALL_TIMEOUT_MS = 120_000

/** Waits until the page is served by the service worker. */
export const waitUntilInstalled = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', undefined, {
    timeout: INSTALL_TIMEOUT_MS,
  })

const cachedIn = (page: Page, part: 'kept-' | 'workbox-') =>
  page.evaluate(async (begin) => {
    const names = (await caches.keys()).filter((name) => name.startsWith(begin))
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return keys.flat().map(({ url }) => new URL(url).pathname)
  }, part)
/** The paths of all cached responses. */
export const cachedPaths = (page: Page) => cachedIn(page, 'kept-')
/** The paths of all cached files of the application. */
export const cachedFiles = (page: Page) => cachedIn(page, 'workbox-')

/**
 * Waits until the conversation of a job, and who reads it, is stored for use without a connection.
 * @throws Error if that takes longer than the application needs to install
 */
export async function waitUntilStored(page: Page, jobId: string): Promise<void> {
  // The last one that is read ahead of a conversation.
  const readers = `/api/jobs/${jobId}/message-readers`
  const end = performance.now() + INSTALL_TIMEOUT_MS
  while (!(await cachedPaths(page)).includes(readers)) {
    if (performance.now() > end) throw new Error(`${readers} is not stored`)
    await page.waitForTimeout(100)
  }
}
