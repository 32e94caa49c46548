import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { startNode } from '../e2e/harness/nodes.ts'
import type { BaselineOptions } from './baseline.ts'
import { Capture } from './capture.ts'
import { type Company, env, postgresOf } from './company.ts'
import { type Call, measure, median, type Speed } from './load.ts'

const ROUNDS = 3

interface Measured extends Call {
  readonly name: string
}

export interface Comparison {
  readonly name: string
  readonly ours: Speed
  readonly baseline: Speed
  /** Our rate as a share of the baseline's. */
  readonly share: number
}

/** The measured calls, named as in the budgets. */
async function calls({ admin }: Company): Promise<Measured[]> {
  const [first] = await admin.request<{ id: string }[]>('GET', '/api/jobs?limit=1')
  const job = JSON.stringify({
    name: 'A porch',
    address: '12 Quarry Road',
    approvedAmount: 1_250_000,
  })
  return [
    { name: 'a page of jobs', method: 'GET', path: '/api/jobs?limit=50' },
    { name: 'one job', method: 'GET', path: `/api/jobs/${first?.id}` },
    { name: 'the dashboard', method: 'GET', path: '/api/dashboard' },
    { name: 'a new job', method: 'POST', path: '/api/jobs', body: job },
  ]
}

/** The statements of each call, captured by a proxy between the program and its database. */
async function statements(
  { server, admin }: Company,
  measured: readonly Measured[],
): Promise<BaselineOptions['calls']> {
  const capture = new Capture()
  const node = await startNode(server, { env }, capture.tap)
  const captured: BaselineOptions['calls'][number][] = []
  for (const { method, path, body } of measured) {
    const call = () => fetch(node.server.url + path, request(method, admin.cookie, body))
    await (await call()).text()
    capture.take()
    await (await call()).text()
    captured.push({
      method: method === 'POST' ? 'POST' : 'GET',
      path: path.split('?')[0] ?? '',
      statements: capture.take(),
    })
  }
  await node.remove()
  return captured
}

const request = (method: string, cookie: string, body: string | undefined): RequestInit => ({
  method,
  headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
  ...(body && { body }),
})

/** Starts the baseline server in another process. */
async function startBaseline(
  baseline: BaselineOptions,
): Promise<{ child: ChildProcess; url: string }> {
  const child = fork(join(import.meta.dirname, 'baseline.ts'))
  child.send(baseline)
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(Number(message)))
    child.once('exit', () => reject(new Error('the baseline server ended')))
  })
  return { child, url: `http://127.0.0.1:${port}` }
}

/** Our calls under load, compared with the baseline. */
export async function measureComparison(company: Company): Promise<Comparison[]> {
  const measured = await calls(company)
  const captured = await statements(company, measured)
  const baseline = await startBaseline({ postgres: postgresOf(company.server), calls: captured })
  const found: Comparison[] = []
  for (const call of measured) {
    const ours: Speed[] = []
    const theirs: Speed[] = []
    // Interleaved, so that other load on the machine affects both.
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(
        await measure(company.server.url, { ...call, headers: { cookie: company.admin.cookie } }),
      )
      theirs.push(await measure(baseline.url, call))
    }
    const row = { name: call.name, ours: median(ours), baseline: median(theirs) }
    found.push({ ...row, share: row.ours.perSecond / row.baseline.perSecond })
  }
  baseline.child.kill()
  return found
}
