import { setTimeout as sleep } from 'node:timers/promises'
import { addDays, daysBetween } from '@plumbline/contract/dates.ts'
import type { WrittenEntry } from '@plumbline/contract/schedule.ts'
import type { MovePreview } from '@plumbline/contract/scheduleMoves.ts'
import type { CDPSession, Page } from 'playwright-core'
import { idle, withBrowser, withPage } from './browser.ts'
import { p50Note } from './calls.ts'
import { CHAIN, type Chain, chainFrom } from './chainRows.ts'
import type { Office } from './company.ts'
import { type Speed, speedOf } from './load.ts'
import { formatAmounts, type Part } from './report.ts'
import { bars, openPlanner } from './schedule.ts'

const ROUNDS = 40
const WARM_UP_ROUNDS = 5

/** Measures the preview of moving the whole chain by a week, the move, and its undo. */
async function measurePushes(
  { admin }: Office,
  { first }: Chain,
): Promise<ReadonlyMap<string, Speed>> {
  const times = new Map<string, number[]>()
  let round = 0
  const timed = async <T>(name: string, method: string, path: string, body?: object) => {
    const begin = performance.now()
    const response = await admin.request<T>(method, path, body)
    const taken = performance.now() - begin
    if (round >= WARM_UP_ROUNDS) times.set(name, [...(times.get(name) ?? []), taken])
    return response
  }
  const days = { startDate: addDays(first.startDate, 7), endDate: addDays(first.endDate, 7) }
  for (; round < WARM_UP_ROUNDS + ROUNDS; round++) {
    const proposal = { id: first.id, ...days }
    const preview = await timed<MovePreview>('preview', 'POST', '/api/schedule/preview', proposal)
    const { versions } = preview
    const change = { ...days, push: true, versions }
    const entry = await timed<WrittenEntry>('apply', 'PUT', `/api/schedule/${first.id}`, change)
    await timed('undo', 'POST', `/api/schedule-moves/${entry.moveId}/undo`)
    if (preview.moves.length !== CHAIN.steps || entry.moved !== CHAIN.steps)
      throw new Error(`${preview.moves.length} were to move, ${entry.moved} did`)
  }
  return new Map([...times].map(([name, taken]) => [name, speedOf(taken)]))
}

/** The work of dragging the first entry by another day. */
interface DragSteps extends Speed {
  /** The number of entries shown on their new days. */
  readonly ghosts: number
}

const zooms = ['days', 'weeks', 'months'] as const

/**
 * Measures the work of the page for each day that the first entry is dragged by, with a ghost in
 * each visible row that follows it.
 */
function measureGhosts({ admin }: Office, chain: Chain): Promise<Map<string, DragSteps>> {
  return withBrowser(async (browser) => {
    const measured = new Map<string, DragSteps>()
    for (const zoom of zooms) {
      const found = await withPage(browser, admin, async (page) => {
        await page.goto(`/schedule?view=gantt&group=job&jobId=${chain.jobId}&zoom=${zoom}`)
        await page.locator(bars).first().waitFor()
        await idle(page)
        return dragByDays(page, chain)
      })
      measured.set(zoom, found)
    }
    return measured
  })
}

/** The distances of a drag in days, away from the start and back. */
const DRAG_DAYS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 9, 8, 7, 6, 5, 4, 3, 2]
/** Repeated drags, of which the first is a warm-up. */
const STEPS = Array.from({ length: 6 }, () => DRAG_DAYS).flat()
/** Long enough for the page to draw a step, even on a busy machine. */
const DRAW_DELAY_MS = 150

/**
 * Drags the first entry and measures each step.
 * @throws Error if the other entries do not follow
 */
async function dragByDays(page: Page, { first }: Chain): Promise<DragSteps> {
  const box = await page.locator(`[data-id="${first.id}"] [data-part=all]`).boundingBox()
  if (!box) throw new Error('the first bar is not in sight')
  const dayWidth = box.width / (daysBetween(first.startDate, first.endDate) + 1)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  // The first move reads the entries of the job.
  const read = page.waitForResponse((response) => response.url().endsWith('/schedule'))
  await page.mouse.move(x + 8 * dayWidth, y)
  await read
  await idle(page)
  const after = await places(page)
  const ghosts = after.length
  if (ghosts < 5) throw new Error(`there are only ${ghosts} ghosts`)

  const session = await page.context().newCDPSession(page)
  // Measures the time of its thread, so that other programs do not count.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const times: number[] = []
  let shown = after
  for (const [step, days] of STEPS.entries()) {
    const begin = await workOf(session)
    await page.mouse.move(x + days * dayWidth, y)
    await sleep(DRAW_DELAY_MS)
    const taken = (await workOf(session)) - begin
    const now = await places(page)
    // On a day off, nothing moves.
    if (step >= DRAG_DAYS.length && now.join() !== shown.join()) times.push(taken)
    shown = now
  }
  return { ...speedOf(times), ghosts }
}

/** The horizontal positions of the ghosts, in pixels. */
const places = (page: Page) =>
  page
    .locator('[data-ghost] i')
    .evaluateAll((all) => all.map((ghost) => Math.round(ghost.getBoundingClientRect().left)))

/** The milliseconds of work of the page so far: scripts, styles, layout and paint. */
async function workOf(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
}

export const pushPart: Part = {
  name: 'push',
  title: 'A push of a whole job',
  run: async (report) => {
    const chain = chainFrom(new Date().toISOString().slice(0, 10))
    const planner = await openPlanner(chain.statements)
    try {
      report.table(
        `${formatAmounts(CHAIN)}, of which the first moves a week later: calls, p95 of 40`,
      )
      const calls = await measurePushes(planner, chain)
      for (const [name, speed] of calls)
        report.figure(name, speed.p95, { budget: `push.${name}`, note: p50Note(speed) })
      report.table('Dragging it in the gantt, the work of the page for each day, p95')
      const drags = await measureGhosts(planner, chain)
      for (const [zoom, steps] of drags) {
        const what = `${zoom}, ${steps.ghosts} ghosts`
        report.figure(what, steps.p95, { budget: 'push.step', note: p50Note(steps) })
      }
      return { calls: Object.fromEntries(calls), drags: Object.fromEntries(drags) }
    } finally {
      await planner.server.remove()
    }
  },
}
