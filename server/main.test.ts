import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { emptyDatabase } from './db/testing.ts'
import { query } from './testing/installed.ts'
import { dataFolder, postgresOf, start, useProgram } from './testing/program.ts'

vi.setConfig({ testTimeout: 120_000 })
useProgram()

const SESSION_SECRET = 'a secret that both nodes share, of course'

const health = async (address: string) => (await fetch(`${address}/api/health`)).status
const runFolderOf = (dataDir: string): string =>
  JSON.parse(readFileSync(join(dataDir, 'lock'), 'utf8')).sockets

test('prints one line with the address, refuses a second start and stops cleanly', async () => {
  const dataDir = dataFolder()
  const program = start({ PLUMBLINE_DATA: dataDir })
  expect(await health(await program.ready)).toBe(200)

  const second = start({ PLUMBLINE_DATA: dataDir })
  expect(await second.ended).toBe(1)
  expect(second.said.err).toMatch(
    /^Plumbline cannot start: another Plumbline \(process \d+\) is running on .*\n$/,
  )
  expect(await health(await program.ready)).toBe(200)

  const { main } = postgresOf(dataDir)
  const runFolder = runFolderOf(dataDir)
  expect(await program.end()).toBe(0)
  expect(program.said).toEqual({
    out: expect.stringMatching(/^Plumbline is running at http:\/\/localhost:\d+\n$/),
    err: '',
  })
  expect(existsSync(`/proc/${main}`)).toBe(false)
  expect(existsSync(runFolder)).toBe(false)
})

test('a signal during a first start stops it cleanly', async () => {
  const dataDir = dataFolder()
  const program = start({ PLUMBLINE_DATA: dataDir })
  while (!readdirSync(dataDir).some((name) => name.startsWith('postgres.new-'))) await sleep(5)
  expect(await program.end()).toBe(0)
  expect(readdirSync(dataDir)).not.toContain('lock')
  expect(await health(await start({ PLUMBLINE_DATA: dataDir }).ready)).toBe(200)
})

test.each([
  [{ PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535'],
  [
    { DATABASE_URL: 'postgres://localhost/x' },
    'SESSION_SECRET must be set together with DATABASE_URL',
  ],
  [
    { DATABASE_URL: 'postgres://u:hunter2@nowhere.invalid/x', SESSION_SECRET },
    'DATABASE_URL cannot be reached',
  ],
  [{ HOST: '192.0.2.1' }, 'HOST 192.0.2.1 is not an address of this machine'],
])('%j stops the start with one line', async (env: Record<string, string>, line) => {
  const program = start({ PLUMBLINE_DATA: dataFolder(), ...env })
  expect(await program.ended).toBe(1)
  expect(program.said.out).toBe('')
  expect(program.said.err).toMatch(/^Plumbline cannot start: .*\n$/)
  expect(program.said.err).toContain(line)
  expect(program.said.err).not.toContain('hunter2')
})

test('a port in use stops the start with one line, and Postgres with it', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const address = other.address()
  const port = String(typeof address === 'object' && address?.port)
  const dataDir = dataFolder()
  const program = start({ PLUMBLINE_DATA: dataDir, PORT: port })
  expect(await program.ended).toBe(1)
  expect(program.said.err).toBe(
    `Plumbline cannot start: PORT ${port} is in use by another program\n`,
  )
  expect(existsSync(`${dataDir}/postgres/postmaster.pid`)).toBe(false)
  other.close()
})

test('a signal during fifty requests aborts none of them', async () => {
  const dataDir = dataFolder()
  const program = start({ PLUMBLINE_DATA: dataDir })
  const address = await program.ready
  // Unlike the health, this asks the database every time.
  const ask = async () => (await fetch(`${address}/api/setup`)).status
  const fifty = () => Promise.all(Array.from({ length: 50 }, ask))
  await fifty()
  const sessions = postgresOf(dataDir).sessions()
  for (const pid of sessions) process.kill(pid, 'SIGSTOP')
  const answers = fifty()
  await sleep(300)
  program.signal('SIGTERM')
  await sleep(300)
  for (const pid of sessions) process.kill(pid, 'SIGCONT')
  expect(await answers).toEqual(Array(50).fill(200))
  expect(await program.ended).toBe(0)
})

test('while Postgres is unreachable the program says so, and recovers soon after', async () => {
  const dataDir = dataFolder()
  const program = start({ PLUMBLINE_DATA: dataDir })
  const address = await program.ready
  for (let round = 0; round < 3; round++) {
    process.kill(postgresOf(dataDir).main, 'SIGKILL')
    const killed = Date.now()
    const seen = new Set<number>()
    let last = 0
    while (last !== 200 || seen.size === 1) {
      const answer = await fetch(`${address}/api/health`)
      last = answer.status
      seen.add(last)
      if (last === 503) expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
      if (last === 200 && Date.now() - killed > 1500) break
    }
    expect([...seen].filter((status) => status !== 200 && status !== 503)).toEqual([])
    expect(last).toBe(200)
  }
})

test('two nodes that start at once on DATABASE_URL migrate it once and both run', async () => {
  const { url, drop } = await emptyDatabase()
  onTestFinished(drop)
  const folders = [dataFolder(), dataFolder()]
  const nodes = folders.map((PLUMBLINE_DATA) =>
    start({ PLUMBLINE_DATA, DATABASE_URL: url, SESSION_SECRET }),
  )
  for (const node of nodes) expect(await health(await node.ready)).toBe(200)
  expect(await query(url, 'select count(*)::int > 0 as migrated from migrations')).toEqual([
    { migrated: true },
  ])
  expect(readdirSync(folders[0] ?? '')).toEqual([])
  expect(await Promise.all(nodes.map((node) => node.end()))).toEqual([0, 0])
})

test('a program killed while it migrates leaves a usable database', async () => {
  const { url, drop } = await emptyDatabase()
  onTestFinished(drop)
  const run = () => start({ PLUMBLINE_DATA: dataFolder(), DATABASE_URL: url, SESSION_SECRET })
  for (let wait = 300; wait < 700; wait += 100) {
    const node = run()
    await sleep(wait)
    await node.end('SIGKILL')
  }
  expect(await health(await run().ready)).toBe(200)
})

test('a request that comes through a tunnel has the code for setup printed, once', async () => {
  const program = start({ PLUMBLINE_DATA: dataFolder() })
  const address = await program.ready
  const ask = async (headers = {}) => (await fetch(`${address}/api/login`, { headers })).text()
  expect(await ask()).not.toContain('name="code"')
  expect(program.said.out).not.toContain('code')
  for (let n = 0; n < 2; n++)
    expect(await ask({ 'x-forwarded-for': '203.0.113.9' })).toContain('name="code"')
  expect(await program.end()).toBe(0)
  expect(program.said.out).toMatch(
    /^Plumbline is running at \S+\nTo set up the company, enter the code [B-Z2-9-]{14}\n$/,
  )
})
