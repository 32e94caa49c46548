import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openArchive } from '../server/app/backup/archiveReader.ts'
import { makeBackup } from '../server/app/backup/backup.ts'
import { allFiles } from '../server/app/backup/files.ts'
import { EXCLUDED_TABLES } from '../server/app/backup/manifest.ts'
import { restoreArchive } from '../server/app/backup/restore.ts'
import { mergeCounts } from '../server/features/counts/queries.ts'
import { newId } from '../server/platform/db/ids.ts'
import { connect, type Database } from '../server/platform/db/open.ts'
import { emptyDatabase, silentLog, template, testDatabase } from '../server/platform/db/testing.ts'
import { diskStore } from '../server/platform/files/disk.ts'
import { checkFiles } from '../server/platform/files/integrity.ts'
import { auditEntries, auditRepeats } from '../server/schema/audit.ts'
import { credentials, passkeys, recoveryCodes } from '../server/schema/auth.ts'
import { calendarFeeds } from '../server/schema/calendar.ts'
import { stripeEvents } from '../server/schema/cardPayments.ts'
import { deliveries, pushDevices, pushKeys, refusedAddresses } from '../server/schema/delivery.ts'
import { jobs } from '../server/schema/jobs.ts'
import { messageReads } from '../server/schema/messages.ts'
import { notificationChannels, quietHours } from '../server/schema/notifications.ts'
import { calendar } from './calendar.ts'
import { createSample } from './create.ts'
import { storePhotos } from './storePhotos.ts'
import { FRIDAY, readCompany } from './testing.ts'

const options = { now: new Date(FRIDAY), timeZone: 'America/Chicago' }
const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-backup-'))
const file = path.join(folder, 'plumbline.zip')
const store = diskStore(path.join(folder, 'files'))
const sessionSecret = 'the secret of this installation, long enough'

let database: Database
beforeAll(async () => {
  database = await testDatabase()
  const { photos } = await storePhotos(store, calendar(options.now, options.timeZone))
  await createSample(database.db, { ...options, photos, secret: sessionSecret })
  await addMissingRows(database)
  await backUp()
}, 120_000)
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Rows that the sample company lacks, and texts that a line of COPY has to escape. */
async function addMissingRows({ db, pool }: Database) {
  const [owner] = await db.select().from(credentials)
  const userId = owner?.userId ?? ''
  await db.update(credentials).set({ totpSecret: 'sealed', totpLastStep: 4 })
  await db.insert(recoveryCodes).values({ userId, codeHash: 'a'.repeat(64) })
  const [job] = await db.select().from(jobs)
  await db.insert(messageReads).values({ userId, jobId: job?.id ?? '', readAt: new Date() })
  await pool.query(`
    insert into moved_crew_days (move_id, crew_day_id, schedule_entry_id, subcontractor_id, assigned_date)
    select m.id, c.id, schedule_entry_id, subcontractor_id, assigned_date
    from crew_schedule c, schedule_moves m limit 1`)
  await db.insert(passkeys).values({ id: 'key', userId, publicKey: 'k', name: 'Phone' })
  await db.insert(calendarFeeds).values({ userId, tokenHash: 'b'.repeat(64) })
  await db
    .insert(notificationChannels)
    .values({ personId: userId, kind: 'photo', email: 'off', push: true })
  await db.insert(quietHours).values({ personId: userId, from: '21:00', to: '07:00' })
  const digest = { channel: 'email', digestDay: '2026-11-20', dueAt: new Date() } as const
  await db.insert(deliveries).values({ ...digest, personId: userId })
  const keys = { p256dh: 'key', auth: 'secret', userAgent: 'Phone' }
  const endpoint = 'https://push.example.com/1'
  await db.insert(pushDevices).values({ ...keys, personId: userId, sid: 'session', endpoint })
  await db.insert(pushKeys).values({ publicKey: 'public', privateKey: 'sealed' })
  await db
    .insert(refusedAddresses)
    .values({ personId: userId, address: 'gone@example.com', reason: 'No such user' })
  await db.insert(stripeEvents).values({ id: 'evt_1', type: 'checkout.session.expired' })
  const [entry] = await db
    .insert(auditEntries)
    .values({ action: 'signIn.succeeded', actorId: userId })
    .returning({ entryId: auditEntries.id })
  if (entry) await db.insert(auditRepeats).values({ ...entry, fold: 'sign-ins', times: 3 })
  const texts = ['\\N', '\\.', 'a\tb\nc\r\nd', 'ümläut 😀 "quoted", \'\\', '', ' ']
  await db
    .insert(jobs)
    .values(texts.map((notes) => ({ id: newId(), name: notes || 'none', address: 'x', notes })))
}

async function backUp() {
  return makeBackup({ url: database.url, files: store, sessionSecret }, file)
}

/** Restores the backup into the database and a new folder. */
async function restore(url: string) {
  const dataDir = mkdtempSync(path.join(folder, 'restored-'))
  const files = diskStore(path.join(dataDir, 'files'))
  const archive = await openArchive(file)
  const secrets: string[] = []
  try {
    const useSecret = async (secret: string) => void secrets.push(secret)
    await restoreArchive(archive, { url, files, dataDir, useSecret, log: silentLog })
  } finally {
    await archive.close()
  }
  return { files, dataDir, secrets }
}

/** Every row of every table as text, including generated columns, sorted by the text. */
async function dumpTables({ pool }: Pick<Database, 'pool'>) {
  const rows: Record<string, string[]> = {}
  const { rows: names } = await pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migrations'",
  )
  for (const { name } of names) {
    const found = await pool.query<{ row: string }>(
      `select t::text as row from "${name}" t order by 1`,
    )
    rows[name] = found.rows.map(({ row }) => row)
  }
  return rows
}

const structure = async ({ pool }: Pick<Database, 'pool'>) =>
  (
    await pool.query(
      `select conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid) as line
       from pg_constraint where connamespace = 'public'::regnamespace
       union all select tgrelid::regclass::text || ' ' || pg_get_triggerdef(oid)
         from pg_trigger where not tgisinternal
       union all select indexdef from pg_indexes where schemaname = 'public' order by 1`,
    )
  ).rows

describe.each(['an empty database', 'a database that the program has prepared'])('%s', (kind) => {
  let target: { url: string; drop: () => Promise<unknown> }
  let copy: Database
  beforeAll(async () => {
    target = await emptyDatabase(kind === 'an empty database' ? '' : `template ${template}`)
    if (kind === 'an empty database') return
    const prepared = connect(target.url, silentLog)
    await prepared.pool.query("insert into throttles (key, window_start) values ('stale', now())")
    await prepared.close()
  })
  afterAll(async () => {
    await copy?.close()
    await target.drop()
  })

  test('refuses a restore while the program runs on it', async () => {
    const running = connect(target.url, silentLog)
    await running.pool.query('select 1')
    await expect(restore(target.url)).rejects.toThrow('the program is running on this database')
    await running.close()
  })

  test('holds every row and file of the backup afterwards, and nothing else', async () => {
    await mergeCounts(database.db, new Date())
    const before = await dumpTables(database)
    const made = await backUp()
    expect(made).toMatchObject({ missing: [], changed: [], bytes: statSync(file).size })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([])

    const { files, dataDir, secrets } = await restore(target.url)
    copy = connect(target.url, silentLog)
    await mergeCounts(copy.db, new Date())
    const after = await dumpTables(copy)
    expect(secrets).toEqual([sessionSecret])
    const { audit_entries: entries = [], ...others } = after
    const { audit_entries: entriesBefore = [], ...expected } = before
    // The counts are those of the restored rows.
    for (const name of EXCLUDED_TABLES)
      if (name in expected && name !== 'counts') expected[name] = []
    expect(others).toEqual(expected)
    // One more entry: the restore itself.
    expect(entries.filter((entry) => !entriesBefore.includes(entry))).toEqual([
      expect.stringContaining('backup.restored'),
    ])
    expect(entries).toHaveLength(entriesBefore.length + 1)
    // A comparison of empty tables proves nothing, so none may be empty.
    const empty = Object.keys(expected).filter((name) => expected[name]?.length === 0)
    expect(empty.filter((name) => !EXCLUDED_TABLES.includes(name)).sort()).toEqual([])

    expect(await structure(copy)).toEqual(await structure(database))
    expect(
      await checkFiles(files, allFiles(copy.db), {
        now: new Date(Date.now() + 7_200_000),
        contents: true,
      }),
    ).toEqual({ missing: [], changed: [], orphaned: [] })
    expect(readdirSync(dataDir)).toEqual(['files'])
  })

  test('continues the event ids after a restore', async () => {
    const { rows } = await database.pool.query<{ id: number }>(
      'select max(id)::int as id from events',
    )
    const inserted = await copy.pool.query<{ id: string }>(
      "insert into events (name, subject_id) values ('job.created', 'x') returning id",
    )
    expect(Number(inserted.rows[0]?.id)).toBe((rows[0]?.id ?? 0) + 1)
  })

  test('refuses a second restore', async () => {
    const before = await readCompany(copy.db)
    await copy.close()
    await expect(restore(target.url)).rejects.toThrow('this installation has a company')
    copy = connect(target.url, silentLog)
    expect(await readCompany(copy.db)).toEqual(before)
  })
})
