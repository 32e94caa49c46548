import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { connectTo } from '../../harness/postgres.ts'
import type { Postgres } from '../../harness/server.ts'

/** Rows as text, by table. */
export type Rows = Record<string, Set<string>>

/**
 * The tables that a backup excludes, because their rows expire, belong to one installation, or can
 * be derived from others.
 */
const EXCLUDED_TABLES = [
  ...['sessions', 'password_resets', 'throttles', 'idempotency_keys'],
  ...['backups', 'file_deletions', 'migrations', 'counts'],
  ...['deliveries', 'push_devices', 'push_keys'],
]

/**
 * The tables to which a running program adds rows by itself: notifications, and the updates that it
 * drafts on Fridays.
 */
const PROGRAM_TABLES = ['notifications', 'weekly_updates']
/** The events that a running program publishes by itself. */
export const PROGRAM_EVENTS = [
  ...['notification.changed', 'task.overdue', 'schedule.overdue', 'update.drafted', 'job.progress'],
]
/**
 * SQL for a row of `events` as text, without the column that says whether people have been
 * notified.
 */
export const eventLine = (row: string) => `(to_jsonb(${row}) - 'pending')::text`

/** Returns the tables that a backup contains and that only people change. */
export async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables
     where schemaname = 'public' and tablename <> all($1) order by 1`,
    [[...EXCLUDED_TABLES, ...PROGRAM_TABLES]],
  )
  return rows.map(({ name }) => name)
}

/**
 * Reads every row of these tables. The result is a consistent snapshot only within a repeatable
 * read transaction.
 */
export async function readRows(client: pg.Client): Promise<Rows> {
  const rows: Rows = {}
  for (const name of await tablesOf(client)) {
    const isEvents = name === 'events'
    const found = await client.query<{ row: string }>(
      `select ${isEvents ? eventLine('t') : 't::text'} as row from "${name}" t
       where ${isEvents ? 't.name <> all($1)' : '$1::text[] is not null'}`,
      [PROGRAM_EVENTS],
    )
    rows[name] = new Set(found.rows.map(({ row }) => row))
  }
  return rows
}

/**
 * Calls {@link readRows} in a transaction with a consistent snapshot, over a connection of its own.
 */
export async function rowsIn(postgres: Postgres, database?: string): Promise<Rows> {
  const client = await connectTo(postgres, database)
  try {
    await client.query('begin isolation level repeatable read')
    return await readRows(client)
  } finally {
    await client.end()
  }
}

/**
 * Returns the SHA-256 of each photo file according to the database, by its path below the folder of
 * files.
 */
export async function photoFilesIn(postgres: Postgres): Promise<Record<string, string>> {
  const client = await connectTo(postgres)
  try {
    const { rows } = await client.query<{ path: string; sha256: string }>(
      `select storage_key || '-' || size.key as path, size.value->>'sha256' as sha256
       from photos, jsonb_each(files) as size order by 1`,
    )
    return Object.fromEntries(rows.map(({ path, sha256 }) => [path, sha256]))
  } finally {
    await client.end()
  }
}

/** Returns the rows without audit entries about restores, and the number of those entries. */
export function withoutRestored(rows: Rows): { rows: Rows; restored: number } {
  const entries = [...(rows.audit_entries ?? [])]
  const others = entries.filter((entry) => !entry.includes('backup.restored'))
  return {
    rows: { ...rows, audit_entries: new Set(others) },
    restored: entries.length - others.length,
  }
}

/**
 * Returns the SHA-256 of every file below a folder, by path. Empty when the folder does not exist.
 */
export function filesIn(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {}
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  return Object.fromEntries(
    files
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((file) => [
        file.slice(folder.length + 1),
        createHash('sha256').update(readFileSync(file)).digest('hex'),
      ]),
  )
}
