import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { Caller } from './caller.ts'

/** The three widths every main screen is looked at: a phone, a tablet, a desk. */
export const SCREENS = { 390: 844, 820: 1180, 1440: 900 } as const
export const THEMES = ['light', 'dark'] as const
export type Width = keyof typeof SCREENS
export type Theme = (typeof THEMES)[number]

export interface Look {
  readonly width?: Width
  readonly theme?: Theme
  /** The browser's own, where it is not the company's. */
  readonly timeZone?: string
  /** False for a browser that runs no scripts. */
  readonly script?: boolean
}

/** Milliseconds. */
const LONGEST_CLOSE = 5000

const PICTURES = join(import.meta.dirname, '../pictures')

/** What went wrong in the pages of one story; a story that leaves anything here fails. */
export class Trouble {
  readonly #expected: RegExp[] = []
  readonly #seen: string[] = []

  /** Says beforehand that lines like this one are part of the story. */
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

/** A page in a browser of its own, signed in as the caller, watched for errors. */
export async function openPage(
  browser: Browser,
  caller: Caller,
  look: Look,
  trouble: Trouble,
): Promise<Page> {
  const { width = 1440, theme = 'light', timeZone = 'America/Chicago', script = true } = look
  const context = await browser.newContext({
    baseURL: caller.url,
    viewport: { width, height: SCREENS[width] },
    colorScheme: theme,
    hasTouch: width === 390,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: timeZone,
    javaScriptEnabled: script,
  })
  context.setDefaultTimeout(20_000)
  await signInto(context, caller)
  watch(context, { home: caller.url, script }, trouble)
  return context.newPage()
}

async function signInto(context: BrowserContext, caller: Caller) {
  const [name, value] = caller.cookie.split('=')
  if (name && value)
    await context.addCookies([{ name, value, url: caller.url, httpOnly: true, sameSite: 'Lax' }])
}

function watch(
  context: BrowserContext,
  { home, script }: { home: string; script: boolean },
  trouble: Trouble,
) {
  context.on('weberror', (error) => trouble.add(`page error: ${error.error().message}`))
  context.on('console', (message) => {
    // A failed request is reported below, with its method and status.
    if (message.type() !== 'error' && message.type() !== 'warning') return
    if (!message.text().startsWith('Failed to load resource'))
      trouble.add(`console ${message.type()}: ${message.text()}`)
  })
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    // A page that is left behind takes its requests with it, and a browser without scripts fetches none.
    const refused = !script && request.resourceType() === 'script'
    if (reason !== 'net::ERR_ABORTED' && !refused)
      trouble.add(`${request.method()} ${request.url()}: ${reason}`)
  })
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== home)
      trouble.add(`request to another host: ${request.url()}`)
  })
  context.on('response', (response) => {
    if (response.status() < 400) return
    trouble.add(
      `${response.request().method()} ${new URL(response.url()).pathname}: ${response.status()}`,
    )
  })
}

/**
 * Closes the browser of a page. Now and then one that is on its way to another page never answers; it ends with the
 * whole run then, and the story goes on.
 */
export async function leave(page: Page): Promise<void> {
  const given = new AbortController()
  const closed = page
    .context()
    .close()
    .finally(() => given.abort())
  await Promise.race([
    closed,
    sleep(LONGEST_CLOSE, undefined, { signal: given.signal }).catch(() => undefined),
  ])
}

/** The session that the page's browser got by itself, for calls beside it. */
export async function callerOf(page: Page): Promise<Caller> {
  const { origin } = new URL(page.url())
  const [cookie] = await page.context().cookies(origin)
  return new Caller(origin, cookie && `${cookie.name}=${cookie.value}`)
}

/** Changes what the system's theme is, and waits until the page follows. */
export async function wear(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await page.waitForFunction(
    (dark) => document.documentElement.classList.contains('dark') === dark,
    theme === 'dark',
  )
}

/** The accessibility faults of the page as it stands, one line each. */
export async function faults(page: Page): Promise<string[]> {
  // No frames here, so there is no need to gather the results in a page of their own; and the faults are enough.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  return violations.flatMap((rule) =>
    rule.nodes.map((node) => `${rule.id}: ${rule.help} (${node.target.join(' ')})`),
  )
}

/** Saves what is in sight where a story failed. */
export async function lastSight(page: Page, name: string): Promise<void> {
  if (page.isClosed()) return
  mkdirSync(PICTURES, { recursive: true })
  await page
    .screenshot({ path: join(PICTURES, `${name.replaceAll(/\W+/g, '-').slice(0, 80)}.png`) })
    .catch(() => undefined)
}

/** Saves what the page looks like to e2e/pictures, when PLUMBLINE_PICTURES is set. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!process.env.PLUMBLINE_PICTURES) return
  mkdirSync(PICTURES, { recursive: true })
  await page.screenshot({
    path: join(PICTURES, `${name}.png`),
    fullPage: true,
    animations: 'disabled',
  })
}
