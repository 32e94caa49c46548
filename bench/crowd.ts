import { memoryOf } from '../e2e/long/memory.ts'
import { withCompany } from './company.ts'
import { type Load, median } from './load.ts'
import { ratedCalls, underLoad } from './rates.ts'
import { formatAmounts, formatFigure, type Part } from './report.ts'
import { wholeLists } from './screenCalls.ts'

/** The load of a crowd. */
export const CROWD = { seconds: 4, connections: 50 } as const
/** The calls that are measured with a crowd. */
export const CROWD_CALLS: readonly string[] = ['a page of jobs', 'one job', 'a new job']
const ROUNDS = 3
/** The people who read a whole list at the same time. */
const READERS = { seconds: 6, connections: 20 } as const

export const crowdPart: Part = {
  name: 'crowd',
  title: 'Fifty connections of ten people',
  run: (report, amounts) =>
    withCompany(amounts, async (company) => {
      const calls = await ratedCalls(company)
      report.table(`${formatAmounts(amounts)}, the median of ${ROUNDS} rounds; budgets for the p99`)
      for (const call of calls.filter(({ name }) => CROWD_CALLS.includes(name))) {
        const loads: Load[] = []
        while (loads.length < ROUNDS) loads.push(await underLoad(company, call, CROWD))
        report.speed(call.name, median(loads), `crowd.${call.name}`, 'p99')
      }

      const oneJob = calls.find(({ name }) => name === 'one job')
      if (!oneJob) throw new Error('one job is not among the calls')
      report.table(`One job, while ${READERS.connections} people read a whole list`, [
        ...['p50', 'p99', 'longest', 'budget', 'lists a second'],
      ])
      for (const list of wholeLists()) {
        const [lists, job] = await Promise.all([
          underLoad(company, list, READERS),
          underLoad(company, oneJob, { ...READERS, connections: 1 }),
        ])
        report.row(list.path, [
          ...[job.p50, job.p99, job.longest].map(formatFigure),
          report.budget('beside', job.longest, `one job while ${list.path} is read`),
          formatFigure(lists.perSecond),
        ])
      }

      report.table('Memory of the server at the end, in MB', ['resident', 'budget'])
      const memory = memoryOf(company.server.pid, 'VmRSS')
      report.row('the server', [memory.toFixed(0), report.budget('memory', memory, 'memory')])
    }),
}
