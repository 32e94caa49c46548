// `npm run bench`: speed with a company of some size, against the budgets. It reports and never fails, because figures
// depend on the machine. `npm run bench -- calls screens` runs only those parts:
// start, schedule, push, crew, rentals, calls, whole, lists, screens, compare.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from '../tools/build.js'
import { fullLists, measureAlone, type ScreenCall, screenCalls, wholePlan } from './calls.ts'
import { CHAIN, chainFrom } from './chainRows.ts'
import { AMOUNTS, type Office, openCompany } from './company.ts'
import { measureComparison } from './compare.ts'
import { CREWS, crewCalls, measureBoard, openCrews } from './crew.ts'
import { measureBesideLists } from './lists.ts'
import type { Speed } from './load.ts'
import { measureGhosts, measurePushes } from './push.ts'
import { measureRentals, openPortfolio, PORTFOLIO, rentalCalls, reportCalls } from './rentals.ts'
import { measureSmoothness, measureViews, openPlanner } from './schedule.ts'
import { SCHEDULE } from './scheduleRows.ts'
import { measureScreens } from './screens.ts'
import { measureStarts } from './start.ts'

/** Milliseconds unless noted; durations are the p95. */
interface Budgets {
  readonly start: { readonly cold: number; readonly warm: number }
  /** Megabytes. */
  readonly memory: number
  /** For any call of a screen. */
  readonly call: number
  /** From a click to the last visible row. */
  readonly screen: number
  readonly schedule: {
    /** From a click to the last visible row or bar. */
    readonly view: number
    /** While it is scrolled, and while a bar is dragged. */
    readonly longestTask: number
    readonly medianFrame: number
  }
  /** The crew board, from a click to the last visible block. */
  readonly crew: { readonly view: number }
  /** A report over the whole portfolio. */
  readonly rentals: { readonly report: number }
  readonly push: {
    /** What a move would do to all that follow. */
    readonly preview: number
    /** The work of the page for a day that a bar is dragged by. */
    readonly step: number
  }
  readonly whole: Readonly<Record<string, number>>
  /** Another call while many whole lists are read, p99. */
  readonly besideLists: number
  readonly calls: Readonly<Record<string, { readonly p95: number; readonly ofBaseline: number }>>
}
const { bench: budgets } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'budgets.json'), 'utf8'),
) as {
  bench: Budgets
}

const chosen = process.argv.slice(2)
const results: Record<string, unknown> = {}
const broken: string[] = []

/** Runs a part if it is chosen and stores its result; when it fails, the others still run. */
async function part(name: string, measure: () => Promise<unknown>) {
  if (chosen.length > 0 && !chosen.includes(name)) return
  try {
    results[name] = await measure()
  } catch (error) {
    broken.push(`${name}: not measured`)
    console.log(`  not measured: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Prints a figure with its budget, and records it when it is over. */
function figure(what: string, value: number, budget: number | undefined, unit = 'ms', note = '') {
  const isOver = budget !== undefined && !(value <= budget)
  if (isOver) broken.push(what)
  const limit =
    budget === undefined ? '' : `  of ${String(budget).padStart(5)}${isOver ? '  OVER' : ''}`
  console.log(`  ${value.toFixed(value < 100 ? 1 : 0).padStart(7)} ${unit}${limit}  ${what}${note}`)
}

const percent = (share: number) => (share * 100).toFixed(0).padStart(5)
const also = ({ p50 }: Speed) => ` (p50 ${p50.toFixed(1)})`

/** Resident memory of a process in megabytes; undefined when the system is not Linux. */
function memoryOf(pid: number): number | undefined {
  try {
    const pages = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(pages)?.[1]) / 1024)
  } catch {
    return undefined
  }
}

/** Measures calls one after another. */
async function timed(
  company: Office,
  calls: readonly ScreenCall[],
  budgetOf: (call: ScreenCall) => number | undefined,
) {
  const found = []
  for (const call of calls) {
    const speed = await measureAlone(company, call)
    found.push({ name: call.name, ...speed })
    figure(call.name, speed.p95, budgetOf(call), 'ms', also(speed))
  }
  return found
}

/** How much there is, in words. */
const amountsOf = (amounts: Readonly<Record<string, number>>) =>
  Object.entries(amounts)
    .map(([what, amount]) => `${amount.toLocaleString('en-US')} ${what}`)
    .join(', ')

await build()

await part('start', async () => {
  console.log('\nA start')
  const starts = await measureStarts()
  figure('the first', starts.cold, budgets.start.cold)
  figure('later ones, the median of several', starts.warm, budgets.start.warm)
  return starts
})

await part('schedule', async () => {
  console.log(`\nA schedule with ${amountsOf(SCHEDULE)}`)
  const planner = await openPlanner()
  try {
    const whole = await timed(planner, [wholePlan], ({ path }) => budgets.whole[path])
    console.log('  Views, from the click to the last visible row painted, p95 of 20')
    const views = await measureViews(planner)
    for (const [view, speed] of views)
      figure(view, speed.p95, budgets.schedule.view, 'ms', also(speed))
    const smooth = await measureSmoothness(planner)
    for (const [what, { longestTask, medianFrame }] of smooth) {
      figure(`${what}: the longest task`, longestTask, budgets.schedule.longestTask)
      figure(`${what}: the median frame`, medianFrame, budgets.schedule.medianFrame)
    }
    return { whole, views: Object.fromEntries(views), smooth: Object.fromEntries(smooth) }
  } finally {
    await planner.server.remove()
  }
})

await part('push', async () => {
  console.log(`\nA job with ${amountsOf(CHAIN)}, on which the first entry moves a week later`)
  const chain = chainFrom(new Date().toISOString().slice(0, 10))
  const planner = await openPlanner(chain.statements)
  try {
    console.log('  Calls, p95 of 40')
    const calls = await measurePushes(planner, chain)
    for (const [name, speed] of calls) {
      const budget = name === 'preview' ? budgets.push.preview : undefined
      figure(name, speed.p95, budget, 'ms', also(speed))
    }
    console.log('  Dragging it in the gantt, the work of the page for each day, p95')
    const drags = await measureGhosts(planner, chain)
    for (const [zoom, steps] of drags)
      figure(`${zoom}, ${steps.ghosts} ghosts`, steps.p95, budgets.push.step, 'ms', also(steps))
    return { calls: Object.fromEntries(calls), drags: Object.fromEntries(drags) }
  } finally {
    await planner.server.remove()
  }
})

await part('crew', async () => {
  console.log(`\nA crew board with ${amountsOf(CREWS)}`)
  const crews = await openCrews()
  try {
    const calls = await timed(crews, crewCalls, () => budgets.call)
    console.log('  From the click to the last visible block painted, p95 of 20')
    const views = await measureBoard(crews)
    for (const [view, speed] of views) figure(view, speed.p95, budgets.crew.view, 'ms', also(speed))
    return { calls, views: Object.fromEntries(views) }
  } finally {
    await crews.server.remove()
  }
})

await part('rentals', async () => {
  console.log(`\nA portfolio with ${amountsOf(PORTFOLIO)}`)
  const portfolio = await openPortfolio()
  try {
    const reports = await timed(portfolio, reportCalls, () => budgets.rentals.report)
    const calls = await timed(portfolio, await rentalCalls(portfolio), () => budgets.call)
    console.log('  From the click to the last visible row painted, p95 of 20')
    const views = await measureRentals(portfolio)
    for (const [view, speed] of views) figure(view, speed.p95, budgets.screen, 'ms', also(speed))
    return { reports, calls, views: Object.fromEntries(views) }
  } finally {
    await portfolio.server.remove()
  }
})

const company = await openCompany()
console.log(`\nA company with ${amountsOf(AMOUNTS)}`)

await part('calls', async () => {
  console.log('\nCalls of the screens, one after another, p95')
  return timed(company, await screenCalls(company), () => budgets.call)
})

await part('whole', async () => {
  console.log('\nWhole lists, as a script reads them, p95')
  return timed(company, fullLists(), ({ path }) => budgets.whole[path])
})

await part('lists', async () => {
  console.log('\nWho I am, while twenty at once read a whole list, p99')
  const found = await measureBesideLists(company)
  for (const [path, { list, other }] of found) {
    const note = `${also(other)}; the list p95 ${list.p95.toFixed(0)}`
    figure(`beside ${path}`, other.p99, budgets.besideLists, 'ms', note)
  }
  return Object.fromEntries(found)
})

await part('screens', async () => {
  console.log('\nScreens, from the click to the last visible row painted, p95 of 20')
  const screens = await measureScreens(company)
  for (const [screen, speed] of screens)
    figure(screen, speed.p95, budgets.screen, 'ms', also(speed))
  return Object.fromEntries(screens)
})

await part('compare', async () => {
  console.log('\nCalls under load on 8 connections, p95, and our rate compared with the baseline')
  const comparisons = await measureComparison(company)
  for (const { name, ours, baseline, share } of comparisons) {
    const budget = budgets.calls[name]
    figure(
      name,
      ours.p95,
      budget?.p95,
      'ms',
      ` (${ours.perSecond.toFixed(0)} of ${baseline.perSecond.toFixed(0)} a second)`,
    )
    // A higher share is better.
    const isUnder = budget !== undefined && !(share >= budget.ofBaseline)
    if (isUnder) broken.push(`${name}: the share of baseline`)
    console.log(
      `  ${percent(share)} %   of ${percent(budget?.ofBaseline ?? 0)} %${isUnder ? '  UNDER' : ''}`,
    )
  }
  return comparisons
})

const memory = memoryOf(company.server.pid)
results.memory = memory
console.log('\nMemory of the server at the end')
if (memory !== undefined) figure('resident', memory, budgets.memory, 'MB')
await company.server.remove()

console.log(
  broken.length === 0
    ? '\nAll budgets are met.'
    : `\nBudgets exceeded: ${broken.length}\n${broken.map((what) => `  ${what}`).join('\n')}`,
)

const folder = join(import.meta.dirname, 'results')
mkdirSync(folder, { recursive: true })
const at = new Date().toISOString()
writeFileSync(
  join(folder, `${at.replaceAll(':', '-')}.json`),
  `${JSON.stringify({ at, node: process.version, amounts: AMOUNTS, ...results }, undefined, 2)}\n`,
)
