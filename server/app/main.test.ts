import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { drainable } from '../http/drain.ts'
import { openDatabase } from '../platform/db/open.ts'
import { emptyDatabase, silentLog } from '../platform/db/testing.ts'
import { query } from '../testing/installed.ts'
import { dataFolder, postgresOf, start, startedFolder, useProgram } from '../testing/program.ts'
import { testApp } from '../testing/testApp.ts'
import { closeWithin, STOP_LIMITS } from './shutdown.ts'

vi.setConfig({ testTimeout: 120_000 })
useProgram()

const SESSION_SECRET = 'a secret that both nodes share, of course'

const health = async (address: string) => (await fetch(`${address}/api/health`)).status
const runFolderOf = (dataDir: string): string =>
  JSON.parse(readFileSync(join(dataDir, 'lock'), 'utf8')).runFolder

const openEmbedded = (dataDir: string) =>
  openDatabase({ databaseUrl: undefined, databasePrepared: true, dataDir }, silentLog)

function openSocket(address: string): Socket {
  const socket = connect(Number(new URL(address).port), new URL(address).hostname)
  onTestFinished(() => void socket.destroy())
  return socket.on('error', () => undefined)
}

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
})

test('an address that cannot be used stops the start with one line, and Postgres with it', async () => {
  const other = createServer()
  onTestFinished(() => void other.close())
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const address = other.address()
  const port = String(typeof address === 'object' && address?.port)
  const dataDir = await startedFolder()
  for (const [env, line] of [
    [{ PORT: port }, `PORT ${port} is in use by another program`],
    [{ HOST: '192.0.2.1' }, 'HOST 192.0.2.1 is not an address of this machine'],
  ] as const) {
    const program = start({ PLUMBLINE_DATA: dataDir, ...env })
    expect(await program.ended).toBe(1)
    expect(program.said).toEqual({ out: '', err: `Plumbline cannot start: ${line}\n` })
    expect(existsSync(`${dataDir}/postgres/postmaster.pid`)).toBe(false)
  }
})

test('a program whose data folder another one took over stops with one line', async () => {
  const dataDir = await startedFolder()
  const program = start({ PLUMBLINE_DATA: dataDir })
  await program.ready
  const { main } = postgresOf(dataDir)
  const other = '{"of":"another program"}'
  writeFileSync(join(dataDir, 'lock'), other)
  expect(await program.ended).toBe(1)
  expect(program.said.err).toMatch(
    /^Plumbline stops: another Plumbline has taken over the data folder .*\n$/,
  )
  await vi.waitFor(() => expect(existsSync(`/proc/${main}`)).toBe(false), 20_000)
  expect(readFileSync(join(dataDir, 'lock'), 'utf8')).toBe(other)
})

test('stopping ends within its limits during an upload and a slow query', async () => {
  const dataDir = await startedFolder()
  const database = await openEmbedded(dataDir)
  const w = await testApp({ dataDir }, database)
  const close = drainable(w.app)
  const address = await w.app.listen({ host: '127.0.0.1', port: 0 })

  // An upload that sends a byte at a time.
  const upload = openSocket(address)
  upload.write(
    `POST /api/photos HTTP/1.1\r\nHost: localhost\r\nCookie: ${w.cookieOf('ada')}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 4000000\r\n\r\n` +
      '--x\r\nContent-Disposition: form-data; name="photo"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n',
  )
  const drip = setInterval(() => upload.write('x'), 100)
  onTestFinished(() => clearInterval(drip))
  // A statement of a request that takes a minute. A lock of another session would not do: when
  // Postgres stops, that session may end first, and the request still succeeds.
  const observer = new pg.Client({ connectionString: database.url })
  observer.on('error', () => undefined)
  await observer.connect()
  await observer.query(`
    create function wait_a_minute() returns trigger language plpgsql
      as $$ begin perform pg_sleep(60); return new; end $$;
    create trigger wait_a_minute before insert on rental_properties
      for each row execute function wait_a_minute()`)
  const place = { city: 'Bend', state: 'OR', zipCode: '97701', propertyType: 'Condo' }
  const waiting = w.call('ada', 'POST', '/api/rental-properties', { address: '1 Oak St', ...place })
  const asleep = `select count(*)::int as asleep from pg_stat_activity where wait_event = 'PgSleep'`
  await vi.waitFor(
    async () => expect((await observer.query(asleep)).rows[0].asleep).toBe(1),
    20_000,
  )
  await vi.waitFor(() => expect(readdirSync(join(dataDir, 'uploads'))).toHaveLength(1), 20_000)
  // More responses than the system buffers.
  const reader = openSocket(address).pause()
  reader.write('GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(60))

  const begin = performance.now()
  await closeWithin([{ close }], database, begin, { close: 300, database: 3500 })
  expect(performance.now() - begin).toBeGreaterThan(300)
  expect(performance.now() - begin).toBeLessThan(20_000)
  expect((await waiting).status).toBe(503)
  expect(existsSync(join(dataDir, 'lock'))).toBe(false)
  await (await openEmbedded(dataDir)).close()
}, 60_000)

test('the limits of stopping are in order, and below 30 seconds', () => {
  const { close, database, exit } = STOP_LIMITS
  expect([close < database, database < exit, exit < 30_000]).toEqual([true, true, true])
})

test('a signal during fifty requests aborts none of them', async () => {
  const dataDir = await startedFolder()
  // This level logs when a request has arrived.
  const program = start({ PLUMBLINE_DATA: dataDir, LOG_LEVEL: 'info' })
  const address = await program.ready
  // Unlike the health, this queries the database every time.
  const ask = async () => (await fetch(`${address}/api/setup`)).status
  const fifty = () => Promise.all(Array.from({ length: 50 }, ask))
  await fifty()
  const sessions = postgresOf(dataDir).sessions()
  for (const pid of sessions) process.kill(pid, 'SIGSTOP')
  const answers = fifty()
  const arrived = () => program.said.out.split('"incoming request"').length - 1
  await expect.poll(arrived).toBe(100)
  program.signal('SIGTERM')
  // The shutdown has begun once new connections are refused.
  const isOpen = () =>
    new Promise<boolean>((resolve) => {
      const socket = openSocket(address)
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    })
  await expect.poll(isOpen).toBe(false)
  for (const pid of sessions) process.kill(pid, 'SIGCONT')
  expect(await answers).toEqual(Array(50).fill(200))
  expect(await program.ended).toBe(0)
})

test('without Postgres the program answers 503, and recovers soon after', async () => {
  const dataDir = await startedFolder()
  const program = start({ PLUMBLINE_DATA: dataDir })
  const address = await program.ready
  process.kill(postgresOf(dataDir).main, 'SIGKILL')
  const deadline = performance.now() + 30_000
  const seen = new Set<number>()
  for (let last = 0; last !== 200 || !seen.has(503); await sleep(5)) {
    expect(performance.now()).toBeLessThan(deadline)
    // Unlike the health, this queries the database every time.
    const answer = await fetch(`${address}/api/setup`)
    last = answer.status
    seen.add(last)
    if (last === 503) expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
  }
  expect(seen).toEqual(new Set([503, 200]))
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

test('the first request through a tunnel prints the setup code', async () => {
  const program = start({ PLUMBLINE_DATA: await startedFolder() })
  const address = await program.ready
  const ask = async (headers = {}) => (await fetch(`${address}/api/login`, { headers })).text()
  expect(await ask()).not.toContain('name="code"')
  expect(program.said.out).not.toContain('code')
  for (let n = 0; n < 2; n++)
    expect(await ask({ 'x-forwarded-for': '203.0.113.9' })).toContain('name="code"')
  expect(await program.end()).toBe(0)
  const [running, ...others] = program.said.out.trim().split('\n')
  expect(running).toMatch(/^Plumbline is running at \S+$/)
  // In either order: the log is written in the background.
  expect(others.sort()).toEqual([
    expect.stringMatching(/^To set up the company, enter the code [B-Z2-9-]{14}$/),
    expect.stringContaining('TRUST_PROXY is not set'),
  ])
})
