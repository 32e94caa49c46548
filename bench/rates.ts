import { type Company, withCompany } from './company.ts'
import { type Load, measure, median } from './load.ts'
import { type CpuPerCall, withCpu } from './processes.ts'
import { type RatedCall, ratedCalls, sessionsOf } from './ratedCalls.ts'
import { formatAmounts, type Part } from './report.ts'

const ROUNDS = 3
export const LOAD_OPTIONS = { seconds: 2, connections: 8 } as const

export type LoadWithCpu = Load & { readonly cpu: CpuPerCall }

/** Measures a call on several connections of several people, with its processor time. */
export const withLoad = (company: Company, call: RatedCall) =>
  withCpu(company.server.pid, company.server.postgresPid, () =>
    measure(company.server.url, call, { ...LOAD_OPTIONS, cookies: sessionsOf(company) }),
  )

/** The processor time of the program and of Postgres, in milliseconds. */
export const cpuCell = ({ cpu }: LoadWithCpu) =>
  `${cpu.program.toFixed(2)} + ${cpu.postgres.toFixed(2)}`

export const ratesPart: Part = {
  name: 'rates',
  title: 'Rates of calls',
  run: (report, amounts) =>
    withCompany(amounts, async (company) => {
      report.table(
        `${formatAmounts(amounts)}; ${LOAD_OPTIONS.connections} connections, the median of ${ROUNDS} rounds; calls a second, and ms of processor time a call (program + Postgres)`,
        ['a second', 'p95 ms', 'budget', 'cpu'],
      )
      for (const call of await ratedCalls(company)) {
        const rounds: LoadWithCpu[] = []
        while (rounds.length < ROUNDS) rounds.push(await withLoad(company, call))
        const load = median(rounds)
        report.row(call.name, [
          load.perSecond.toFixed(0),
          load.p95.toFixed(1),
          report.budget(`rates.${call.name}`, load.p95, call.name),
          cpuCell(load),
        ])
      }
    }),
}
