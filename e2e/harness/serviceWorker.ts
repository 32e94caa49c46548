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
