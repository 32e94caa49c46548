import {
  doErrand,
  type Errand,
  errands,
  recordExternalLinks,
  widthOf,
} from '../e2e/harness/errands.ts'
import { openSample, type SampleCompany } from '../e2e/harness/sample.ts'
import { withBrowser, withPage } from './browser.ts'
import { formatFigure, type Part } from './report.ts'

const REPETITIONS = 5

const people = { admin: 'office', subcontractor: 'sub', client: 'client' } as const

/** The number of taps that an errand takes, and the median of its time in seconds. */
function measure(errand: Errand, sample: SampleCompany) {
  return withBrowser((browser) =>
    withPage(
      browser,
      sample.people[errand.role],
      async (page) => {
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
        await recordExternalLinks(page)
        const done: { taps: number; time: number }[] = []
        // The first repetition fills the browser's cache of the program's files.
        for (let time = 0; time <= REPETITIONS; time++) {
          const once = await doErrand(page, errand, sample)
          if (time > 0) done.push(once)
        }
        const times = done.map(({ time }) => time).sort((a, b) => a - b)
        return { taps: done[0]?.taps ?? 0, seconds: (times[(REPETITIONS - 1) / 2] ?? 0) / 1000 }
      },
      widthOf(errand),
    ),
  )
}

export const errandsPart: Part = {
  name: 'errands',
  title: 'Errands of the office, a sub and a client',
  run: async (report) => {
    const sample = await openSample()
    try {
      report.table(
        `On the sample company, from the home screen; a phone for sub and client: taps, and seconds from the first one (without any, from opening it) until the answer is seen, the median of ${REPETITIONS}`,
        ['taps', 'seconds'],
      )
      const found: Record<string, { taps: number; seconds: number }> = {}
      for (const errand of errands) {
        const name = `${people[errand.role]}: ${errand.name}`
        const measured = await measure(errand, sample)
        report.row(name, [String(measured.taps), formatFigure(measured.seconds)])
        found[name] = measured
      }
      return found
    } finally {
      await sample.server.remove()
    }
  },
}
