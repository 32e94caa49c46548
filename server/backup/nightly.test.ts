import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditEntries } from '../audit/table.ts'
import { openClient } from '../db/open.ts'
import { diskStore } from '../files/disk.ts'
import { createLog } from '../log.ts'
import { settings } from '../settings/table.ts'
import { smallCompany } from '../testing/backups.ts'
import { type TestApp, testApp } from '../testing/testApp.ts'
import { lastNight, openBackups } from './nightly.ts'
import { backupState, MAKING_BACKUP_LOCK } from './queries.ts'
import { backups } from './table.ts'

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

const HOUR = 3_600_000
const place = () => path.join(w.settings.dataDir, 'backups')
const onDisk = () => readdirSync(place()).sort()
const rows = () => w.db.select().from(backups).orderBy(backups.startedAt)
const lastEntry = async () =>
  (await w.db.select().from(auditEntries).orderBy(auditEntries.at)).at(-1)

const lines: string[] = []
/** The security events in the log since this was last asked, each with its level. */
const logged = () =>
  lines
    .splice(0)
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'Security event')
    .map(({ level, audit }) => [level, audit.action])
const [INFO, WARN] = [30, 40]

/** A runner on its own clock. */
function runner(
  dataDir = w.settings.dataDir,
  files = diskStore(path.join(w.settings.dataDir, 'files')),
) {
  const clock = { now: new Date('2026-11-23T12:00:00Z') }
  const made = openBackups({
    database: { db: w.db, url: w.pool.options.connectionString ?? '' },
    settings: { dataDir, sessionSecret: w.settings.sessionSecret },
    files,
    now: () => clock.now,
    log: createLog('info', { write: (line) => void lines.push(line) }),
  })
  return { ...made, clock }
}

beforeEach(async () => {
  lines.length = 0
  await w.db.delete(backups)
  rmSync(place(), { recursive: true, force: true })
  // It was set up two days before.
  await w.db.update(settings).set({ backupsKept: 7, createdAt: new Date('2026-11-21T12:00:00Z') })
})

test.each([
  ['2026-11-23T08:29:59Z', '2026-11-22T08:30:00.000Z'],
  ['2026-11-23T08:30:00Z', '2026-11-23T08:30:00.000Z'],
  ['2026-11-24T05:00:00Z', '2026-11-23T08:30:00.000Z'],
  // The hour that the clocks skip, and the one that comes twice.
  ['2026-03-08T12:00:00Z', '2026-03-08T08:30:00.000Z'],
  ['2026-11-01T12:00:00Z', '2026-11-01T08:30:00.000Z'],
])('at %s the last night was %s in Chicago', (now, night) => {
  expect(lastNight(new Date(now), 'America/Chicago').toISOString()).toBe(night)
})

test.each([
  // The clocks change at half past two, at two, at midnight, by half an hour, twice a year around Ramadan, and never.
  ...['Antarctica/Troll', 'America/Chicago', 'Europe/Berlin', 'America/Havana', 'Asia/Beirut'],
  ...['Australia/Lord_Howe', 'Africa/Casablanca', 'Pacific/Kiritimati', 'America/St_Johns', 'UTC'],
])('in %s there is one night on every day of a year, a day apart', (zone) => {
  const start = new Date('2026-01-01T12:00:00Z').getTime()
  const nights = new Set<number>()
  for (let hour = 0; hour < 365 * 24; hour++) {
    const now = new Date(start + hour * HOUR)
    const night = lastNight(now, zone)
    expect(now.getTime() - night.getTime()).toBeGreaterThanOrEqual(0)
    nights.add(night.getTime())
  }
  const all = [...nights]
  expect(all).toEqual([...all].sort((a, b) => a - b))
  const apart = all.slice(1).map((night, index) => (night - (all[index] ?? 0)) / HOUR)
  expect(Math.min(...apart)).toBeGreaterThanOrEqual(22)
  expect(Math.max(...apart)).toBeLessThanOrEqual(26)
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone })
  expect(new Set(all.map((night) => day.format(night))).size).toBe(all.length)
})

describe('a night', () => {
  test('that was missed is made up, and no other one is made that day', async () => {
    const { look, clock } = runner()
    await look()
    await look()
    clock.now = new Date('2026-11-24T08:00:00Z')
    await look()
    expect(onDisk()).toEqual(['plumbline-2026-11-23T120000Z.zip'])
    clock.now = new Date('2026-11-24T08:40:00Z')
    await look()
    expect(onDisk()).toHaveLength(2)
    expect(await lastEntry()).toMatchObject({
      action: 'backup.made',
      actorId: null,
      detail: { missing: 0, files: 6 },
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

  test('passes without one before the first, and when none are kept', async () => {
    const { look } = runner()
    await w.db.update(settings).set({ createdAt: new Date('2026-11-23T11:00:00Z') })
    await look()
    await w.db.update(settings).set({ createdAt: new Date('2026-11-21T12:00:00Z'), backupsKept: 0 })
    await look()
    expect(await rows()).toEqual([])
  })

  test('leaves the number that is kept, of those it made', async () => {
    const { look, clock } = runner()
    await w.db.update(settings).set({ backupsKept: 2 })
    for (let night = 0; night < 4; night++) {
      await look()
      if (night === 0) {
        writeFileSync(path.join(place(), 'mine.zip'), '')
        writeFileSync(path.join(place(), '.plumbline-2026-11-22T083000Z.zip.abc'), 'half')
      }
      clock.now = new Date(clock.now.getTime() + 24 * HOUR)
    }
    expect(onDisk()).toEqual([
      'mine.zip',
      'plumbline-2026-11-25T120000Z.zip',
      'plumbline-2026-11-26T120000Z.zip',
    ])
    const { body } = await w.call('ada', 'GET', '/api/backups')
    expect(body.kept.map(({ file }: { file: string }) => file)).toEqual(onDisk().slice(1).reverse())
  })

  test('that fails says why, deletes nothing, and is not tried again before the next', async () => {
    const first = runner()
    await w.db.update(settings).set({ backupsKept: 1 })
    await first.look()
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
      code: 'ENOSPC',
    })
    const files = { ...diskStore(folder), open: () => Promise.reject(full) }
    const { look, clock } = runner(w.settings.dataDir, files)
    clock.now = new Date('2026-11-24T12:00:00Z')
    logged()
    await look()
    await look()
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
    await first.look()
    expect((await w.call('ada', 'GET', '/api/backups')).body.failure).toBeNull()
  })

  test('that has no folder to write to says so', async () => {
    writeFileSync(place(), 'a file')
    await runner().look()
    expect((await w.call('ada', 'GET', '/api/backups')).body).toMatchObject({
      failure: { problem: expect.stringContaining('EEXIST') },
      kept: [],
    })
    expect(await lastEntry()).toMatchObject({ action: 'backup.failed' })
  })

  test('is left to the node that makes it', async () => {
    const client = await openClient(w.pool.options.connectionString ?? '')
    await client.query(`select pg_advisory_lock(${MAKING_BACKUP_LOCK})`)
    expect((await w.call('ada', 'GET', '/api/backups')).body.running).toBe(true)
    await runner().look()
    expect(await rows()).toEqual([])
    await client.end()
    await Promise.all([runner().look(), runner().look(), runner().look()])
    expect(await rows()).toHaveLength(1)
  })

  test('that the program did not live through is made up, but not for ever', async () => {
    const startedAt = new Date('2026-11-23T11:00:00Z')
    await w.db.insert(backups).values([{ startedAt }, { startedAt }])
    await runner().look()
    expect(await rows()).toHaveLength(3)
    await w.db.update(backups).set({ finishedAt: null, file: null })
    await runner().look()
    expect(await rows()).toHaveLength(3)
  })

  test('ends with the program, without a trace', async () => {
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
    const { look, close } = runner(w.settings.dataDir, files)
    const looked = look()
    while ((await rows()).length === 0);
    const closed = close()
    open()
    await Promise.all([looked, closed])
    expect(await rows()).toEqual([])
    expect(onDisk()).toEqual([])
  })
})

describe('POST /api/backups', () => {
  test('makes one now, for admins who have just entered their password', async () => {
    expect((await w.call('nobody', 'POST', '/api/backups')).status).toBe(401)
    for (const name of ['sam', 'cleo'] as const) {
      expect((await w.call(name, 'POST', '/api/backups')).status).toBe(403)
      expect((await w.call(name, 'GET', '/api/backups')).status).toBe(403)
    }
    const before = w.clock.now
    w.clock.now = new Date(before.getTime() + HOUR)
    expect((await w.call('ada', 'POST', '/api/backups')).body).toMatchObject({
      code: 'passwordRequired',
    })
    w.clock.now = before
    expect((await w.call('ada', 'POST', '/api/backups')).status).toBe(204)
    while (!(await rows())[0]?.finishedAt);
    expect((await w.call('ada', 'GET', '/api/backups')).body.kept).toHaveLength(1)
    expect(await lastEntry()).toMatchObject({
      action: 'backup.made',
      actorId: w.idOf('ada'),
      address: '127.0.0.1',
    })
  })
})
