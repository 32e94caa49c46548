import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { emptyDatabase } from './db/testing.ts'
import { query } from './testing/installed.ts'
import {
  dataFolder,
  postgresOf,
  setUp,
  start,
  startedFolder,
  useProgram,
} from './testing/program.ts'

vi.setConfig({ testTimeout: 120_000 })
useProgram()

const SESSION_SECRET = 'a secret that both nodes share, of course'

const health = async (address: string) => (await fetch(`${address}/api/health`)).status
const runFolderOf = (dataDir: string): string =>
  JSON.parse(readFileSync(join(dataDir, 'lock'), 'utf8')).runFolder

const fileIn = (folder: string, name: string) => {
  writeFileSync(join(folder, name), '')
  return join(folder, name)
}
const folderIn = (folder: string, name: string) => {
  mkdirSync(join(folder, name), { recursive: true })
  return folder
}

/** Whether this user may mount a read-only folder. */
function readOnlyWorks(): boolean {
  return spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0
}

function openSocket(address: string): Socket {
  const socket = connect(Number(new URL(address).port), new URL(address).hostname)
  onTestFinished(() => void socket.destroy())
  return socket.on('error', () => undefined)
}

/** How to connect to the Postgres of a running program. */
function urlOf(dataDir: string): string {
  const password = readFileSync(join(dataDir, 'secrets', 'database'), 'utf8').trim()
  const sockets = encodeURIComponent(join(runFolderOf(dataDir), 's'))
  return `postgres://plumbline:${password}@localhost/postgres?host=${sockets}`
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

test('an embedded database with another password stops the start with one line that names it', async () => {
  const dataDir = await startedFolder()
  writeFileSync(join(dataDir, 'secrets', 'database'), 'another')
  const program = start({ PLUMBLINE_DATA: dataDir })
  expect(await program.ended).toBe(1)
  expect(program.said.err).toMatch(
    /^Plumbline cannot start: the embedded database cannot be reached: password authentication failed .*\n$/,
  )
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

test.each([
  ['/proc/x', () => '/proc/x', 'PLUMBLINE_DATA must be a folder this program may write to'],
  [
    'a file',
    (folder: string) => fileIn(folder, 'file'),
    'PLUMBLINE_DATA must be a folder this program may write to',
  ],
  ['a folder named lock', (folder: string) => folderIn(folder, 'lock'), 'lock is not a file of'],
  [
    'a folder named secrets/session',
    (folder: string) => folderIn(folder, 'secrets/session'),
    'secrets/session cannot be used (EISDIR',
  ],
  [
    'a file named secrets',
    (folder: string) => fileIn(folder, 'secrets') && folder,
    'secrets/session cannot be used (ENOTDIR',
  ],
  [
    'a file named postgres',
    (folder: string) => fileIn(folder, 'postgres') && folder,
    'cannot be used (ENOTDIR',
  ],
])('a data folder that is unusable, %s, stops the start with one line', async (_, make, line) => {
  const program = start({ PLUMBLINE_DATA: make(dataFolder()) })
  expect(await program.ended).toBe(1)
  expect(program.said.out).toBe('')
  expect(program.said.err).toMatch(/^Plumbline cannot start: .*\n$/)
  expect(program.said.err).toContain(line)
})

test.runIf(readOnlyWorks())('a read-only data folder stops the start with one line', async () => {
  const folder = dataFolder()
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', folder])
  const program = start({ PLUMBLINE_DATA: folder })
  const code = await program.ended
  execFileSync('umount', [folder])
  expect(code).toBe(1)
  expect(program.said.err).toMatch(
    /^Plumbline cannot start: PLUMBLINE_DATA must be a folder this program may write to \(EROFS.*\n$/,
  )
})

test('a program whose data folder was taken by another one stops with one line', async () => {
  const dataDir = await startedFolder()
  const program = start({ PLUMBLINE_DATA: dataDir })
  await program.ready
  const { main } = postgresOf(dataDir)
  writeFileSync(join(dataDir, 'lock'), '{"of":"another program"}')
  expect(await program.ended).toBe(1)
  expect(program.said.err).toMatch(
    /^Plumbline stops: another Plumbline has taken over the data folder .*\n$/,
  )
  await vi.waitFor(() => expect(existsSync(`/proc/${main}`)).toBe(false), 20_000)
})

test('a signal ends the program within half a minute, whatever is under way', async () => {
  const dataDir = await startedFolder()
  const program = start({ PLUMBLINE_DATA: dataDir })
  const address = await program.ready
  const cookie = await setUp(address)

  // An upload that sends a byte now and then.
  const upload = openSocket(address)
  upload.write(
    `POST /api/photos HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 4000000\r\n\r\n` +
      '--x\r\nContent-Disposition: form-data; name="photo"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n',
  )
  const drip = setInterval(() => upload.write('x'), 100)
  // A transaction that another one waits for, whose request has begun. The table is one that the program does not read by itself.
  const holder = new pg.Client({ connectionString: urlOf(dataDir) })
  holder.on('error', () => undefined)
  await holder.connect()
  await holder.query('begin; lock table rental_properties in access exclusive mode')
  const waiting = fetch(`${address}/api/rental-properties`, { headers: { cookie } }).catch(
    () => undefined,
  )
  const locks = 'select count(*)::int as waiting from pg_locks where not granted'
  await vi.waitFor(async () => expect((await holder.query(locks)).rows[0].waiting).toBe(1), 20_000)
  await vi.waitFor(() => expect(readdirSync(join(dataDir, 'uploads'))).toHaveLength(1), 20_000)
  // More than the system buffers.
  const reader = openSocket(address).pause()
  reader.write('GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(60))

  const begin = performance.now()
  expect(await program.end()).toBe(0)
  expect(performance.now() - begin).toBeLessThan(30_000)
  clearInterval(drip)
  await waiting
  expect(existsSync(join(dataDir, 'lock'))).toBe(false)
  expect(await health(await start({ PLUMBLINE_DATA: dataDir }).ready)).toBe(200)
})

test('a port in use stops the start with one line, and Postgres with it', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const address = other.address()
  const port = String(typeof address === 'object' && address?.port)
  const dataDir = await startedFolder()
  const program = start({ PLUMBLINE_DATA: dataDir, PORT: port })
  expect(await program.ended).toBe(1)
  expect(program.said.err).toBe(
    `Plumbline cannot start: PORT ${port} is in use by another program\n`,
  )
  expect(existsSync(`${dataDir}/postgres/postmaster.pid`)).toBe(false)
  other.close()
})

test('a signal during fifty requests aborts none of them', async () => {
  const dataDir = await startedFolder()
  // It says when a request has arrived.
  const program = start({ PLUMBLINE_DATA: dataDir, LOG_LEVEL: 'info' })
  const address = await program.ready
  // Unlike the health, this asks the database every time.
  const ask = async () => (await fetch(`${address}/api/setup`)).status
  const fifty = () => Promise.all(Array.from({ length: 50 }, ask))
  await fifty()
  const sessions = postgresOf(dataDir).sessions()
  for (const pid of sessions) process.kill(pid, 'SIGSTOP')
  const answers = fifty()
  const arrived = () => program.said.out.split('"incoming request"').length - 1
  await expect.poll(arrived, { timeout: 30_000 }).toBe(100)
  program.signal('SIGTERM')
  // It has begun to stop once it takes no new connection.
  const isOpen = () =>
    new Promise<boolean>((resolve) => {
      const socket = openSocket(address)
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    })
  await expect.poll(isOpen, { timeout: 20_000 }).toBe(false)
  for (const pid of sessions) process.kill(pid, 'SIGCONT')
  expect(await answers).toEqual(Array(50).fill(200))
  expect(await program.ended).toBe(0)
})

test('while Postgres is gone the program answers 503, and recovers soon after', async () => {
  const dataDir = await startedFolder()
  const program = start({ PLUMBLINE_DATA: dataDir })
  const address = await program.ready
  for (let round = 0; round < 3; round++) {
    process.kill(postgresOf(dataDir).main, 'SIGKILL')
    const deadline = performance.now() + 30_000
    const seen = new Set<number>()
    for (let last = 0; last !== 200 || !seen.has(503); ) {
      expect(performance.now()).toBeLessThan(deadline)
      // Unlike the health, this asks the database every time.
      const answer = await fetch(`${address}/api/setup`)
      last = answer.status
      seen.add(last)
      if (last === 503) expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
    }
    expect(seen).toEqual(new Set([503, 200]))
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

test.each(['users', 'photos', 'audit_entries'])(
  'a program killed while it migrates, at the table %s, leaves a database that the next one migrates',
  async (table) => {
    const { url, drop } = await emptyDatabase()
    onTestFinished(drop)
    const run = () => start({ PLUMBLINE_DATA: dataFolder(), DATABASE_URL: url, SESSION_SECRET })
    const states = () =>
      query(
        url,
        "select wait_event_type as waits from pg_stat_activity where application_name = 'plumbline' and datname = current_database()",
      )
    // A table of the same name that is not committed makes the migration wait at its own.
    const holder = new pg.Client({ connectionString: url })
    await holder.connect()
    onTestFinished(() => holder.end())
    await holder.query(`begin; create table ${table} (id uuid)`)
    const node = run()
    await vi.waitFor(async () => expect(await states()).toContainEqual({ waits: 'Lock' }), 60_000)
    await node.end('SIGKILL')
    await holder.query('rollback')
    await vi.waitFor(async () => expect(await states()).toEqual([]), 20_000)
    expect(
      await query(url, "select count(*)::int as tables from pg_tables where schemaname = 'public'"),
    ).toEqual([{ tables: 0 }])
    expect(await health(await run().ready)).toBe(200)
  },
)

test('a request that comes through a tunnel has the code for setup printed, once', async () => {
  const program = start({ PLUMBLINE_DATA: await startedFolder() })
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
