import { alternateAll, type CallTime } from './alternate.ts'
import { type Company, withCompany } from './company.ts'
import { byCrowd, crowdCalls } from './crowd.ts'
import { type Load, median } from './load.ts'
import { ratedCalls } from './ratedCalls.ts'
import { cpuCell, LOAD_OPTIONS, type LoadWithCpu, withLoad } from './rates.ts'
import { formatAmounts, formatFigure, type Part, type Report } from './report.ts'
import { screenCalls } from './screenCalls.ts'

const ROUNDS = 5

/** The cells for the times of the same call on both programs, with their ratio and sizes. */
const cellsOf = ([first, second]: readonly [CallTime, CallTime]) => [
  formatFigure(first.p50),
  formatFigure(second.p50),
  (second.p50 / first.p50).toFixed(2),
  `${kilobytes(first)} / ${kilobytes(second)}`,
]
const kilobytes = ({ bytes }: CallTime) => formatFigure(bytes / 1000)

/** Measures the calls of the screens on both programs, alternating, one at a time. */
async function everyCall(report: Report, other: Company, ours: Company) {
  report.table('Calls of the screens, p50 in ms', ['before', 'after', 'ratio', 'kB'])
  const sides = [
    { company: other, calls: await screenCalls(other) },
    { company: ours, calls: await screenCalls(ours) },
  ] as const
  await alternateAll(sides, (name, times) =>
    // One of the two may not know the call.
    report.row(name, times instanceof Error ? [times.message] : cellsOf(times)),
  )
}

/** Measures the same number of rounds on both programs, alternating. @returns the median of each */
async function alternating<T extends Load>(
  measureOther: () => Promise<T>,
  measureOurs: () => Promise<T>,
): Promise<readonly [T, T]> {
  const other: T[] = []
  const ours: T[] = []
  for (let round = 0; round < ROUNDS; round++) {
    other.push(await measureOther())
    ours.push(await measureOurs())
  }
  return [median(other), median(ours)]
}

async function rates(report: Report, other: Company, ours: Company) {
  report.table(
    `${LOAD_OPTIONS.connections} connections, the median of ${ROUNDS} rounds in turn; calls a second, and ms of processor time a call (program + Postgres)`,
    ['before', 'after', 'ratio', 'cpu before', 'cpu after', 'ratio'],
  )
  const calls = await ratedCalls(ours)
  for (const [n, call] of (await ratedCalls(other)).entries()) {
    const [before, after] = await alternating<LoadWithCpu>(
      () => withLoad(other, call),
      () => withLoad(ours, calls[n] ?? call),
    )
    const cpu = ({ cpu: { program, postgres } }: LoadWithCpu) => program + postgres
    report.row(call.name, [
      before.perSecond.toFixed(0),
      after.perSecond.toFixed(0),
      (after.perSecond / before.perSecond).toFixed(2),
      cpuCell(before),
      cpuCell(after),
      (cpu(after) / cpu(before)).toFixed(2),
    ])
  }
}

async function crowds(report: Report, other: Company, ours: Company) {
  report.table('Fifty connections of ten people, p99 in ms', ['before', 'after', 'ratio'])
  const calls = await crowdCalls(ours)
  for (const [n, call] of (await crowdCalls(other)).entries()) {
    const [before, after] = await alternating(
      () => byCrowd(other, call),
      () => byCrowd(ours, calls[n] ?? call),
    )
    const cells = [
      formatFigure(before.p99),
      formatFigure(after.p99),
      (after.p99 / before.p99).toFixed(2),
    ]
    report.row(call.name, cells)
  }
}

/** Compares the program of another built checkout with this one. */
export const againstPart = (checkout: string): Part => ({
  name: 'against',
  title: 'Before and after',
  run: (report, amounts) =>
    withCompany(
      amounts,
      (other) =>
        withCompany(amounts, async (ours) => {
          console.log(`\n${formatAmounts(amounts)}`)
          await everyCall(report, other, ours)
          await rates(report, other, ours)
          await crowds(report, other, ours)
        }),
      checkout,
    ),
})
