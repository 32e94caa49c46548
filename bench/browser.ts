import type { Page } from 'playwright-core'
import type { ApiClient } from '../e2e/harness/apiClient.ts'
import { launchBrowser } from '../e2e/harness/browser.ts'
import { BrowserErrors, openPage, type PageOptions } from '../e2e/harness/page.ts'
import { findBrowser } from '../tools/browser.js'
import type { Company } from './company.ts'
import { speedOf } from './load.ts'
import type { Report } from './report.ts'

interface Options extends PageOptions {
  /** Errors of the page that belong to what is measured. */
  readonly expected?: RegExp
}

/**
 * Runs with a page in a browser of its own, by default with the width of a desktop.
 * @throws Error if no browser is installed, or there was an error in the page
 */
export async function withPage<T>(
  api: ApiClient,
  run: (page: Page) => Promise<T>,
  { expected, ...options }: Options = {},
): Promise<T> {
  const executablePath = findBrowser()
  if (!executablePath) throw new Error('no browser was found')
  const browser = await launchBrowser(executablePath)
  try {
    const errors = new BrowserErrors()
    if (expected) errors.expect(expected)
    const page = await openPage(browser, api, options, errors)
    // tsx adds calls of this helper to functions, even to those that run in the page.
    await page.addInitScript({ content: 'globalThis.__name = (value) => value' })
    const found = await run(page)
    if (errors.unexpected.length > 0) throw new Error(errors.unexpected.join('\n'))
    return found
  } finally {
    await browser.close()
  }
}

/** Resolves when the page is idle. */
export const idle = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))

/** A click, and what to wait for before and after it. */
export interface Change {
  /** The path where each repetition starts, freshly loaded, so that no data is cached. */
  readonly from: string
  /** A selector for what shows that the start is complete. */
  readonly ready: string
  readonly click: (page: Page) => Promise<void>
  /** The heading of the screen after the click. */
  readonly title: string
  /** A selector for its rows, bars or cards. */
  readonly rows: string
}

const REPETITIONS = 20

/**
 * The milliseconds from a click until the last visible row and its pictures are painted, one for
 * each repetition.
 */
async function timesToPaint(page: Page, change: Change): Promise<number[]> {
  const { from, ready, click, title, rows } = change
  const found: number[] = []
  // The first repetition fills the browser's cache of the program's files.
  for (let time = 0; time <= REPETITIONS; time++) {
    await page.goto(from)
    await page.locator(ready).first().waitFor()
    await idle(page)
    const watch = await page.evaluateHandle(watchForRows, { title, rows })
    await click(page)
    const elapsed = await watch.evaluate(({ time }) => time)
    if (time > 0) found.push(elapsed)
  }
  return found
}

/** Measures changes of the screen, and reports them in a table. */
export async function reportChanges(
  report: Report,
  title: string,
  { admin }: Company,
  changes: Readonly<Record<string, Change>>,
  budget: string,
) {
  report.table(
    `${title}: ms from the click to the last visible row painted, ${REPETITIONS} times, budgets for the p95`,
  )
  for (const [name, change] of Object.entries(changes)) {
    const times = await withPage(admin, (page) => timesToPaint(page, change))
    report.speed(name, speedOf(times), budget)
  }
}

/** Clicks a link in the navigation. */
export const followLink = (name: string) => (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()

/** Runs in the page: `time` resolves when the rows after the click are painted. */
function watchForRows({ title, rows }: Pick<Change, 'title' | 'rows'>): {
  time: Promise<number>
} {
  const timeoutMs = 20_000
  const isVisible = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return bottom > 0 && top < innerHeight
  }
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  // The page is painted after the callbacks of a frame; a message arrives after the paint.
  const paint = async () => {
    await nextFrame()
    const { port1, port2 } = new MessageChannel()
    await new Promise((resolve) => {
      port1.onmessage = resolve
      port2.postMessage(undefined)
    })
  }
  const clicked = new Promise<number>((resolve) => {
    addEventListener('click', ({ timeStamp }) => resolve(timeStamp), { capture: true, once: true })
  })
  const watch = async () => {
    const from = await clicked
    for (;;) {
      const found = [...document.querySelectorAll(rows)].filter(isVisible)
      if (document.querySelector('main h1')?.textContent === title && found.length > 0) {
        const pictures = found.flatMap((row) => [...row.querySelectorAll('img')]).filter(isVisible)
        await Promise.all(pictures.map((picture) => picture.decode()))
        await paint()
        return performance.now() - from
      }
      if (performance.now() - from > timeoutMs) throw new Error(`${title} shows no ${rows}`)
      await nextFrame()
    }
  }
  return { time: watch() }
}
