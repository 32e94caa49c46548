import {
  doErrand,
  type Errand,
  recordExternalLinks,
  widthOf,
} from '../e2e/harness/errands/errand.ts'
import { errands } from '../e2e/harness/errands/errands.ts'
import { OFFLINE_ERRORS } from '../e2e/harness/photoQueue.ts'
import { openSample, type SampleCompany } from '../e2e/harness/sample.ts'
import { withPage } from './browser.ts'
import { speedOf } from './load.ts'
import { formatFigure, type Part } from './report.ts'

const REPETITIONS = 5

const people = { admin: 'office', subcontractor: 'sub', client: 'client' } as const

/** Does an errand several times. @returns its taps and the median of its time in seconds */
const measure = (errand: Errand, sample: SampleCompany) =>
  withPage(
    sample.people[errand.role],
    async (page) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await recordExternalLinks(page)
      // The first repetition fills the browser's cache of the program's files.
      const { taps } = await doErrand(page, errand, sample)
      const times: number[] = []
      while (times.length < REPETITIONS) times.push((await doErrand(page, errand, sample)).time)
      return { taps, seconds: speedOf(times).p50 / 1000 }
    },
    {
      width: widthOf(errand),
      ...(errand.isOffline && { installs: true, expected: OFFLINE_ERRORS }),
    },
  )

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
      for (const errand of errands) {
        const { taps, seconds } = await measure(errand, sample)
        report.row(`${people[errand.role]}: ${errand.name}`, [`${taps}`, formatFigure(seconds)])
      }
    } finally {
      await sample.server.remove()
    }
  },
}
