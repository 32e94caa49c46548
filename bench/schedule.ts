import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { join, setUp } from '../e2e/harness/company.ts'
import { Server } from '../e2e/harness/server.ts'
import { type Change, followLink, idle, timesToPaint, withBrowser, withPage } from './browser.ts'
import { p50Note, timed } from './calls.ts'
import { env, fill, type Office } from './company.ts'
import { type Smoothness, smoothness } from './frames.ts'
import { type Speed, speedOf } from './load.ts'
import { formatAmounts, type Part } from './report.ts'
import { SCHEDULE, scheduleRows } from './scheduleRows.ts'
import { wholePlan } from './screenCalls.ts'
import { dashboard } from './screens.ts'

/**
 * Starts a server with a company whose plan is as large as possible.
 * @param more further statements that add rows
 */
export async function openPlanner(more: readonly string[] = []): Promise<Office> {
  const server = new Server({ env })
  await server.start()
  const admin = await setUp(server.url)
  // The rows require one sub and one client who can sign in.
  await join(admin, 'subcontractor', 'Sam')
  await join(admin, 'client', 'Cleo')
  await fill(server, [...scheduleRows(), ...more])
  return { server, admin }
}

const view = (name: string) => (page: Page) =>
  page.getByRole('group', { name: 'View' }).getByRole('button', { name, exact: true }).click()

const title = 'Project Schedule'
// The screen is busy while it shows its previous data.
const read = '[aria-busy=false]'
const week = `${read} section[aria-label^="Week of"] [data-entry]`
const day = `${read} section[aria-label^="Today"] [data-entry]`
const list = `${read} li[aria-posinset] [data-entry]`
/** A selector for the bars of the chart. */
export const bars = `${read} [role=row] [data-part=all]`
const month = 'main ol [data-entry]'
/** The view that reads the least data, from which the others are opened. */
const daily = (more = '') => ({ from: `/schedule?view=daily${more}`, ready: day, title })
const enhanced = 'Enhanced Schedule'

const changes: Readonly<Record<string, Change>> = {
  'the schedule': { ...dashboard, title, rows: week, click: followLink('Schedule') },
  calendar: { ...daily(), rows: week, click: view('Calendar') },
  'gantt, days': { ...daily(), rows: bars, click: view('Gantt') },
  'gantt, weeks': { ...daily('&zoom=weeks'), rows: bars, click: view('Gantt') },
  'gantt, months': { ...daily('&zoom=months'), rows: bars, click: view('Gantt') },
  'gantt by job, months': { ...daily('&zoom=months&group=job'), rows: bars, click: view('Gantt') },
  list: { ...daily(), rows: list, click: view('List') },
  daily: { from: '/schedule', ready: week, title, rows: day, click: view('Daily') },
  month: {
    ...{ ...daily(), title: enhanced, rows: month },
    click: (page) => page.getByRole('link', { name: 'Month', exact: true }).click(),
  },
  "the month's week": {
    // A calendar of seven days. Its first entries were already read by the month.
    ...{ from: '/enhanced-schedule', ready: month, title: enhanced },
    rows: 'main ol:not(:has(> :nth-child(8))) [data-entry]',
    click: (page) => page.getByRole('button', { name: 'Week', exact: true }).click(),
  },
}

/** Measures the time from the click on a view until its last visible row is painted. */
function measureViews({ admin }: Office): Promise<ReadonlyMap<string, Speed>> {
  return withBrowser(async (browser) => {
    const measured = new Map<string, Speed>()
    for (const [name, change] of Object.entries(changes)) {
      const times = await withPage(browser, admin, (page) => timesToPaint(page, change))
      measured.set(name, speedOf(times))
    }
    return measured
  })
}

/** The duration of a scroll or a drag, and the interval between its events. */
const DURATION_MS = 5000
const EVENT_INTERVAL_MS = 16
/** One notch of the wheel in every frame, which scrolls past a quarter of all rows in the end. */
const WHEEL_PIXELS = 120

/** Repeats an action at a steady pace. */
async function steadily(act: (share: number) => Promise<void>) {
  const begin = performance.now()
  for (let past = 0; past < DURATION_MS; past = performance.now() - begin) {
    await act(past / DURATION_MS)
    await sleep(EVENT_INTERVAL_MS - ((performance.now() - begin) % EVENT_INTERVAL_MS))
  }
}

/** Scrolls with the wheel. @throws Error if nothing was scrolled */
async function scroll(page: Page): Promise<Smoothness> {
  await page.mouse.move(900, 600)
  const found = await smoothness(page, () => steadily(() => page.mouse.wheel(0, WHEEL_PIXELS)))
  const scrolled = await page.evaluate(() =>
    Math.max(...[...document.querySelectorAll('*')].map(({ scrollTop }) => scrollTop)),
  )
  if (scrolled < WHEEL_PIXELS * 50) throw new Error('the page was not scrolled')
  return found
}

/** Drags a bar back and forth, and cancels the drag. @throws Error if it did not move */
async function drag(page: Page): Promise<Smoothness> {
  const { x, y } = await page.evaluate(barInSight, bars)
  await page.mouse.move(x, y)
  await page.mouse.down()
  const found = await smoothness(page, () =>
    steadily((share) => page.mouse.move(x + 150 * Math.sin(share * 6 * Math.PI), y + 40 * share)),
  )
  const label = page.locator('[role=rowgroup] b').filter({ hasText: '–' })
  if (!(await label.isVisible())) throw new Error('the bar was not dragged')
  await page.keyboard.press('Escape')
  await label.waitFor({ state: 'detached' })
  await page.mouse.up()
  return found
}

/** Runs in the page: the center of a bar that is not covered. @throws Error if there is none */
function barInSight(bars: string) {
  for (const bar of document.querySelectorAll(bars)) {
    const { left, top, width, height } = bar.getBoundingClientRect()
    const middle = { x: left + width / 2, y: top + height / 2 }
    if (document.elementFromPoint(middle.x, middle.y)?.closest(bars) === bar) return middle
  }
  throw new Error('no bar is in sight')
}

/** The actions that are measured on the longest schedule. */
const acts = [
  { name: 'scrolling the gantt', view: 'gantt&zoom=months', ready: bars, act: scroll },
  { name: 'dragging a bar of the gantt', view: 'gantt&zoom=months', ready: bars, act: drag },
  { name: 'scrolling the list', view: 'list', ready: list, act: scroll },
]

/** Measures how smooth the views of everything are during scrolling and dragging. */
function measureSmoothness({ admin }: Office): Promise<ReadonlyMap<string, Smoothness>> {
  return withBrowser(async (browser) => {
    const measured = new Map<string, Smoothness>()
    for (const { name, view, ready, act } of acts) {
      const found = await withPage(browser, admin, async (page) => {
        await page.goto(`/schedule?view=${view}`)
        await page.locator(ready).first().waitFor()
        await idle(page)
        return act(page)
      })
      measured.set(name, found)
    }
    return measured
  })
}

export const schedulePart: Part = {
  name: 'schedule',
  title: 'A long schedule',
  run: async (report) => {
    const planner = await openPlanner()
    try {
      report.table(`${formatAmounts(SCHEDULE)}, read at once, p95`)
      const whole = await timed(report, planner, [wholePlan], ({ path }) => `whole.${path}`)
      report.table('Views, from the click to the last visible row painted, p95 of 20')
      const views = await measureViews(planner)
      for (const [view, speed] of views)
        report.figure(view, speed.p95, { budget: 'schedule.view', note: p50Note(speed) })
      report.table('While it is scrolled, and while a bar is dragged')
      const smooth = await measureSmoothness(planner)
      for (const [what, { longestTask, medianFrame }] of smooth) {
        const [task, frame] = ['schedule.longestTask', 'schedule.medianFrame']
        report.figure(`${what}: the longest task`, longestTask, { budget: task })
        report.figure(`${what}: the median frame`, medianFrame, { budget: frame })
      }
      return { whole, views: Object.fromEntries(views), smooth: Object.fromEntries(smooth) }
    } finally {
      await planner.server.remove()
    }
  },
}
