import { type Browser, chromium, type Page } from 'playwright-core'
import type { ApiClient } from '../e2e/harness/apiClient.ts'
import { BrowserErrors, openPage, type Width } from '../e2e/harness/page.ts'
import { findBrowser } from '../tools/browser.js'

/**
 * Runs with a new browser, which renders without a graphics card.
 * @throws Error if no browser is installed
 */
export async function withBrowser<T>(run: (browser: Browser) => Promise<T>): Promise<T> {
  const executablePath = findBrowser()
  if (!executablePath) throw new Error('no browser was found')
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ executablePath, args })
  try {
    return await run(browser)
  } finally {
    await browser.close()
  }
}

/**
 * Runs with a page of the given width, by default that of a desktop.
 * @throws Error if there was an error in the page
 */
export async function withPage<T>(
  browser: Browser,
  api: ApiClient,
  run: (page: Page) => Promise<T>,
  width: Width = 1440,
): Promise<T> {
  const errors = new BrowserErrors()
  const page = await openPage(browser, api, { width }, errors)
  // tsx adds calls of this helper to functions, even to those that run in the page.
  await page.addInitScript({ content: 'globalThis.__name = (value) => value' })
  const found = await run(page)
  if (errors.unexpected.length > 0) throw new Error(errors.unexpected.join('\n'))
  await page.context().close()
  return found
}

/** Resolves when the page is idle. */
export const idle = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))

/** The elements to wait for after a click. */
export interface Painted {
  /** The heading of the screen. */
  readonly title: string
  /** A selector for its rows, bars or cards. */
  readonly rows: string
}

export interface Change extends Painted {
  /** The path where each repetition starts, freshly loaded, so that no data is cached. */
  readonly from: string
  /** A selector for what shows that the start is complete. */
  readonly ready: string
  readonly click: (page: Page) => Promise<void>
}

const REPETITIONS = 20

/**
 * The milliseconds from a click until the last visible row and its pictures are painted, one for
 * each repetition.
 */
export async function timesToPaint(page: Page, change: Change): Promise<number[]> {
  const { from, ready, click, ...painted } = change
  const found: number[] = []
  // The first repetition fills the browser's cache of the program's files.
  for (let time = 0; time <= REPETITIONS; time++) {
    await page.goto(from)
    await page.locator(ready).first().waitFor()
    await idle(page)
    const watch = await page.evaluateHandle(watchForRows, painted)
    await click(page)
    const elapsed = await watch.evaluate(({ time }) => time)
    if (time > 0) found.push(elapsed)
  }
  return found
}

/** Clicks a link in the navigation. */
export const followLink = (name: string) => (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()

/** Runs in the page: `time` resolves when the rows after the click are painted. */
function watchForRows({ title, rows }: Painted): { time: Promise<number> } {
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
      await nextFrame()
    }
  }
  return { time: watch() }
}
