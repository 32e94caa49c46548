import { addDays, sundayOf } from '@plumbline/contract/dates.ts'
import type { WrittenEntry } from '@plumbline/contract/schedule.ts'
import type { MovePreview } from '@plumbline/contract/scheduleMoves.ts'
import type { Page } from 'playwright-core'
import { type Change, followLink, reportChanges } from './browser.ts'
import { type Company, withCompany } from './company.ts'
import { type Action, reportFrames, scroll, steadily } from './frames.ts'
import { speedOf } from './load.ts'
import { formatAmounts, type Part, type Report } from './report.ts'
import { NOTHING } from './rows.ts'
import { CHAIN, SCHEDULE, scheduleRows } from './scheduleRows.ts'
import { dashboard } from './screens.ts'

const view = (name: string) => (page: Page) =>
  page.getByRole('group', { name: 'View' }).getByRole('button', { name, exact: true }).click()

const title = 'Project Schedule'
// The screen is busy while it shows its previous data.
const read = '[aria-busy=false]'
const week = `${read} section[aria-label^="Week of"] [data-entry]`
const day = `${read} section[aria-label^="Today"] [data-entry]`
const list = `${read} li[aria-posinset] [data-entry]`
const bars = `${read} [role=row] [data-part=all]`
const month = 'main ol > li'
const board = `${read} section[aria-label="Crew board"]`
/** The view that reads the least data, from which the others are opened. */
const daily = (more = '') => ({ from: `/schedule?view=daily${more}`, ready: day, title })
const enhanced = 'Enhanced Schedule'

const BOARD_WEEKS = 8
const lastDay = addDays(sundayOf(new Date().toISOString().slice(0, 10)), 7 * BOARD_WEEKS - 1)

const changes: Readonly<Record<string, Change>> = {
  'the schedule': { ...dashboard, title, rows: week, click: followLink('Schedule') },
  calendar: { ...daily(), rows: week, click: view('Calendar') },
  'gantt, days': { ...daily(), rows: bars, click: view('Gantt') },
  'gantt, months': { ...daily('&zoom=months'), rows: bars, click: view('Gantt') },
  'gantt by job, months': { ...daily('&zoom=months&group=job'), rows: bars, click: view('Gantt') },
  list: { ...daily(), rows: list, click: view('List') },
  daily: { from: '/schedule', ready: week, title, rows: day, click: view('Daily') },
  month: {
    ...{ ...daily(), title: enhanced, rows: month },
    click: (page) => page.getByRole('link', { name: 'Month', exact: true }).click(),
  },
  'the crew board, 2 weeks': {
    ...{ ...daily(), title: 'Crew Board', rows: `${board} [data-block]` },
    click: (page) => page.getByRole('link', { name: 'Crew Board' }).click(),
  },
  [`the crew board, ${BOARD_WEEKS} weeks`]: {
    ...{ from: '/crew-board', ready: `${board} [data-block]`, title: 'Crew Board' },
    // Matches only when the last day is shown.
    rows: `${board}:has([data-day="${lastDay}"]) [data-block]`,
    click: (page) => page.getByRole('button', { name: `${BOARD_WEEKS} weeks` }).click(),
  },
}

/** Drags a bar back and forth, and cancels the drag. @throws Error if it did not move */
async function drag(page: Page) {
  const { x, y } = await page.evaluate(barInSight, bars)
  await page.mouse.move(x, y)
  await page.mouse.down()
  const found = await steadily(page, (share) =>
    page.mouse.move(x + 150 * Math.sin(share * 6 * Math.PI), y + 40 * share),
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

const gantt = { path: '/schedule?view=gantt&zoom=months', ready: bars }
const actions: Readonly<Record<string, Action>> = {
  'scrolling the gantt': { ...gantt, act: scroll },
  'dragging a bar of the gantt': { ...gantt, act: drag },
  'scrolling the list': { path: '/schedule?view=list', ready: list, act: scroll },
}

const PUSHES = 20
const WARM_UP_PUSHES = 3

/** Measures the preview of moving a chain of entries by a week, the move, and its undo. */
async function reportPushes(report: Report, { admin }: Company) {
  const times = { preview: [] as number[], move: [] as number[], undo: [] as number[] }
  const timed = async <T>(
    name: keyof typeof times,
    method: string,
    path: string,
    body?: object,
  ) => {
    const begin = performance.now()
    const response = await admin.request<T>(method, path, body)
    times[name].push(performance.now() - begin)
    return response
  }
  const entries = await admin.request<WrittenEntry[]>('GET', `/api/jobs/${CHAIN.jobId}/schedule`)
  const first = entries.find((entry) => entry.title === 'Step 1')
  if (!first) throw new Error('the chain is empty')
  const { id } = first
  const days = { startDate: addDays(first.startDate, 7), endDate: addDays(first.endDate, 7) }
  for (let round = 0; round < WARM_UP_PUSHES + PUSHES; round++) {
    const { versions, moves } = await timed<MovePreview>(
      'preview',
      'POST',
      '/api/schedule/preview',
      {
        ...{ id, ...days },
      },
    )
    const moved = await timed<WrittenEntry>('move', 'PUT', `/api/schedule/${id}`, {
      ...{ ...days, push: true, versions },
    })
    await timed('undo', 'POST', `/api/schedule-moves/${moved.moveId}/undo`)
    if (moves.length !== CHAIN.entries || moved.moved !== CHAIN.entries)
      throw new Error(`${moves.length} entries were to move, ${moved.moved} did`)
  }
  report.table(`A push of ${CHAIN.entries} entries of a job by a week, in ms, budgets for the p95`)
  for (const [name, taken] of Object.entries(times))
    report.speed(name, speedOf(taken.slice(WARM_UP_PUSHES)), `push.${name}`)
}

export const schedulePart: Part = {
  name: 'schedule',
  title: 'A long schedule',
  run: (report) =>
    withCompany(
      { ...NOTHING, jobs: SCHEDULE.jobs },
      async (company) => {
        await reportChanges(report, formatAmounts(SCHEDULE), company, changes, 'schedule')
        await reportFrames(report, company, actions)
        await reportPushes(report, company)
      },
      { more: scheduleRows() },
    ),
}
