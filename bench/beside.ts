import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { startNode } from '../e2e/harness/nodes.ts'
import type { Bare } from './bare.ts'
import { Capture } from './capture.ts'
import { type Company, env, postgresOf } from './company.ts'
import { type Call, measure, middle, type Speed } from './load.ts'

const ROUNDS = 3

interface Measured extends Call {
  readonly name: string
}

export interface Beside {
  readonly name: string
  readonly ours: Speed
  readonly bare: Speed
  /** Our rate as a share of the bare server's. */
  readonly share: number
}

/** The calls that are measured; the names are those of the budgets. */
async function calls({ admin }: Company): Promise<Measured[]> {
  const [first] = await admin.ask<{ id: string }[]>('GET', '/api/jobs?limit=1')
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

/** What the program says to the database for each call, heard on the line between them. */
async function statements(
  { server, admin }: Company,
  measured: readonly Measured[],
): Promise<Bare['calls']> {
  const capture = new Capture()
  const node = await startNode(server, { env }, capture.tap)
  const heard: Bare['calls'][number][] = []
  for (const { method, path, body } of measured) {
    const call = () => fetch(node.server.url + path, request(method, admin.cookie, body))
    await (await call()).text()
    capture.take()
    await (await call()).text()
    heard.push({
      method: method === 'POST' ? 'POST' : 'GET',
      path: path.split('?')[0] ?? '',
      statements: capture.take(),
    })
  }
  await node.remove()
  return heard
}

const request = (method: string, cookie: string, body: string | undefined): RequestInit => ({
  method,
  headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
  ...(body && { body }),
})

/** Starts the bare server in a process of its own. */
async function startBare(bare: Bare): Promise<{ child: ChildProcess; url: string }> {
  const child = fork(join(import.meta.dirname, 'bare.ts'))
  child.send(bare)
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(Number(message)))
    child.once('exit', () => reject(new Error('the bare server ended')))
  })
  return { child, url: `http://127.0.0.1:${port}` }
}

/** Our calls under load, beside the least that could answer them. */
export async function measureBeside(company: Company): Promise<Beside[]> {
  const measured = await calls(company)
  const heard = await statements(company, measured)
  const bare = await startBare({ postgres: postgresOf(company.server), calls: heard })
  const found: Beside[] = []
  for (const call of measured) {
    const ours: Speed[] = []
    const theirs: Speed[] = []
    // In turns, so that what else the machine does meanwhile falls on both.
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(
        await measure(company.server.url, { ...call, headers: { cookie: company.admin.cookie } }),
      )
      theirs.push(await measure(bare.url, call))
    }
    const row = { name: call.name, ours: middle(ours), bare: middle(theirs) }
    found.push({ ...row, share: row.ours.perSecond / row.bare.perSecond })
  }
  bare.child.kill()
  return found
}
