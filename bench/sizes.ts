import { type Alone, alternateAll } from './alternate.ts'
import { type Company, LARGE, SMALL, withCompany } from './company.ts'
import { amountsOf, inDigits, type Part, type Report } from './report.ts'
import { screenCalls, unmeasured } from './screenCalls.ts'

/** Milliseconds by which two calls may differ whatever their ratio: less is noise. */
const NOISE = 0.3

/** The cells of two times of the same answer, and their ratio. */
export const cellsOf = ([first, second]: readonly [Alone, Alone]) => [
  inDigits(first.p50),
  inDigits(second.p50),
  (second.p50 / first.p50).toFixed(2),
  `${kilobytes(first)} / ${kilobytes(second)}`,
]
const kilobytes = ({ bytes }: Alone) => inDigits(bytes / 1000)

/**
 * The same page has as many rows in both: the calls are about a job with as many tasks, photos and messages, and of the same
 * people, and the large company is the small one when it is twenty-five times as old, so that a week has as much in it.
 */
async function compareSizes(report: Report, small: Company, large: Company) {
  const calls = await screenCalls(small)
  const missing = unmeasured(calls)
  if (missing.length > 0) report.problems.push(`not measured: ${missing.join(', ')}`)
  const found: { name: string; small: Alone; large: Alone }[] = []
  report.table(
    `${amountsOf(LARGE)}, compared with ${amountsOf(SMALL)}: p50 in ms, of calls made in turn`,
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
    const ratio = difference > NOISE ? times[1].p50 / times[0].p50 : 1
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
