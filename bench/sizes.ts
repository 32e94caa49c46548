import { alternateAll, type CallTime } from './alternate.ts'
import { type Company, LARGE, SMALL, withCompany } from './company.ts'
import { formatAmounts, formatFigure, type Part, type Report } from './report.ts'
import { screenCalls, unmeasured } from './screenCalls.ts'

/** Smaller differences between two calls are ignored, whatever their ratio. */
const NOISE_MS = 0.3

/** The cells for the times of the same call on two sides, with their ratio and sizes. */
export const cellsOf = ([first, second]: readonly [CallTime, CallTime]) => [
  formatFigure(first.p50),
  formatFigure(second.p50),
  (second.p50 / first.p50).toFixed(2),
  `${kilobytes(first)} / ${kilobytes(second)}`,
]
const kilobytes = ({ bytes }: CallTime) => formatFigure(bytes / 1000)

/**
 * Compares the calls of both companies. The same page has the same number of rows in both: the
 * calls are about a job with the same number of tasks, photos and messages, by the same people. The
 * large company is the small one when it is twenty-five times as old, so that a week contains just
 * as much.
 */
async function compareSizes(report: Report, small: Company, large: Company) {
  const calls = await screenCalls(small)
  const missing = unmeasured(calls)
  if (missing.length > 0) report.problems.push(`not measured: ${missing.join(', ')}`)
  const found: { name: string; small: CallTime; large: CallTime }[] = []
  report.table(
    `${formatAmounts(LARGE)}, compared with ${formatAmounts(SMALL)}: p50 in ms, of calls made in turn`,
    ['small', 'large', 'ratio', 'kB', 'budget'],
  )
  const sides = [
    { company: small, calls },
    { company: large, calls: await screenCalls(large) },
  ] as const
  await alternateAll(sides, (name, times) => {
    if (times instanceof Error) {
      report.problems.push(`${name}: ${times.message}`)
      return report.row(name, [times.message])
    }
    found.push({ name, small: times[0], large: times[1] })
    const difference = times[1].p50 - times[0].p50
    const ratio = difference > NOISE_MS ? times[1].p50 / times[0].p50 : 1
    report.row(name, [...cellsOf(times), report.budget('sizes.ratio', ratio, name)])
  })
  return found
}

export const sizesPart: Part = {
  name: 'sizes',
  title: 'The same page at both sizes',
  run: (report) =>
    withCompany(SMALL, (small) =>
      withCompany(LARGE, (large) => compareSizes(report, small, large)),
    ),
}
