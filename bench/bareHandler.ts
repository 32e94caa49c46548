import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { startNode } from '../e2e/harness/nodes.ts'
import type { BaselineOptions } from './baseline.ts'
import { Capture, type Statement } from './capture.ts'
import { type Company, env, postgresOf, withCompany } from './company.ts'
import { type Load, measure, median } from './load.ts'
import { type CpuPerCall, withCpu } from './processes.ts'
import { type RatedCall, ratedCalls, sessionsOf } from './ratedCalls.ts'
import { formatAmounts, type Part } from './report.ts'

const ROUNDS = 5
export const LOAD_OPTIONS = { seconds: 2, connections: 8 } as const

export type LoadWithCpu = Load & { readonly cpu: CpuPerCall }

interface Comparison {
  readonly name: string
  readonly ours: LoadWithCpu
  readonly baseline: LoadWithCpu
  /** Our rate as a share of the baseline's. */
  readonly share: number
}

/** The statements of each call, captured by a proxy between the program and its database. */
async function captureStatements(
  { server, admin }: Company,
  calls: readonly RatedCall[],
): Promise<BaselineOptions['calls']> {
  const capture = new Capture()
  const node = await startNode(server, { env }, capture.tap)
  const captured: BaselineOptions['calls'][number][] = []
  for (const { method, path, body } of calls) {
    const call = async (): Promise<Statement[]> => {
      capture.take()
      const answer = await fetch(node.server.url + path, {
        method,
        headers: { cookie: admin.cookie, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body }),
      })
      if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`)
      await answer.text()
      return capture.take()
    }
    await call()
    // The program also sends statements of its own now and then: the shortest list is only the
    // call.
    const [shortest = []] = [await call(), await call(), await call()].sort(
      (a, b) => a.length - b.length,
    )
    captured.push({ method, path: path.split('?')[0] ?? '', statements: shortest })
  }
  await node.remove()
  return captured
}

/** Starts the baseline server in a child process. */
async function startBaseline(
  baseline: BaselineOptions,
): Promise<{ child: ChildProcess; url: string; pid: number }> {
  const file = join(import.meta.dirname, 'baseline.ts')
  const child = fork(file, { env: { ...process.env, NODE_ENV: 'production' } })
  child.send(baseline)
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(Number(message)))
    child.once('exit', () => reject(new Error('the baseline server ended')))
  })
  return { child, url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0 }
}

/** Measures a call on several connections of several people, with its processor time. */
export const withLoad = (company: Company, call: RatedCall) =>
  withCpu(company.server.pid, company.server.postgresPid, () =>
    measure(company.server.url, call, { ...LOAD_OPTIONS, cookies: sessionsOf(company) }),
  )

/** Compares our calls under load with the baseline. */
async function compare(
  company: Company,
  onResult: (one: Comparison) => void,
): Promise<Comparison[]> {
  const calls = await ratedCalls(company)
  const captured = await captureStatements(company, calls)
  const baseline = await startBaseline({ postgres: postgresOf(company.server), calls: captured })
  try {
    const found: Comparison[] = []
    for (const call of calls) {
      const ours: LoadWithCpu[] = []
      const theirs: LoadWithCpu[] = []
      // Interleaved, so that other load on the machine affects both.
      for (let round = 0; round < ROUNDS; round++) {
        ours.push(await withLoad(company, call))
        const load = () => measure(baseline.url, call, LOAD_OPTIONS)
        theirs.push(await withCpu(baseline.pid, company.server.postgresPid, load))
      }
      const row = { name: call.name, ours: median(ours), baseline: median(theirs) }
      const one = { ...row, share: row.ours.perSecond / row.baseline.perSecond }
      onResult(one)
      found.push(one)
    }
    return found
  } finally {
    baseline.child.kill()
  }
}

/** The processor time of the program and of Postgres, in milliseconds. */
export const cpuCell = ({ cpu }: LoadWithCpu) =>
  `${cpu.program.toFixed(2)} + ${cpu.postgres.toFixed(2)}`

export const baselinePart: Part = {
  name: 'baseline',
  title: 'Next to a bare handler with the same prepared statements',
  run: (report, amounts) =>
    withCompany(amounts, async (company) => {
      const about = `${formatAmounts(amounts)}; ${LOAD_OPTIONS.connections} connections, the median of ${ROUNDS} rounds in turn`
      report.table(
        `${about}; calls a second, our share, and ms of processor time a call (program + Postgres)`,
        ['ours', 'bare', 'share', 'budget', 'p95 ms', 'budget', 'cpu', 'cpu bare'],
      )
      return compare(company, (one) => {
        const { name, ours, baseline, share } = one
        report.row(name, [
          ours.perSecond.toFixed(0),
          baseline.perSecond.toFixed(0),
          share.toFixed(2),
          report.budget(`calls.${name}.ofBaseline`, share, `${name}, share of the bare handler`),
          ours.p95.toFixed(1),
          report.budget(`calls.${name}.p95`, ours.p95, name),
          cpuCell(ours),
          cpuCell(baseline),
        ])
      })
    }),
}
