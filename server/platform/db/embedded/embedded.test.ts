import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { installProgram, isRoot, normalUser, query } from '../../../testing/installed.ts'
import { StartError } from '../../startError.ts'
import { openDatabase } from '../open.ts'
import { silentLog } from '../testing.ts'
import { startEmbedded } from './embedded.ts'
import { processIdentity } from './process.ts'

// Real processes, on machines under load.
vi.setConfig({ testTimeout: 120_000 })

const program = await installProgram()
/** An installation whose install script has not run. */
const bare = await installProgram({ links: false })
afterAll(() => {
  program.remove()
  bare.remove()
}, 120_000)

async function start(dataDir: string) {
  const embedded = await startEmbedded(dataDir, silentLog)
  onTestFinished(() => embedded.stop())
  return embedded
}

/**
 * A copy of a data folder with a database. Creating each takes longer than what most tests are
 * about.
 */
async function initializedFolder(): Promise<string> {
  if (initialized === undefined) {
    initialized = program.dataFolder()
    await (await start(initialized)).stop()
  }
  const copy = program.dataFolder()
  cpSync(initialized, copy, { recursive: true })
  return copy
}
let initialized: string | undefined

const mark = "create table if not exists marks (text text); insert into marks values ('kept')"
/**
 * The id of the process whose parent id and command line match.
 * @throws Error when there is none
 */
function processOf(pattern: RegExp): number {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
  const [, pid, ...line] =
    lines
      .split('\n')
      .map((text) => /^ *(\d+) +(.*)$/.exec(text) ?? [])
      .find(([, , rest]) => rest !== undefined && pattern.test(rest)) ?? []
  if (line.length === 0) throw new Error(`no process matches ${pattern}`)
  return Number(pid)
}
/** The process that stops a Postgres after its program has ended. */
const guardOf = (postgres: number) => processOf(new RegExp(`plumbline-guard ${postgres}$`))
const busySessionOf = (postgres: number) =>
  processOf(new RegExp(`^${postgres} postgres: .* \\[local\\] DO$`))
const marks = (url: string) => query(url, 'select text from marks')
const socketsOf = (url: string) => new URL(url).searchParams.get('host') ?? ''
const runFolderOf = (url: string) => dirname(socketsOf(url))

test('a first start creates a lasting database and nothing else', async () => {
  const dataDir = program.dataFolder()
  const first = await start(dataDir)
  await query(first.url, mark)
  const [settings] = await query(
    first.url,
    `select current_setting('fsync') as fsync, current_setting('timezone') as zone, current_setting('listen_addresses') as open,
      current_setting('max_connections') as connections, current_setting('shared_buffers') as buffers,
      current_setting('server_encoding') as encoding, current_setting('data_checksums') as checksums`,
  )
  expect(settings).toEqual({
    fsync: 'on',
    zone: 'UTC',
    open: '',
    connections: '50',
    buffers: '128MB',
    encoding: 'UTF8',
    checksums: 'on',
  })
  expect(statSync(socketsOf(first.url)).mode & 0o777).toBe(0o700)
  expect(statSync(join(dataDir, 'secrets', 'database')).mode & 0o777).toBe(0o600)
  await first.stop()
  expect(existsSync(runFolderOf(first.url))).toBe(false)
  expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log', 'secrets'])

  const second = await start(dataDir)
  expect(await marks(second.url)).toEqual([{ text: 'kept' }])
  await second.stop()
})

test('a connection needs the password', async () => {
  const dataDir = await initializedFolder()
  const embedded = await start(dataDir)
  const guess = new URL(embedded.url)
  guess.password = 'guess'
  await expect(query(guess.href, 'select 1')).rejects.toThrow('password authentication failed')
  await embedded.stop()

  writeFileSync(join(dataDir, 'secrets', 'database'), 'another')
  const opened = openDatabase(
    { databaseUrl: undefined, databasePrepared: true, dataDir },
    silentLog,
  )
  await expect(opened).rejects.toBeInstanceOf(StartError)
  await expect(opened).rejects.toThrow(
    /^the embedded database cannot be reached: password authentication failed .*$/,
  )
})

test('a second start on the same folder is refused in one line and does not disturb the first', async () => {
  const dataDir = await initializedFolder()
  const first = program.run(dataDir)
  const { url } = await first.ready
  const second = program.run(dataDir)
  await expect(second.ready).rejects.toThrow(
    /^another Plumbline \(process \d+\) is running on the data folder .*$/,
  )
  await query(url, mark)
  expect(await first.end()).toBe(0)
})

test('of several starts at once on a new folder exactly one runs', async () => {
  const dataDir = program.dataFolder()
  const runs = [1, 2, 3, 4].map(() => program.run(dataDir))
  const results = await Promise.allSettled(runs.map((run) => run.ready))
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
  await Promise.all(runs.map((run) => run.end()))
})

test('after kill -9 Postgres ends by itself, and the next start keeps the data', async () => {
  const dataDir = await initializedFolder()
  const first = program.run(dataDir)
  const killed = await first.ready
  await query(killed.url, mark)
  await first.end('SIGKILL')
  await vi.waitFor(() => expect(processIdentity(killed.postgres)).toBeUndefined(), 20_000)

  const second = program.run(dataDir)
  expect(await marks((await second.ready).url)).toEqual([{ text: 'kept' }])
  expect(existsSync(runFolderOf(killed.url))).toBe(false)
  expect(second.said()).toBe('')
  await second.end()
  expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log', 'secrets'])
})

test('after kill -9 of the guard too, the next start stops leftover processes and retains the data', async () => {
  const dataDir = await initializedFolder()
  const first = program.run(dataDir)
  const killed = await first.ready
  await query(killed.url, mark)
  process.kill(guardOf(killed.postgres), 'SIGKILL')
  await first.end('SIGKILL')
  expect(processIdentity(killed.postgres)).toBeDefined()

  const second = program.run(dataDir)
  const { url } = await second.ready
  expect(second.said()).toContain('The last run was killed')
  expect(processIdentity(killed.postgres)).toBeUndefined()
  expect(existsSync(runFolderOf(killed.url))).toBe(false)
  expect(await marks(url)).toEqual([{ text: 'kept' }])
  await second.end()
})

test('after kill -9 of both the program and Postgres, the next start recovers', async () => {
  const dataDir = await initializedFolder()
  const first = program.run(dataDir)
  const killed = await first.ready
  await query(killed.url, mark)
  await first.end('SIGKILL')
  process.kill(killed.postgres, 'SIGKILL')

  const second = program.run(dataDir)
  expect(await marks((await second.ready).url)).toEqual([{ text: 'kept' }])
  expect(existsSync(runFolderOf(killed.url))).toBe(false)
  await second.end()
})

test('a lock or pid file whose process number is now another process does not block the start', async () => {
  const dataDir = await initializedFolder()
  const bystander = process.ppid
  writeFileSync(
    join(dataDir, 'lock'),
    JSON.stringify({ pid: bystander, started: 'before', sockets: '/tmp' }),
  )
  writeFileSync(
    join(dataDir, 'postgres', 'postmaster.pid'),
    `${bystander}\n/elsewhere\n1\n5432\n/tmp\n\n1 1\nready\n`,
  )
  const embedded = await start(dataDir)
  expect(processIdentity(bystander)).toBeDefined()
  await embedded.stop()
})

test('a damaged pid file does not block the start', async () => {
  const dataDir = await initializedFolder()
  for (const damaged of ['', 'x\n', '-7\n/elsewhere\n']) {
    writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), damaged)
    await (await start(dataDir)).stop()
  }
})

test('after kill -9 of both the program and Postgres, the start waits for a session that still writes', async () => {
  const dataDir = await initializedFolder()
  const first = program.run(dataDir)
  const { url, postgres } = await first.ready
  await query(url, mark)
  // A running statement does not notice that the postmaster has ended. This one ends when the test
  // creates a file.
  const busy = query(
    url,
    `do $$ begin while (pg_stat_file('end', true)).size is null loop null; end loop;
    insert into marks values ('late'); end $$`,
  )
  busy.catch(() => undefined)
  const session = await vi.waitFor(() => busySessionOf(postgres), 20_000)
  process.kill(guardOf(postgres), 'SIGKILL')
  process.kill(postgres, 'SIGKILL')
  await first.end('SIGKILL')
  expect(processIdentity(session)).toBeDefined()

  const second = program.run(dataDir)
  const isReady = second.ready.then(() => true)
  expect(await Promise.race([isReady, sleep(1500, false)])).toBe(false)
  writeFileSync(join(dataDir, 'postgres', 'end'), '')
  const again = await second.ready
  expect(await marks(again.url)).toEqual([{ text: 'kept' }, { text: 'late' }])
  await second.end()
})

test('Postgres is restarted at the same address after it was killed', async () => {
  const embedded = await start(await initializedFolder())
  await query(embedded.url, mark)
  const killed = embedded.pid()
  process.kill(killed, 'SIGKILL')
  while (embedded.pid() === killed) await sleep(20)
  expect(await marks(embedded.url)).toEqual([{ text: 'kept' }])
  await embedded.stop()
})

test('a cluster left incomplete by a kill is created again', async () => {
  const dataDir = program.dataFolder()
  const first = program.run(dataDir)
  const draft = () => readdirSync(dataDir).find((name) => name.startsWith('postgres.new-'))
  while (!draft() || readdirSync(join(dataDir, draft() ?? '')).length === 0) await sleep(5)
  await first.end('SIGKILL')
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
  const second = program.run(dataDir)
  expect(await query((await second.ready).url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(draft()).toBeUndefined()
  await second.end()
})

test('a file in place of the cluster is reported in one line', async () => {
  const dataDir = program.dataFolder()
  writeFileSync(join(dataDir, 'postgres'), '')
  await expect(start(dataDir)).rejects.toThrow(
    /^the data folder .* cannot be used \(ENOTDIR: [^\n]*\)$/,
  )
  expect(readdirSync(dataDir)).toEqual(['postgres'])
})

test('a cluster of another Postgres version is reported and not changed', async () => {
  const dataDir = program.dataFolder()
  mkdirSync(join(dataDir, 'postgres'))
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n')
  await expect(start(dataDir)).rejects.toThrow('was made by Postgres 17, this program runs 18')
  expect(readFileSync(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8')).toBe('17\n')
})

test.runIf(isRoot)(
  'a normal user can run it from an installation of another user without its links',
  async () => {
    const run = bare.run(bare.dataFolder(normalUser), normalUser)
    const { url, postgres } = await run.ready
    expect(statSync(`/proc/${postgres}`).uid).toBe(normalUser.uid)
    expect(bare.links()).toBe(0)
    await run.end()
    expect(existsSync(runFolderOf(url))).toBe(false)
  },
)

test('missing library links are created at the start', async () => {
  expect(bare.links()).toBe(0)
  const run = bare.run(bare.dataFolder())
  await run.ready
  expect(bare.links()).toBeGreaterThan(0)
  await run.end()
})

if (isRoot) {
  test('a data folder that is read-only to a normal user is reported in one line', async () => {
    const run = program.run(program.dataFolder(), normalUser)
    await expect(run.ready).rejects.toThrow(
      /^the data folder .* cannot be used \(EACCES: [^\n]*\)$/,
    )
  })

  test('root runs it as an unprivileged account, even below a folder only root can enter', async () => {
    chmodSync(program.folder, 0o700)
    onTestFinished(() => chmodSync(program.folder, 0o755))
    const dataDir = await initializedFolder()
    const first = program.run(dataDir)
    const { url, postgres } = await first.ready
    expect(statSync(`/proc/${postgres}`).uid).toBe(65534)
    await query(url, `${mark}; checkpoint`)
    await first.end('SIGKILL')
    const second = program.run(dataDir)
    expect(await marks((await second.ready).url)).toEqual([{ text: 'kept' }])
    await second.end()
  })

  test('root can run the database of a normal user, who can run it again afterwards', async () => {
    const dataDir = program.dataFolder(normalUser)
    for (const account of [normalUser, undefined, normalUser]) {
      const run = program.run(dataDir, account)
      const { url, postgres } = await run.ready
      expect(statSync(`/proc/${postgres}`).uid).toBe(normalUser.uid)
      await query(url, mark)
      await run.end()
    }
  })

  test('a cluster restored and owned by root can be started', async () => {
    const dataDir = await initializedFolder()
    const first = await start(dataDir)
    await query(first.url, mark)
    await first.stop()
    const restored = program.dataFolder()
    rmSync(restored, { recursive: true })
    cpSync(dataDir, restored, { recursive: true })
    const second = await start(restored)
    expect(await marks(second.url)).toEqual([{ text: 'kept' }])
    await second.stop()
  })
}
