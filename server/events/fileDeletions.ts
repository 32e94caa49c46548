import { pictureSizes } from '@plumbline/contract/photos.ts'
import { inArray, sql } from 'drizzle-orm'
import type { Db } from '../platform/db/handle.ts'
import { pictureKey } from '../platform/files/pictures/store.ts'
import type { FileStore } from '../platform/files/store.ts'
import { fileDeletions } from '../schema/files.ts'

/**
 * The advisory lock for reading the files of an older snapshot, as a backup does. It is taken in
 * shared mode before that snapshot: rows deleted earlier are not in it, and files whose rows are
 * deleted later remain until the lock is released.
 */
export const FILES_IN_USE_LOCK = 7_586_254

/** The number of files deleted at a time. */
const BATCH = 300

interface DeletingWrite {
  /** The transaction that deletes the rows. */
  readonly db: Db
  readonly services: { readonly database: { readonly db: Db }; readonly files: FileStore }
  afterCommit(work: () => Promise<unknown>): void
}

/**
 * Deletes the pictures whose rows this write deletes, by their storage keys. The files are queued
 * in its transaction and deleted after it.
 */
export async function deletePictures(
  { db, services, afterCommit }: DeletingWrite,
  storageKeys: readonly string[],
) {
  if (storageKeys.length === 0) return
  const keys = storageKeys.flatMap((key) => pictureSizes.map((size) => pictureKey(key, size)))
  await queueFileDeletions(db, keys)
  afterCommit(() => deleteQueuedFiles({ db: services.database.db, files: services.files }))
}

/** Queues files, by their keys, to be deleted after the transaction that deletes their rows. */
export async function queueFileDeletions(db: Db, keys: readonly string[]) {
  await db.execute(
    sql`insert into ${fileDeletions} (key) select unnest(${sql.param([...keys])}::varchar[]) on conflict do nothing`,
  )
}

/**
 * Deletes the queued files, unless a backup or an export is running: the next write or the hourly
 * run tries again. A file that cannot be deleted now remains queued too.
 * @throws the error of the first one that could not be deleted
 */
export async function deleteQueuedFiles({ db, files }: { db: Db; files: FileStore }) {
  for (;;) {
    const keys = await deletableKeys(db)
    if (keys.length === 0) return
    const outcomes = await Promise.allSettled(keys.map((key) => files.delete(key)))
    const deleted = keys.filter((_, index) => outcomes[index]?.status === 'fulfilled')
    if (deleted.length > 0)
      await db.delete(fileDeletions).where(inArray(fileDeletions.key, deleted))
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  }
}

/**
 * The keys that may be deleted now. One statement: every row it sees was committed before it checks
 * the locks, so a reader that takes the lock afterwards has a snapshot without the rows of these
 * files.
 */
async function deletableKeys(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ key: string }>(sql`
    select key from ${fileDeletions}
    where not exists (
      select from pg_locks
      where locktype = 'advisory' and classid = 0 and objid = ${FILES_IN_USE_LOCK}::bigint::oid
        and objsubid = 1 and granted
        and database = (select oid from pg_database where datname = current_database()))
    order by created_at limit ${BATCH}`)
  return rows.map(({ key }) => key)
}
