import { setTimeout as sleep } from 'node:timers/promises'
import { addDays, daysBetween } from '@plumbline/contract/dates.ts'
import type { WrittenEntry } from '@plumbline/contract/schedule.ts'
import type { MovePreview } from '@plumbline/contract/scheduleMoves.ts'
import type { CDPSession, Page } from 'playwright-core'
import { idle, withBrowser, withPage } from './browser.ts'
import { also } from './calls.ts'
import { CHAIN, type Chain, chainFrom } from './chainRows.ts'
import type { Office } from './company.ts'
import { type Speed, speedOf } from './load.ts'
import { amountsOf, type Part } from './report.ts'
import { bars, openPlanner } from './schedule.ts'

const ROUNDS = 40
const WARM_UP = 5

/** The preview of a week's move of all that is chained, the move, and its undoing, one after another. */
async function measurePushes(
  { admin }: Office,
  { first }: Chain,
): Promise<ReadonlyMap<string, Speed>> {
  const times = new Map<string, number[]>()
  let round = 0
  const timed = async <T>(name: string, method: string, path: string, body?: object) => {
    const begin = performance.now()
    const answer = await admin.request<T>(method, path, body)
    const taken = performance.now() - begin
    if (round >= WARM_UP) times.set(name, [...(times.get(name) ?? []), taken])
    return answer
  }
  const days = { startDate: addDays(first.startDate, 7), endDate: addDays(first.endDate, 7) }
  for (; round < WARM_UP + ROUNDS; round++) {
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

/** What a drag of the first entry by another day costs. */
interface DragSteps extends Speed {
  /** How many entries it shows on other days. */
  readonly ghosts: number
}

const zooms = ['days', 'weeks', 'months'] as const

/** The work of the page for each day that the first entry is dragged by, with a ghost in each row in view that follows it. */
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

/** Days from where it is taken hold of: there and back again. */
const TURN = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 9, 8, 7, 6, 5, 4, 3, 2]
/** The first turn warms up. */
const STEPS = Array.from({ length: 6 }, () => TURN).flat()
/** Milliseconds until the page has drawn a step, also on a busy machine. */
const PAUSE = 150

/** @throws Error when nothing follows */
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
  // The time of its thread: other programs do not count.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const times: number[] = []
  let shown = after
  for (const [step, days] of STEPS.entries()) {
    const begin = await workOf(session)
    await page.mouse.move(x + days * dayWidth, y)
    await sleep(PAUSE)
    const taken = (await workOf(session)) - begin
    const now = await places(page)
    // On a day off all stays where it was.
    if (step >= TURN.length && now.join() !== shown.join()) times.push(taken)
    shown = now
  }
  return { ...speedOf(times), ghosts }
}

/** Where the ghosts are. */
const places = (page: Page) =>
  page
    .locator('[data-ghost] i')
    .evaluateAll((all) => all.map((ghost) => Math.round(ghost.getBoundingClientRect().left)))

/** Milliseconds that the page has worked so far: scripts, styles, layout and paint. */
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
      report.table(`${amountsOf(CHAIN)}, of which the first moves a week later: calls, p95 of 40`)
      const calls = await measurePushes(planner, chain)
      for (const [name, speed] of calls)
        report.figure(name, speed.p95, { budget: `push.${name}`, note: also(speed) })
      report.table('Dragging it in the gantt, the work of the page for each day, p95')
      const drags = await measureGhosts(planner, chain)
      for (const [zoom, steps] of drags) {
        const what = `${zoom}, ${steps.ghosts} ghosts`
        report.figure(what, steps.p95, { budget: 'push.step', note: also(steps) })
      }
      return { calls: Object.fromEntries(calls), drags: Object.fromEntries(drags) }
    } finally {
      await planner.server.remove()
    }
  },
}
