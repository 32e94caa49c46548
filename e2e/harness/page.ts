import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { ApiClient } from './apiClient.ts'

/** Width and height of a phone, a tablet and a desktop: the sizes at which every main screen is checked. */
export const SCREENS = { 390: 844, 820: 1180, 1440: 900 } as const
export const THEMES = ['light', 'dark'] as const
export type Width = keyof typeof SCREENS
export type Theme = (typeof THEMES)[number]

export interface PageOptions {
  readonly width?: Width
  readonly theme?: Theme
  /** The time zone of the browser, where it is not the company's. */
  readonly timeZone?: string
  /** False for a browser that runs no scripts. */
  readonly script?: boolean
  /** False for a browser without the stream of events: it learns only from its own calls. */
  readonly live?: boolean
  /** True for a browser that installs the service worker. In the others a story watches the requests of the pages themselves. */
  readonly installs?: boolean
  /** True for a browser that was never here: nothing is in its cache. */
  readonly fresh?: boolean
  /**
   * True for a browser that fetches all screens ahead. The others save data: every new browser profile would load all of them,
   * which costs as much as its first screen.
   */
  readonly fetchesAhead?: boolean
}

/** Milliseconds. */
const CLOSE_LIMIT = 5000

export const SCREENSHOTS = join(import.meta.dirname, '../pictures')

/** Whether screenshots are saved to e2e/pictures. */
export const savesScreenshots = Boolean(process.env.PLUMBLINE_PICTURES)

/** A read that is still on its way when a story ends the session of its page: it is refused. */
export const SESSION_ENDED = /^GET \/api\/.*: 401$/

/** The errors in the pages of one story. A story with an unexpected one fails. */
export class BrowserErrors {
  readonly #expected: RegExp[] = []
  readonly #seen: string[] = []

  /** Lines like this one are part of the story. */
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

/** A page in a new browser profile, signed in with the session of the API client, and watched for errors. */
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
  context.setDefaultTimeout(20_000)
  await addSession(context, api)
  // Not by a route, which would switch off the browser's cache.
  if (options.live === false)
    await context.addInitScript(() => Reflect.deleteProperty(window, 'EventSource'))
  if (!fetchesAhead) await context.addInitScript(saveData)
  collectErrors(context, { origin: api.url, script }, errors)
  return context.newPage()
}

const saveData = () => Object.defineProperty(navigator, 'connection', { value: { saveData: true } })

/** Signs the browser in with the session of the API client. */
export async function addSession(context: BrowserContext, api: ApiClient) {
  const [name, value] = api.cookie.split('=')
  if (name && value)
    await context.addCookies([{ name, value, url: api.url, httpOnly: true, sameSite: 'Lax' }])
}

/**
 * Whether a preload is used within seconds depends on the machine, and a page without scripts uses none. And what Playwright
 * says where it blocks the service worker.
 */
const isOfTheBrowser =
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
    if (isOfTheBrowser.test(message.text())) return
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
 * Closes the browser profile of a page. Closing one that is navigating sometimes hangs; after a time limit it is left to
 * the end of the run.
 */
export async function closePage(page: Page): Promise<void> {
  const timer = new AbortController()
  const closed = page
    .context()
    .close()
    .finally(() => timer.abort())
  await Promise.race([
    closed,
    sleep(CLOSE_LIMIT, undefined, { signal: timer.signal }).catch(() => undefined),
  ])
}

/**
 * Keeps the page where it is when it goes to sign-in, which it does half a second after saying so: a busy machine may need
 * longer to read what it says. @returns goes where the page wanted to go
 */
export async function holdSignIn(page: Page): Promise<() => Promise<void>> {
  const address = /\/api\/login\?/
  const wanted = page.waitForRequest(address).catch(() => undefined)
  // A response without content leaves the page as it is; while a navigation waits for one, Chromium may stop answering
  // questions about the page.
  await page.route(address, (route) => route.fulfill({ status: 204 }))
  return async () => {
    const request = await wanted
    if (!request) throw new Error('the page did not go to sign-in')
    await page.unroute(address)
    await page.goto(request.url())
  }
}

/** An API client with the session of the page's browser. */
export async function apiClientOf(page: Page): Promise<ApiClient> {
  const { origin } = new URL(page.url())
  const cookies = await page.context().cookies(origin)
  const cookie = cookies.find(({ name }) => name === 'plumbline')
  return new ApiClient(origin, cookie && `${cookie.name}=${cookie.value}`)
}

/** Changes the theme of the system and waits until the page follows. */
export async function setTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await page.waitForFunction(
    (dark) => document.documentElement.classList.contains('dark') === dark,
    theme === 'dark',
  )
}

/** How many pixels of the page can only be reached by scrolling sideways. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Saves a screenshot of a page of a failed story. */
export async function saveFailureScreenshot(page: Page, name: string): Promise<void> {
  if (page.isClosed()) return
  mkdirSync(SCREENSHOTS, { recursive: true })
  await page
    .screenshot({ path: join(SCREENSHOTS, `${name.replaceAll(/\W+/g, '-').slice(0, 80)}.png`) })
    .catch(() => undefined)
}

/** Saves a screenshot of the whole page to e2e/pictures, when PLUMBLINE_PICTURES is set. */
export async function saveScreenshot(page: Page, name: string): Promise<void> {
  if (!savesScreenshots) return
  mkdirSync(SCREENSHOTS, { recursive: true })
  await page.screenshot({
    path: join(SCREENSHOTS, `${name}.png`),
    fullPage: true,
    animations: 'disabled',
  })
}
