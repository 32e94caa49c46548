import { type Browser, chromium, type Page } from 'playwright-core'
import { BrowserErrors, openPage } from '../e2e/harness/page.ts'
import { findBrowser } from '../tools/browser.js'
import type { Company } from './company.ts'
import { type Speed, speedOf } from './load.ts'

const TIMES = 20

interface Screen {
  /** Its name in the navigation. */
  readonly link: string
  readonly title: string
  /** Selects its rows or cards. */
  readonly rows: string
}

const screens: readonly Screen[] = [
  { link: 'Work in Progress', title: 'Jobs', rows: 'main article' },
  { link: 'Tasks', title: 'Tasks', rows: 'main ul[aria-label="Tasks"] > li' },
  { link: 'Photos', title: 'Project Photos', rows: 'main article' },
]

/**
 * Milliseconds from a click in the navigation until the last visible row is painted, with pictures. Each time starts on the
 * freshly loaded dashboard, so that nothing is cached.
 * @throws Error when there is no browser
 */
export async function measureScreens({ admin }: Company): Promise<ReadonlyMap<string, Speed>> {
  const executablePath = findBrowser()
  if (!executablePath) throw new Error('no browser was found')
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ executablePath, args })
  try {
    const measured = new Map<string, Speed>()
    for (const screen of screens)
      measured.set(screen.title, speedOf(await times(browser, admin, screen)))
    return measured
  } finally {
    await browser.close()
  }
}

async function times(browser: Browser, admin: Company['admin'], screen: Screen): Promise<number[]> {
  const errors = new BrowserErrors()
  const page = await openPage(browser, admin, { width: 1440 }, errors)
  // tsx adds calls of this helper to functions, also to those that run in the page.
  await page.addInitScript({ content: 'globalThis.__name = (value) => value' })
  const found: number[] = []
  // The first time warms up the browser's cache of the program's files.
  for (let time = 0; time <= TIMES; time++) {
    await page.goto('/')
    await page.getByRole('heading', { name: 'Recent Jobs' }).waitFor()
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    const taken = await once(page, screen)
    if (time > 0) found.push(taken)
  }
  if (errors.unexpected.length > 0) throw new Error(errors.unexpected.join('\n'))
  await page.context().close()
  return found
}

async function once(page: Page, screen: Screen): Promise<number> {
  const painted = await page.evaluateHandle(watchForRows, screen)
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: screen.link, exact: true })
    .click()
  return painted.evaluate(({ time }) => time)
}

/** Runs in the page: `time` resolves when the rows after the click are painted. */
function watchForRows({ title, rows }: Screen): { time: Promise<number> } {
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
