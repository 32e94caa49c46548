import { measureAlone } from './calls.ts'
import { type Company, withCompany } from './company.ts'
import { CROWD, CROWD_CALLS } from './crowd.ts'
import { type Load, median } from './load.ts'
import { CONNECTIONS, formatCpu, type RatedLoad, ratedCalls, underLoad } from './rates.ts'
import { formatAmounts, formatFigure, type Part, type Report } from './report.ts'
import { screenCalls } from './screenCalls.ts'

const ROUNDS = 5
/** A call of a screen has many short rounds, of a call or a few. */
const SHORT = { rounds: 15, seconds: 0.03 } as const

/** The company on the program of the other checkout, and the one on ours. */
type Sides = readonly [Company, Company]

/** Pairs the calls on both sides, which differ in their ids. */
async function pairs<C>(
  [before, after]: Sides,
  callsOf: (company: Company) => Promise<readonly C[]>,
): Promise<[C, C][]> {
  const others = await callsOf(before)
  const ours = await callsOf(after)
  return others.map((call, n) => [call, ours[n] ?? call])
}

/**
 * Measures a call on both sides in turn, so that other load on the machine affects both.
 * @returns the median round of each
 */
async function inTurn<C, T extends Load>(
  sides: Sides,
  calls: readonly [C, C],
  measureCall: (company: Company, call: C) => Promise<T>,
  rounds = ROUNDS,
): Promise<[T, T]> {
  const loads: [T[], T[]] = [[], []]
  for (let round = 0; round < rounds; round++)
    for (const side of [0, 1] as const)
      loads[side].push(await measureCall(sides[side], calls[side]))
  return [median(loads[0]), median(loads[1])]
}

/** The cells for a figure of both sides, and their ratio. */
const ratioCells = (before: number, after: number) => [
  formatFigure(before),
  formatFigure(after),
  (after / before).toFixed(2),
]

async function compareScreenCalls(report: Report, sides: Sides) {
  report.table('Calls of the screens, p50 in ms', ['before', 'after', 'ratio'])
  for (const calls of await pairs(sides, screenCalls)) {
    const cells = await inTurn(
      sides,
      calls,
      (company, call) => measureAlone(company, call, SHORT.seconds),
      SHORT.rounds,
    ).then(
      ([before, after]) => ratioCells(before.p50, after.p50),
      // One of the two programs may not have the call.
      (error: Error) => [error.message],
    )
    report.row(calls[0].name, cells)
  }
}

async function compareRates(report: Report, sides: Sides) {
  report.table(
    `${CONNECTIONS} connections; calls a second, and ms of processor time a call (program + Postgres)`,
    ['before', 'after', 'ratio', 'cpu before', 'cpu after', 'ratio'],
  )
  const total = ({ cpu }: RatedLoad) => cpu.program + cpu.postgres
  for (const calls of await pairs(sides, ratedCalls)) {
    const [before, after] = await inTurn(sides, calls, (company, call) => underLoad(company, call))
    report.row(calls[0].name, [
      ...ratioCells(before.perSecond, after.perSecond),
      ...[formatCpu(before), formatCpu(after), (total(after) / total(before)).toFixed(2)],
    ])
  }
}

async function compareCrowds(report: Report, sides: Sides) {
  report.table(`${CROWD.connections} connections, p99 in ms`, ['before', 'after', 'ratio'])
  for (const calls of await pairs(sides, ratedCalls)) {
    const [{ name }] = calls
    if (!CROWD_CALLS.includes(name)) continue
    const [before, after] = await inTurn(sides, calls, (company, call) =>
      underLoad(company, call, CROWD),
    )
    report.row(name, ratioCells(before.p99, after.p99))
  }
}

/** Compares the program of another built checkout with this one. */
export const againstPart = (checkout: string): Part => ({
  name: 'against',
  title: 'Before and after',
  run: (report, amounts) =>
    withCompany(
      amounts,
      (before) =>
        withCompany(amounts, async (after) => {
          console.log(`\n${formatAmounts(amounts)}; the median of rounds in turn`)
          await compareScreenCalls(report, [before, after])
          await compareRates(report, [before, after])
          await compareCrowds(report, [before, after])
        }),
      { checkout },
    ),
})
