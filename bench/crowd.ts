import { type Company, withCompany } from './company.ts'
import { type Load, measure, median } from './load.ts'
import { type RatedCall, ratedCalls, sessionsOf } from './ratedCalls.ts'
import { formatAmounts, formatFigure, type Part } from './report.ts'

const CONNECTIONS = 50
const ROUNDS = 3
const NAMES = ['a page of jobs', 'one job', 'a new job']

/** The calls that are measured with a crowd. */
export const crowdCalls = async (company: Company): Promise<RatedCall[]> =>
  (await ratedCalls(company)).filter(({ name }) => NAMES.includes(name))

/** Measures a call on fifty connections of ten people. */
export const byCrowd = (company: Company, call: RatedCall): Promise<Load> =>
  measure(company.server.url, call, {
    connections: CONNECTIONS,
    cookies: sessionsOf(company),
  })

export const crowdPart: Part = {
  name: 'crowd',
  title: 'Fifty connections of ten people',
  run: (report, amounts) =>
    withCompany(amounts, async (company) => {
      report.table(`The p99 of ${formatAmounts(amounts)}, the median of ${ROUNDS} rounds`)
      const found = []
      for (const call of await crowdCalls(company)) {
        const loads: Load[] = []
        for (let round = 0; round < ROUNDS; round++) loads.push(await byCrowd(company, call))
        const load = median(loads)
        const note = `p50 ${formatFigure(load.p50)}, ${load.perSecond.toFixed(0)} a second`
        report.figure(call.name, load.p99, { budget: `crowd.${call.name}`, note })
        found.push({ name: call.name, ...load })
      }
      return found
    }),
}
