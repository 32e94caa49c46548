import { type Company, withCompany } from './company.ts'
import { type Cpu, cpuOf } from './cpu.ts'
import { type Call, type Load, type LoadOptions, measure, median } from './load.ts'
import { formatAmounts, type Part } from './report.ts'

/** A call whose rate is measured, with its name in the budgets. */
interface RatedCall extends Call {
  readonly name: string
}

/** The calls: first reads, then writes, which add rows to the lists that are read. */
export async function ratedCalls({ admin }: Company): Promise<RatedCall[]> {
  const [conversation] = await admin.request<{ jobId: string }[]>('GET', '/api/conversations')
  const job = `/api/jobs/${conversation?.jobId}`
  const [task] = await admin.request<{ id: string }[]>('GET', `${job}/tasks`)
  const comments = `/api/tasks/${task?.id}/correspondence`
  const read = (name: string, path: string) => ({ name, method: 'GET', path })
  const write = (name: string, method: string, path: string, body: object) => ({
    ...{ name, method, path },
    body: JSON.stringify(body),
  })
  const porch = { name: 'A porch', address: '12 Quarry Road', approvedAmount: 1_250_000 }
  return [
    read('a page of jobs', '/api/jobs?openFirst=true&limit=50'),
    read('one job', job),
    read('a page of tasks', '/api/tasks?openFirst=true&limit=50'),
    read('a page of photos', '/api/photos?limit=30'),
    read('the comments of a task', comments),
    read('the dashboard', '/api/dashboard'),
    write('a change of a job', 'PUT', job, { progress: 45 }),
    write('a new comment', 'POST', comments, { message: 'Nearly done' }),
    write('a new job', 'POST', '/api/jobs', porch),
  ]
}

export const CONNECTIONS = 8
const ROUNDS = 3

/** A load with the milliseconds of processor time of a call. */
export type RatedLoad = Load & { readonly cpu: Cpu }

/** Measures a call on several connections of ten people. */
export async function underLoad(
  company: Company,
  call: Call,
  options: LoadOptions = { seconds: 2, connections: CONNECTIONS },
): Promise<RatedLoad> {
  const cookies = company.admins.map(({ cookie }) => cookie)
  const before = cpuOf(company.server)
  const load = await measure(company.server.url, call, { ...options, cookies })
  const after = cpuOf(company.server)
  const perCall = (kind: keyof Cpu) => (1000 * (after[kind] - before[kind])) / load.made
  return { ...load, cpu: { program: perCall('program'), postgres: perCall('postgres') } }
}

export const formatCpu = ({ cpu }: RatedLoad) =>
  `${cpu.program.toFixed(2)} + ${cpu.postgres.toFixed(2)}`

export const ratesPart: Part = {
  name: 'rates',
  title: 'Rates of calls',
  run: (report, amounts) =>
    withCompany(amounts, async (company) => {
      report.table(
        `${formatAmounts(amounts)}; ${CONNECTIONS} connections, the median of ${ROUNDS} rounds; calls a second, and ms of processor time a call (program + Postgres)`,
        ['a second', 'p95 ms', 'budget', 'cpu'],
      )
      for (const call of await ratedCalls(company)) {
        const rounds: RatedLoad[] = []
        while (rounds.length < ROUNDS) rounds.push(await underLoad(company, call))
        const load = median(rounds)
        report.row(call.name, [
          load.perSecond.toFixed(0),
          load.p95.toFixed(1),
          report.budget(`rates.${call.name}`, load.p95, call.name),
          formatCpu(load),
        ])
      }
    }),
}
