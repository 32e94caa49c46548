import type { Backups } from '@plumbline/contract/backup.ts'
import { and, desc, eq, gte, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/handle.ts'
import { backups } from '../../schema/backup.ts'
import { settings } from '../../schema/settings.ts'

/** The advisory lock held while a backup is made, by one node at a time. */
export const MAKING_BACKUP_LOCK = 7_586_255

const succeeded = and(isNotNull(backups.finishedAt), isNull(backups.problem)) as SQL

/** The state of the company's backups; undefined until the company is set up. */
export async function backupState(db: Db) {
  const { finishedAt, bytes, problem } = backups
  const succeeding = db
    .select({ finishedAt, bytes })
    .from(backups)
    .where(succeeded)
    .orderBy(desc(finishedAt))
    .limit(1)
    .as('succeeding')
  const tried = db
    .select({ problem })
    .from(backups)
    .where(isNotNull(finishedAt))
    .orderBy(desc(finishedAt))
    .limit(1)
    .as('tried')
  const [row] = await db
    .select({
      backupsKept: settings.backupsKept,
      companySince: settings.createdAt,
      /** When the last successful backup ended; null if there is none. */
      finishedAt: succeeding.finishedAt,
      bytes: succeeding.bytes,
      /** Why the last attempt failed; null if it did not. */
      problem: tried.problem,
    })
    .from(settings)
    .leftJoinLateral(succeeding, sql`true`)
    .leftJoinLateral(tried, sql`true`)
  return row
}

/**
 * Whether a backup was attempted since a moment: an attempt has ended, or the program did not
 * survive three of them.
 */
export async function hasTriedSince(db: Db, since: Date): Promise<boolean> {
  const rows = await db
    .select({ finishedAt: backups.finishedAt })
    .from(backups)
    .where(gte(backups.startedAt, since))
  return rows.length >= 3 || rows.some(({ finishedAt }) => finishedAt !== null)
}

/** The backups as the API returns them. */
export async function readBackups(db: Db): Promise<Backups> {
  const rows = await db
    .select()
    .from(backups)
    .where(or(isNotNull(backups.file), isNotNull(backups.problem)))
    .orderBy(desc(backups.startedAt))
    .limit(400)
  const [latest] = rows
  const existing = rows.flatMap(({ id, startedAt, finishedAt, file, bytes }) =>
    file !== null && finishedAt
      ? [
          {
            id,
            startedAt: startedAt.toISOString(),
            finishedAt: finishedAt.toISOString(),
            file,
            bytes: bytes ?? 0,
          },
        ]
      : [],
  )
  const failure =
    latest && latest.problem !== null
      ? { startedAt: latest.startedAt.toISOString(), problem: latest.problem }
      : null
  return { running: await isRunning(db), failure, kept: existing }
}

async function isRunning(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ running: boolean }>(sql`
    select exists (
      select from pg_locks
      where locktype = 'advisory' and classid = 0 and objid = ${MAKING_BACKUP_LOCK}::bigint::oid
        and objsubid = 1 and granted
        and database = (select oid from pg_database where datname = current_database())) as running`)
  return rows[0]?.running ?? false
}

export async function insertBackup(db: Db, startedAt: Date): Promise<string> {
  const [row] = await db.insert(backups).values({ startedAt }).returning({ id: backups.id })
  return row?.id ?? ''
}

export async function finishBackup(
  db: Db,
  id: string,
  result: { finishedAt: Date } & ({ file: string; bytes: number } | { problem: string }),
) {
  await db.update(backups).set(result).where(eq(backups.id, id))
}

/** Deletes a backup that was canceled by a shutdown, which then counts as not attempted. */
export async function deleteBackup(db: Db, id: string) {
  await db.delete(backups).where(eq(backups.id, id))
}

/** Records that backup files have been deleted. */
export async function forgetFiles(db: Db, files: readonly string[]) {
  if (files.length > 0)
    await db
      .update(backups)
      .set({ file: null })
      .where(inArray(backups.file, [...files]))
}
