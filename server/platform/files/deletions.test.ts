import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deletePictures, deleteQueuedFiles, FILES_IN_USE_LOCK } from '../../events/fileDeletions.ts'
import { fileDeletions } from '../../schema/files.ts'
import { smallCompany, storedPhoto } from '../../testing/backups.ts'
import { type Database, openClient } from '../db/open.ts'
import { testDatabase } from '../db/testing.ts'
import { diskStore } from './disk.ts'
import type { FileStore } from './store.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-deletions-'))
const files = diskStore(path.join(folder, 'files'))

let database: Database
let key: string
beforeAll(async () => {
  database = await testDatabase()
  await smallCompany(database, files, folder)
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  const { rows } = await database.pool.query<{ id: string }>('select id from users')
  key = await storedPhoto(database, files, folder, rows[0]?.id ?? '')
})

const storedFiles = () =>
  readdirSync(path.join(folder, 'files/photos')).filter((name) => `photos/${name}`.startsWith(key))
    .length
const queued = async () => (await database.db.select().from(fileDeletions)).length

/** Deletes the picture like a write does: in a transaction, with the work after its commit. */
async function remove({
  fails = false,
  store = files,
}: {
  fails?: boolean
  store?: FileStore
} = {}) {
  const later: (() => Promise<unknown>)[] = []
  await database.db
    .transaction(async (tx) => {
      const services = { database, files: store }
      await deletePictures({ db: tx, services, afterCommit: (work) => later.push(work) }, [key])
      expect(storedFiles()).toBe(3)
      if (fails) throw new Error('rolled back')
    })
    .catch(() => later.splice(0))
  for (const work of later) await work()
}

test('files are deleted after the commit, and not when the write fails', async () => {
  await remove({ fails: true })
  await deleteQueuedFiles({ db: database.db, files })
  expect(storedFiles()).toBe(3)
  await remove()
  expect([storedFiles(), await queued()]).toEqual([0, 0])
})

test('files are deleted only after readers of an older snapshot have ended', async () => {
  const readers = [await openClient(database.url), await openClient(database.url)]
  for (const reader of readers)
    await reader.query(`select pg_advisory_lock_shared(${FILES_IN_USE_LOCK})`)
  await remove()
  expect([storedFiles(), await queued()]).toEqual([3, 3])
  await readers[0]?.end()
  await deleteQueuedFiles({ db: database.db, files })
  expect(storedFiles()).toBe(3)
  // A reader whose connection ends releases it too.
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'
       and database = (select oid from pg_database where datname = current_database())`,
  )
  const held = `select from pg_locks where locktype = 'advisory' and objid = ${FILES_IN_USE_LOCK}
    and database = (select oid from pg_database where datname = current_database())`
  while ((await database.pool.query(held)).rowCount);
  await deleteQueuedFiles({ db: database.db, files })
  expect([storedFiles(), await queued()]).toEqual([0, 0])
})

test('a failed deletion is retried', async () => {
  const store: FileStore = {
    ...files,
    delete: (name) =>
      name.endsWith('-full') ? Promise.reject(new Error('away')) : files.delete(name),
  }
  await expect(remove({ store })).rejects.toThrow('away')
  expect([storedFiles(), await queued()]).toEqual([1, 1])
  await deleteQueuedFiles({ db: database.db, files })
  expect([storedFiles(), await queued()]).toEqual([0, 0])
})

test('concurrent deletions do not block each other', async () => {
  await database.pool.query(
    "insert into file_deletions (key) select 'photos/none-' || n from generate_series(1, 700) n",
  )
  await Promise.all([1, 2, 3, 4].map(() => deleteQueuedFiles({ db: database.db, files })))
  expect(await queued()).toBe(0)
})
