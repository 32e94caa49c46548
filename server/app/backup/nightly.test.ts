import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { HOUR_MS } from '@plumbline/contract/time.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openClient } from '../../platform/db/open.ts'
import { diskStore } from '../../platform/files/disk.ts'
import { createLog } from '../../platform/log.ts'
import { auditEntries } from '../../schema/audit.ts'
import { backups } from '../../schema/backup.ts'
import { settings } from '../../schema/settings.ts'
import { smallCompany } from '../../testing/backups.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'
import { lastNight, openBackups } from './nightly.ts'
import { backupState, MAKING_BACKUP_LOCK, readBackups } from './queries.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-nightly-'))

let w: TestApp
beforeAll(async () => {
  w = await testApp()
  await smallCompany({ db: w.db }, diskStore(path.join(w.settings.dataDir, 'files')), folder)
})
afterAll(async () => {
  await w.close()
  rmSync(folder, { recursive: true, force: true })
})

const place = () => path.join(w.settings.dataDir, 'backups')
const onDisk = () => readdirSync(place()).sort()
const rows = () => w.db.select().from(backups).orderBy(backups.startedAt)
const lastEntry = async () =>
  (await w.db.select().from(auditEntries).orderBy(auditEntries.at)).at(-1)

const lines: string[] = []
/** The security events in the log since the last call, each with its level. */
const logged = () =>
  lines
    .splice(0)
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'Security event')
    .map(({ level, audit }) => [level, audit.action])
const [INFO, WARN] = [30, 40]

/** A runner with its own clock. */
function runner(
  dataDir = w.settings.dataDir,
  files = diskStore(path.join(w.settings.dataDir, 'files')),
  disk = { minFree: 0, free: Number.POSITIVE_INFINITY },
) {
  const clock = { now: new Date('2026-11-23T12:00:00Z') }
  const made = openBackups({
    database: { db: w.db, url: w.pool.options.connectionString ?? '' },
    settings: { dataDir, sessionSecret: w.settings.sessionSecret, minFree: disk.minFree },
    files,
    now: () => clock.now,
    log: createLog('info', { write: (line) => void lines.push(line) }),
    freeBytes: async () => disk.free,
  })
  return { ...made, clock }
}

const ada = () => ({ person: { id: w.idOf('ada') }, ip: '127.0.0.1' })
/** Waits until no backup is in progress. */
async function idle() {
  while ((await readBackups(w.db)).running) await sleep(5)
}
/** Starts a manual backup, and waits for it to end. */
async function makeByHand({ startNow }: Pick<ReturnType<typeof runner>, 'startNow'>) {
  await startNow(ada())
  await idle()
}

/**
 * A store that returns no file until `open` is called; `requested` resolves at the first request.
 */
function gatedStore() {
  let open = () => {}
  let onRequested = () => {}
  const requested = new Promise<void>((resolve) => {
    onRequested = resolve
  })
  const waiting = new Promise<void>((resolve) => {
    open = resolve
  })
  const store = diskStore(path.join(w.settings.dataDir, 'files'))
  const files = {
    ...store,
    open: async (key: string) => {
      onRequested()
      await waiting
      return store.open(key)
    },
  }
  return { files, requested, open }
}

beforeEach(async () => {
  lines.length = 0
  await w.db.delete(backups)
  rmSync(place(), { recursive: true, force: true })
  // The company was set up two days before.
  await w.db.update(settings).set({ backupsKept: 7, createdAt: new Date('2026-11-21T12:00:00Z') })
})

test.each([
  ['2026-11-23T08:29:59Z', '2026-11-22T08:30:00.000Z'],
  ['2026-11-23T08:30:00Z', '2026-11-23T08:30:00.000Z'],
  ['2026-11-24T05:00:00Z', '2026-11-23T08:30:00.000Z'],
  // Days with a skipped hour, and with a repeated one.
  ['2026-03-08T12:00:00Z', '2026-03-08T08:30:00.000Z'],
  ['2026-11-01T12:00:00Z', '2026-11-01T08:30:00.000Z'],
])('at %s the last nightly time in Chicago was %s', (now, night) => {
  expect(lastNight(new Date(now), 'America/Chicago').toISOString()).toBe(night)
})

test.each([
  // Clock changes at different times of the day, by half an hour, around Ramadan, and never.
  ...['Antarctica/Troll', 'America/Chicago', 'Europe/Berlin', 'America/Havana', 'Asia/Beirut'],
  ...['Australia/Lord_Howe', 'Africa/Casablanca', 'Pacific/Kiritimati', 'America/St_Johns', 'UTC'],
])('in %s there is one nightly time for every day of a year', (zone) => {
  const start = new Date('2026-01-01T12:00:00Z').getTime()
  const nights = new Set<number>()
  // Steps of five hours cover each hour of the day within five days.
  for (let hour = 0; hour < 365 * 24; hour += 5) {
    const now = new Date(start + hour * HOUR_MS)
    const night = lastNight(now, zone)
    expect(now.getTime() - night.getTime()).toBeGreaterThanOrEqual(0)
    nights.add(night.getTime())
  }
  const all = [...nights]
  expect(all).toEqual([...all].sort((a, b) => a - b))
  const apart = all.slice(1).map((night, index) => (night - (all[index] ?? 0)) / HOUR_MS)
  expect(Math.min(...apart)).toBeGreaterThanOrEqual(22)
  expect(Math.max(...apart)).toBeLessThanOrEqual(26)
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone })
  expect(new Set(all.map((night) => day.format(night))).size).toBe(all.length)
})

describe('the nightly backup', () => {
  test('is made at the next start if it was missed, once for that night', async () => {
    const { backUpIfDue, clock } = runner()
    await backUpIfDue()
    await backUpIfDue()
    clock.now = new Date('2026-11-24T08:00:00Z')
    await backUpIfDue()
    expect(onDisk()).toEqual(['plumbline-2026-11-23T120000Z.zip'])
    clock.now = new Date('2026-11-24T08:40:00Z')
    await backUpIfDue()
    expect(onDisk()).toHaveLength(2)
    expect(await lastEntry()).toMatchObject({
      action: 'backup.made',
      actorId: null,
      detail: { missing: 0, files: 7 },
    })
    expect(logged()).toEqual([
      [INFO, 'backup.made'],
      [INFO, 'backup.made'],
    ])
    const [, last] = await rows()
    expect(await backupState(w.db)).toMatchObject({
      ...{ finishedAt: clock.now, bytes: last?.bytes, problem: null },
    })
  })

  test('is skipped before the first night of a company, and when no backups are kept', async () => {
    const { backUpIfDue } = runner()
    await w.db.update(settings).set({ createdAt: new Date('2026-11-23T11:00:00Z') })
    await backUpIfDue()
    await w.db.update(settings).set({ createdAt: new Date('2026-11-21T12:00:00Z'), backupsKept: 0 })
    await backUpIfDue()
    expect(await rows()).toEqual([])
  })

  test('deletes its own oldest archives beyond the number to keep', async () => {
    const { backUpIfDue, clock } = runner()
    await w.db.update(settings).set({ backupsKept: 2 })
    for (let night = 0; night < 4; night++) {
      await backUpIfDue()
      if (night === 0) {
        writeFileSync(path.join(place(), 'mine.zip'), '')
        writeFileSync(path.join(place(), '.plumbline-2026-11-22T083000Z.zip.abc'), 'half')
      }
      clock.now = new Date(clock.now.getTime() + 24 * HOUR_MS)
    }
    expect(onDisk()).toEqual([
      'mine.zip',
      'plumbline-2026-11-25T120000Z.zip',
      'plumbline-2026-11-26T120000Z.zip',
    ])
    const { body } = await w.call('ada', 'GET', '/api/backups')
    expect(body.kept.map(({ file }: { file: string }) => file)).toEqual(onDisk().slice(1).reverse())
  })

  test('that fails reports why, deletes nothing, and is not retried that night', async () => {
    const first = runner()
    await w.db.update(settings).set({ backupsKept: 1 })
    await first.backUpIfDue()
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
      code: 'ENOSPC',
    })
    const files = { ...diskStore(folder), open: () => Promise.reject(full) }
    const { backUpIfDue, clock } = runner(w.settings.dataDir, files)
    clock.now = new Date('2026-11-24T12:00:00Z')
    logged()
    await backUpIfDue()
    await backUpIfDue()
    expect(logged()).toEqual([[WARN, 'backup.failed']])
    expect(onDisk()).toEqual(['plumbline-2026-11-23T120000Z.zip'])
    const problem = 'There is no space left on the disk'
    expect((await w.call('ada', 'GET', '/api/backups')).body).toMatchObject({
      running: false,
      failure: { problem },
      kept: [{ file: 'plumbline-2026-11-23T120000Z.zip' }],
    })
    expect(await rows()).toHaveLength(2)
    expect(await lastEntry()).toMatchObject({ action: 'backup.failed', detail: { problem } })
    first.clock.now = new Date('2026-11-25T12:00:00Z')
    await first.backUpIfDue()
    expect((await w.call('ada', 'GET', '/api/backups')).body.failure).toBeNull()
  })

  test('reports that it has no folder to write to', async () => {
    writeFileSync(place(), 'a file')
    await runner().backUpIfDue()
    expect((await w.call('ada', 'GET', '/api/backups')).body).toMatchObject({
      failure: { problem: expect.stringContaining('EEXIST') },
      kept: [],
    })
    expect(await lastEntry()).toMatchObject({ action: 'backup.failed' })
  })

  test('is made by one node only', async () => {
    const client = await openClient(w.pool.options.connectionString ?? '')
    await client.query(`select pg_advisory_lock(${MAKING_BACKUP_LOCK})`)
    expect((await w.call('ada', 'GET', '/api/backups')).body.running).toBe(true)
    await runner().backUpIfDue()
    expect(await rows()).toEqual([])
    await client.end()
    await Promise.all([runner().backUpIfDue(), runner().backUpIfDue(), runner().backUpIfDue()])
    expect(await rows()).toHaveLength(1)
  })

  test('is retried after the program was killed, with three tries at most', async () => {
    const startedAt = new Date('2026-11-23T11:00:00Z')
    await w.db.insert(backups).values([{ startedAt }, { startedAt }])
    await runner().backUpIfDue()
    expect(await rows()).toHaveLength(3)
    await w.db.update(backups).set({ finishedAt: null, file: null })
    await runner().backUpIfDue()
    expect(await rows()).toHaveLength(3)
  })

  test('is canceled when the program stops, and leaves nothing', async () => {
    let open = () => {}
    const waiting = new Promise<void>((resolve) => {
      open = resolve
    })
    const files = {
      ...diskStore(folder),
      open: async () => {
        await waiting
        return undefined
      },
    }
    const { backUpIfDue, close } = runner(w.settings.dataDir, files)
    const backupDone = backUpIfDue()
    while ((await rows()).length === 0) await sleep(5)
    const closeDone = close()
    open()
    await Promise.all([backupDone, closeDone])
    expect(await rows()).toEqual([])
    expect(onDisk()).toEqual([])
  })
})

describe('POST /api/backups', () => {
  test('makes a backup for admins who have just entered their password', async () => {
    expect((await w.call('nobody', 'POST', '/api/backups')).status).toBe(401)
    for (const name of ['sam', 'cleo'] as const) {
      expect((await w.call(name, 'POST', '/api/backups')).status).toBe(403)
      expect((await w.call(name, 'GET', '/api/backups')).status).toBe(403)
    }
    const before = w.clock.now
    w.clock.now = new Date(before.getTime() + HOUR_MS)
    expect((await w.call('ada', 'POST', '/api/backups')).body).toMatchObject({
      code: 'passwordRequired',
    })
    w.clock.now = before
    expect((await w.call('ada', 'POST', '/api/backups')).status).toBe(204)
    while (!(await rows())[0]?.finishedAt) await sleep(5)
    expect((await w.call('ada', 'GET', '/api/backups')).body.kept).toHaveLength(1)
    expect(await lastEntry()).toMatchObject({
      action: 'backup.made',
      actorId: w.idOf('ada'),
      address: '127.0.0.1',
    })
  })
  test('makes one backup for nine concurrent requests, and none while one is running', async () => {
    const { files, open } = gatedStore()
    const { startNow, backUpIfDue } = runner(w.settings.dataDir, files)
    await Promise.all(Array.from({ length: 9 }, () => startNow(ada())))
    expect((await w.call('ada', 'GET', '/api/backups')).body.running).toBe(true)
    await startNow(ada())
    await backUpIfDue()
    open()
    await idle()
    expect(await rows()).toHaveLength(1)
    expect(onDisk()).toHaveLength(1)
  })

  test('retains all nightly backups and the latest seven manual ones', async () => {
    await w.db.update(settings).set({ backupsKept: 2 })
    const made = runner()
    await made.backUpIfDue()
    made.clock.now = new Date('2026-11-24T12:00:00Z')
    await made.backUpIfDue()
    const nightly = ['plumbline-2026-11-23T120000Z.zip', 'plumbline-2026-11-24T120000Z.zip']
    // All within the same second.
    for (let count = 0; count < 9; count++) await makeByHand(made)
    const byHand = Array.from(
      { length: 7 },
      (_, n) => `plumbline-2026-11-24T12000${n + 2}Z-manual.zip`,
    )
    expect(onDisk()).toEqual([...nightly, ...byHand].sort())
    const { body } = await w.call('ada', 'GET', '/api/backups')
    expect(body.kept.map(({ file }: { file: string }) => file).sort()).toEqual(onDisk())
    made.clock.now = new Date('2026-11-25T12:00:00Z')
    await made.backUpIfDue()
    expect(onDisk()).toEqual(
      ['plumbline-2026-11-25T120000Z.zip', ...nightly.slice(1), ...byHand].sort(),
    )
  })

  test('deletes no nightly backups after they are turned off', async () => {
    const made = runner()
    await made.backUpIfDue()
    made.clock.now = new Date('2026-11-24T12:00:00Z')
    await made.backUpIfDue()
    await w.db.update(settings).set({ backupsKept: 0 })
    await makeByHand(made)
    expect(onDisk()).toHaveLength(3)
  })
})

describe('an unfinished archive', () => {
  test('is deleted if the program made it, or if it is unchanged for a day', async () => {
    mkdirSync(place())
    const put = (name: string) => writeFileSync(path.join(place(), name), 'half')
    const old = new Date('2026-11-22T11:00:00Z')
    const recent = new Date('2026-11-23T11:00:00Z')
    for (const name of ['2026-11-23T110000Z.zip', '2026-11-23T110000Z-manual.zip'])
      put(`.plumbline-${name}.0123456789ab`)
    put('.plumbline-killed.zip.0123456789ab')
    utimesSync(path.join(place(), '.plumbline-killed.zip.0123456789ab'), old, old)
    // The draft of a command that is still writing.
    put('.plumbline-mine.zip.0123456789ab')
    utimesSync(path.join(place(), '.plumbline-mine.zip.0123456789ab'), recent, recent)
    await runner().backUpIfDue()
    expect(onDisk()).toEqual([
      '.plumbline-mine.zip.0123456789ab',
      'plumbline-2026-11-23T120000Z.zip',
    ])
  })
})

describe('on an almost full disk', () => {
  const MINIMUM = 100_000_000
  const store = () => diskStore(path.join(w.settings.dataDir, 'files'))
  /** Creates a backup of a size in bytes that was made on a day. */
  function earlier(day: number, bytes: number) {
    mkdirSync(place(), { recursive: true })
    const file = path.join(place(), `plumbline-2026-11-${day}T083000Z.zip`)
    writeFileSync(file, '')
    truncateSync(file, bytes)
  }
  const failure = async () => (await w.call('ada', 'GET', '/api/backups')).body.failure?.problem

  test('no backup starts that would leave too little space, and none is deleted', async () => {
    earlier(20, 1000)
    earlier(21, 1000)
    await w.db.update(settings).set({ backupsKept: 2 })
    const made = runner(w.settings.dataDir, store(), {
      minFree: MINIMUM,
      free: MINIMUM + 1_000_000,
    })
    const before = onDisk()
    await made.backUpIfDue()
    expect(await failure()).toMatch(
      /^not enough free space \(about \d+\.\d MB needed, 101\.0 MB free, and 100\.0 MB must stay free\)$/,
    )
    await makeByHand(made)
    expect(onDisk()).toEqual(before)
    expect((await rows()).map(({ file }) => file)).toEqual([null, null])
  })

  test('a backup that fits is made', async () => {
    await runner(w.settings.dataDir, store(), { minFree: MINIMUM, free: 2 * MINIMUM }).backUpIfDue()
    expect(await failure()).toBeUndefined()
    expect(onDisk()).toHaveLength(1)
  })

  test('the oldest backup is deleted first when it is due and that makes room', async () => {
    for (const day of [19, 20, 21]) earlier(day, 1_000_000_000)
    await w.db.update(settings).set({ backupsKept: 3 })
    await runner(w.settings.dataDir, store(), { minFree: MINIMUM, free: MINIMUM }).backUpIfDue()
    expect(await failure()).toBeUndefined()
    expect(onDisk()).toEqual([
      'plumbline-2026-11-20T083000Z.zip',
      'plumbline-2026-11-21T083000Z.zip',
      'plumbline-2026-11-23T120000Z.zip',
    ])
  })

  test('the only backup is retained until there is another', async () => {
    earlier(21, 1_000_000_000)
    await w.db.update(settings).set({ backupsKept: 1 })
    await runner(w.settings.dataDir, store(), { minFree: MINIMUM, free: MINIMUM }).backUpIfDue()
    expect(await failure()).toMatch(/^not enough free space/)
    expect(onDisk()).toEqual(['plumbline-2026-11-21T083000Z.zip'])
  })

  test('a backup stops when space runs out meanwhile, and its draft is removed', async () => {
    const { files, requested, open } = gatedStore()
    const large = {
      ...files,
      open: async (key: string) => {
        const file = await files.open(key)
        file?.stream.destroy()
        return { stream: Readable.from([Buffer.alloc(1_500_000)]), size: 1_500_000 }
      },
    }
    const disk = { minFree: MINIMUM, free: 2 * MINIMUM }
    const { startNow } = runner(w.settings.dataDir, large, disk)
    await startNow(ada())
    await requested
    disk.free = MINIMUM - 1
    open()
    await idle()
    expect(await failure()).toBe(
      'the disk filled up meanwhile: 100.0 MB free, and 100.0 MB must stay free',
    )
    expect(onDisk()).toEqual([])
  })

  test('free space is not checked with MIN_FREE_MB=0', async () => {
    await runner(w.settings.dataDir, store(), { minFree: 0, free: 0 }).backUpIfDue()
    expect(onDisk()).toHaveLength(1)
  })
})
