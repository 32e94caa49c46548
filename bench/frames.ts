import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { idle, withPage } from './browser.ts'
import type { Company } from './company.ts'
import { formatFigure, type Report } from './report.ts'

/** The duration of an action, and the interval between its events. */
const DURATION_MS = 5000
const EVENT_INTERVAL_MS = 16
/** One notch of the wheel in every frame. */
const WHEEL_PIXELS = 120

/** An action on a screen, whose smoothness is measured. */
export interface Action {
  readonly path: string
  /** A selector for what shows that the screen is complete. */
  readonly ready: string
  readonly act: (page: Page) => Promise<Smoothness>
}

/** Figures in milliseconds. */
interface Smoothness {
  readonly longestTask: number
  readonly medianFrame: number
}

/** Measures actions, and reports them in a table. */
export async function reportFrames(
  report: Report,
  { admin }: Company,
  actions: Readonly<Record<string, Action>>,
) {
  report.table('The longest task and the median frame, in ms', [
    ...['task', 'budget', 'frame', 'budget'],
  ])
  for (const [name, { path, ready, act }] of Object.entries(actions)) {
    const { longestTask, medianFrame } = await withPage(admin, async (page) => {
      await page.goto(path)
      await page.locator(ready).first().waitFor()
      await idle(page)
      return act(page)
    })
    report.row(name, [
      formatFigure(longestTask),
      report.budget('frames.longestTask', longestTask, `${name}, the longest task`),
      formatFigure(medianFrame),
      report.budget('frames.median', medianFrame, `${name}, the median frame`),
    ])
  }
}

/** Scrolls with the wheel. @throws Error if nothing was scrolled */
export async function scroll(page: Page): Promise<Smoothness> {
  await page.mouse.move(900, 600)
  const found = await steadily(page, () => page.mouse.wheel(0, WHEEL_PIXELS))
  const scrolled = await page.evaluate(() =>
    Math.max(...[...document.querySelectorAll('*')].map(({ scrollTop }) => scrollTop)),
  )
  if (scrolled < WHEEL_PIXELS * 50) throw new Error('the page was not scrolled')
  return found
}

/** Repeats an action at a steady pace, and measures how smooth the page is meanwhile. */
export async function steadily(
  page: Page,
  act: (share: number) => Promise<void>,
): Promise<Smoothness> {
  const watch = await page.evaluateHandle(watchFrames)
  const begin = performance.now()
  for (let past = 0; past < DURATION_MS; past = performance.now() - begin) {
    await act(past / DURATION_MS)
    await sleep(EVENT_INTERVAL_MS - ((performance.now() - begin) % EVENT_INTERVAL_MS))
  }
  return watch.evaluate(({ stop }) => stop())
}

/** Runs in the page: measures frames and long tasks until `stop` is called. */
function watchFrames() {
  const frames: number[] = []
  // Tasks under 50 ms are not reported.
  const tasks: number[] = [0]
  const add = (list: PerformanceEntryList) => {
    for (const { duration } of list) tasks.push(duration)
  }
  const observer = new PerformanceObserver((list) => add(list.getEntries()))
  observer.observe({ type: 'longtask' })
  let isOn = true
  const next = (before: number) =>
    requestAnimationFrame((now) => {
      frames.push(now - before)
      if (isOn) next(now)
    })
  requestAnimationFrame(next)
  const stop = () => {
    isOn = false
    add(observer.takeRecords())
    observer.disconnect()
    const medianFrame = frames.sort((a, b) => a - b)[Math.floor(frames.length / 2)]
    return { longestTask: Math.max(...tasks), medianFrame: medianFrame ?? Number.NaN }
  }
  return { stop }
}
