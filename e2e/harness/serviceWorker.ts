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

/**
 * Waits until the conversation of the first work on screen, and who reads it, is stored for use
 * without a connection.
 */
export const waitUntilStored = (page: Page) =>
  page.evaluate(async (timeoutMs) => {
    const isStored = async () => {
      const link = document.querySelector<HTMLAnchorElement>('main article a[href*="jobId="]')
      const jobId = link && new URL(link.href).searchParams.get('jobId')
      const names = (await caches.keys()).filter((name) => name.startsWith('kept-'))
      const requests = await Promise.all(
        names.map(async (name) => (await caches.open(name)).keys()),
      )
      const readers = `/api/jobs/${jobId}/message-readers`
      return requests.flat().some(({ url }) => new URL(url).pathname === readers)
    }
    const end = performance.now() + timeoutMs
    while (!(await isStored())) {
      if (performance.now() > end) throw new Error('The conversation is not stored')
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }, INSTALL_TIMEOUT_MS)
