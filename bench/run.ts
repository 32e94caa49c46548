// `npm run bench`: our calls beside the least that could answer them, and how long a start takes. It reports and never
// fails: what a figure is worth depends on the machine.
import { type ChildProcess, fork } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Caller } from '../e2e/harness/caller.ts'
import { startNode } from '../e2e/harness/nodes.ts'
import { Server } from '../e2e/harness/server.ts'
import { build } from '../tools/build.js'
import type { Bare } from './bare.ts'
import { Capture } from './capture.ts'
import { fill, postgresOf } from './company.ts'
import { type Call, measure, middle, type Speed } from './load.ts'
import { measureStarts } from './start.ts'

const JOBS = 2000
const ROUNDS = 3
const unlimited = { RATE_CALLS: '1000000', RATE_SIGN_IN: '1000000' }
const secret = { SESSION_SECRET: 'one secret that all the nodes of a bench share' }

interface Budgets {
  readonly start: { readonly cold: number; readonly warm: number }
  /** Megabytes. */
  readonly memory: number
  readonly calls: Readonly<Record<string, { readonly p95: number; readonly ofBare: number }>>
}
const { bench: budgets } = JSON.parse(readFileSync(join(import.meta.dirname, 'budgets.json'), 'utf8')) as {
  bench: Budgets
}

interface Measured extends Call {
  readonly name: string
}

/** The calls that are measured; the names are those of the budgets. */
async function calls(admin: Caller): Promise<Measured[]> {
  const [first] = await admin.ask<{ id: string }[]>('GET', '/api/jobs?limit=1')
  const job = JSON.stringify({ name: 'A porch', address: '12 Quarry Road', approvedAmount: 1_250_000 })
  return [
    { name: 'a page of jobs', method: 'GET', path: '/api/jobs?limit=50' },
    { name: 'one job', method: 'GET', path: `/api/jobs/${first?.id}` },
    { name: 'the dashboard', method: 'GET', path: '/api/dashboard' },
    { name: 'a new job', method: 'POST', path: '/api/jobs', body: job },
  ]
}

/** What the program says to the database for each call, heard on the line between them. */
async function statements(home: Server, admin: Caller, measured: readonly Measured[]): Promise<Bare['calls']> {
  const capture = new Capture()
  const node = await startNode(home, { env: { ...unlimited, ...secret } }, capture.tap)
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

/** Resident memory of a process, in megabytes; undefined where the system does not tell. */
function memoryOf(pid: number): number | undefined {
  try {
    const pages = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(pages)?.[1]) / 1024)
  } catch {
    return undefined
  }
}

const whole = (speed: Speed) =>
  `${speed.perSecond.toFixed(0).padStart(6)}/s ${[speed.p50, speed.p95, speed.p99].map((time) => time.toFixed(1).padStart(6)).join(' ')} ms`

await build()
const starts = await measureStarts()
const server = new Server({ env: { ...unlimited, ...secret } })
await server.start()
const admin = await fill(server, JOBS)
const measured = await calls(admin)
const bare = await startBare({ postgres: postgresOf(server), calls: await statements(server, admin, measured) })

console.log(`${JOBS} jobs, 8 connections; rate and p50, p95, p99\n`)
const rows = []
for (const call of measured) {
  const ours: Speed[] = []
  const theirs: Speed[] = []
  // In turns, so that what else the machine does meanwhile falls on both.
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await measure(server.url, { ...call, headers: { cookie: admin.cookie } }))
    theirs.push(await measure(bare.url, call))
  }
  const row = { name: call.name, ours: middle(ours), bare: middle(theirs) }
  const share = row.ours.perSecond / row.bare.perSecond
  const budget = budgets.calls[call.name]
  const well = budget && row.ours.p95 <= budget.p95 && share >= budget.ofBare
  rows.push({ ...row, share, withinBudget: well ?? false })
  console.log(`${call.name.padEnd(16)} ours ${whole(row.ours)}\n${' '.repeat(16)} bare ${whole(row.bare)}`)
  console.log(`${' '.repeat(16)} ${(share * 100).toFixed(0)} % of bare; ${well ? 'within' : 'OUTSIDE'} the budget\n`)
}
const memory = memoryOf(server.pid)
bare.child.kill()
await server.remove()

console.log(
  `first start ${starts.cold.toFixed(0)} ms (budget ${budgets.start.cold}), later ones ${starts.warm.toFixed(0)} ms (budget ${budgets.start.warm})`,
)
console.log(`memory after the load ${memory ?? '?'} MB (budget ${budgets.memory})`)

const results = join(import.meta.dirname, 'results')
mkdirSync(results, { recursive: true })
const at = new Date().toISOString()
writeFileSync(
  join(results, `${at.replaceAll(':', '-')}.json`),
  `${JSON.stringify({ at, node: process.version, starts, memory, rows }, undefined, 2)}\n`,
)
