import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { ApiClient } from './apiClient.ts'

/**
 * Height by width of a phone, a tablet and a desktop, in pixels: the sizes at which every main
 * screen is checked.
 */
export const SCREENS = { 390: 844, 820: 1180, 1440: 900 } as const
export const THEMES = ['light', 'dark'] as const
export type Width = keyof typeof SCREENS
export type Theme = (typeof THEMES)[number]

export interface PageOptions {
  readonly width?: Width
  readonly theme?: Theme
  /** The time zone of the browser, by default the company's. */
  readonly timeZone?: string
  /** False for a browser that runs no scripts. */
  readonly script?: boolean
  /**
   * False for a browser without the event stream, which sees changes only through its own calls.
   */
  readonly live?: boolean
  /**
   * True for a browser that installs the service worker. Without it, a story sees the requests of
   * the pages themselves.
   */
  readonly installs?: boolean
  /** True for a new browser profile with an empty cache. */
  readonly fresh?: boolean
  /** True for a browser without service workers, as over plain http. It prefetches all screens. */
  readonly fetchesAhead?: boolean
}

const CLOSE_TIMEOUT_MS = 5000

export const SCREENSHOTS = join(import.meta.dirname, '../pictures')

/** Whether screenshots are saved to e2e/pictures. */
export const savesScreenshots = Boolean(process.env.PLUMBLINE_PICTURES)

/** A request in progress when a story ends the session of its page: it is refused. */
export const SESSION_ENDED = /^(GET \/api\/[^:]*|PUT \/api\/presence): 401$/

/** Collects the errors in the pages of one story. A story with an unexpected error fails. */
export class BrowserErrors {
  readonly #expected: RegExp[] = []
  readonly #seen: string[] = []

  /** Declares that errors matching this pattern are part of the story. */
  expect(line: RegExp): void {
    this.#expected.push(line)
  }

  add(line: string): void {
    this.#seen.push(line)
  }

  get unexpected(): string[] {
    return this.#seen.filter((line) => !this.#expected.some((expected) => expected.test(line)))
  }
}

/**
 * Opens a page in a new browser profile, signed in with the session of the API client. Its errors
 * are collected.
 */
export async function openPage(
  browser: Browser,
  api: ApiClient,
  options: PageOptions,
  errors: Pick<BrowserErrors, 'add'>,
): Promise<Page> {
  const { width = 1440, theme = 'light', timeZone = 'America/Chicago', script = true } = options
  const { installs = false, fetchesAhead = false } = options
  const context = await browser.newContext({
    baseURL: api.url,
    viewport: { width, height: SCREENS[width] },
    colorScheme: theme,
    hasTouch: width === 390,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: timeZone,
    javaScriptEnabled: script,
    serviceWorkers: installs ? 'allow' : 'block',
  })
  context.setDefaultTimeout(60_000)
  await addSession(context, api)
  // A route would block the stream too, but would disable the browser's cache.
  if (options.live === false)
    await context.addInitScript(() => Reflect.deleteProperty(window, 'EventSource'))
  if (fetchesAhead)
    await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
  collectErrors(context, { origin: api.url, script }, errors)
  return context.newPage()
}

/** Signs the browser in with the session of the API client. */
export async function addSession(context: BrowserContext, api: ApiClient) {
  const [name, value] = api.cookie.split('=')
  if (name && value)
    await context.addCookies([{ name, value, url: api.url, httpOnly: true, sameSite: 'Lax' }])
}

/**
 * Warnings that are no errors of the page. Whether a preload is used within seconds depends on the
 * machine, and a page without scripts uses none. The other one comes from Playwright where it
 * blocks the service worker.
 */
const BROWSER_WARNINGS =
  /was preloaded using link preload but not used|Service Worker registration blocked/

function collectErrors(
  context: BrowserContext,
  { origin, script }: { origin: string; script: boolean },
  errors: Pick<BrowserErrors, 'add'>,
) {
  context.on('weberror', (error) => errors.add(`page error: ${error.error().message}`))
  context.on('console', (message) => {
    // A failed request is reported below, with its method and status.
    if (message.type() !== 'error' && message.type() !== 'warning') return
    if (BROWSER_WARNINGS.test(message.text())) return
    if (!message.text().startsWith('Failed to load resource'))
      errors.add(`console ${message.type()}: ${message.text()}`)
  })
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    // Leaving a page aborts its requests, and a browser without scripts loads none.
    const refused = !script && request.resourceType() === 'script'
    if (reason !== 'net::ERR_ABORTED' && !refused)
      errors.add(`${request.method()} ${request.url()}: ${reason}`)
  })
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol.startsWith('http') && url.origin !== origin)
      errors.add(`request to another host: ${request.url()}`)
  })
  context.on('response', (response) => {
    if (response.status() < 400) return
    errors.add(
      `${response.request().method()} ${new URL(response.url()).pathname}: ${response.status()}`,
    )
  })
}

/**
 * Closes the browser profile of a page. Closing a page that is navigating sometimes hangs. After a
 * timeout it stays open until the end of the run.
 */
export async function closePage(page: Page): Promise<void> {
  const timer = new AbortController()
  const closed = page
    .context()
    .close()
    .finally(() => timer.abort())
  await Promise.race([
    closed,
    sleep(CLOSE_TIMEOUT_MS, undefined, { signal: timer.signal }).catch(() => undefined),
  ])
}

/**
 * Blocks the navigation of the page to sign-in. The page shows a message half a second before it
 * navigates, and a busy machine may need longer to read it.
 * @returns a function that does the navigation
 */
export async function holdSignIn(page: Page): Promise<() => Promise<void>> {
  const address = /\/api\/login\?/
  const navigation = page.waitForRequest(address).catch(() => undefined)
  // A response without content leaves the page as it is. While a navigation is pending, Chromium
  // may not answer queries about the page.
  await page.route(address, (route) => route.fulfill({ status: 204 }))
  return async () => {
    const request = await navigation
    if (!request) throw new Error('the page did not go to sign-in')
    await page.unroute(address)
    await page.goto(request.url())
  }
}

/** Creates an API client with the session of the page's browser. */
export async function apiClientOf(page: Page): Promise<ApiClient> {
  const { origin } = new URL(page.url())
  const cookies = await page.context().cookies(origin)
  const cookie = cookies.find(({ name }) => name === 'plumbline')
  return new ApiClient(origin, cookie && `${cookie.name}=${cookie.value}`)
}

/** The theme that the page shows. */
export const themeOf = (page: Page): Promise<Theme> =>
  page.evaluate(() => (document.documentElement.classList.contains('dark') ? 'dark' : 'light'))

/** Changes the theme of the system and waits until the page follows. */
export async function setTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await page.waitForFunction(
    (dark) => document.documentElement.classList.contains('dark') === dark,
    theme === 'dark',
  )
}

/**
 * Expects that nothing on a page has to be reached by scrolling sideways. Tables hide columns one
 * frame after the window became narrower, so the page may take a moment to fit.
 */
export async function expectNoOverflow(page: Page, message = page.url()): Promise<void> {
  const overflowing = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(overflowing, { message }).toBe(0)
}

/** Saves a screenshot of a page of a failed story. */
export async function saveFailureScreenshot(page: Page, name: string): Promise<void> {
  if (page.isClosed()) return
  mkdirSync(SCREENSHOTS, { recursive: true })
  await page
    .screenshot({ path: join(SCREENSHOTS, `${name.replaceAll(/\W+/g, '-').slice(0, 80)}.png`) })
    .catch(() => undefined)
}

/** Saves a screenshot of the whole page to e2e/pictures when PLUMBLINE_PICTURES is set. */
export async function saveScreenshot(page: Page, name: string): Promise<void> {
  if (!savesScreenshots) return
  mkdirSync(SCREENSHOTS, { recursive: true })
  await page.screenshot({
    path: join(SCREENSHOTS, `${name}.png`),
    fullPage: true,
    animations: 'disabled',
  })
}
