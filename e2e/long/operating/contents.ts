import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { connectTo } from '../../harness/postgres.ts'
import type { Postgres } from '../../harness/server.ts'

/** Rows as text, by their tables. */
export type Rows = Record<string, Set<string>>

/** What a backup leaves out: it ends by itself, is about one installation, or follows from what it holds. */
const LEFT_OUT = [
  ...['sessions', 'password_resets', 'throttles', 'idempotency_keys'],
  ...['backups', 'file_deletions', 'migrations', 'counts'],
  ...['deliveries', 'push_devices', 'push_keys'],
]

/** What a program that runs adds by itself, soon after it was started: whom it notifies, and what it drafts on Fridays. */
const OF_THE_PROGRAM = ['notifications', 'weekly_updates']
/** The events that it publishes by itself. */
export const OWN_EVENTS = [
  ...['notification.changed', 'task.overdue', 'schedule.overdue', 'update.drafted', 'job.progress'],
]
/** A row of `events` as text: whether somebody has been notified of it is left out. */
export const eventLine = (row: string) => `(to_jsonb(${row}) - 'pending')::text`

/** The tables whose rows a backup holds, and that only people change. */
export async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables
     where schemaname = 'public' and tablename <> all($1) order by 1`,
    [[...LEFT_OUT, ...OF_THE_PROGRAM]],
  )
  return rows.map(({ name }) => name)
}

/** Every row of these tables; at one moment within a transaction that sees one. */
export async function readRows(client: pg.Client): Promise<Rows> {
  const rows: Rows = {}
  for (const name of await tablesOf(client)) {
    const isEvents = name === 'events'
    const found = await client.query<{ row: string }>(
      `select ${isEvents ? eventLine('t') : 't::text'} as row from "${name}" t
       where ${isEvents ? 't.name <> all($1)' : '$1::text[] is not null'}`,
      [OWN_EVENTS],
    )
    rows[name] = new Set(found.rows.map(({ row }) => row))
  }
  return rows
}

/** {@link readRows} at one moment, over a connection that is closed afterwards. */
export async function rowsIn(postgres: Postgres, database?: string): Promise<Rows> {
  const client = await connectTo(postgres, database)
  try {
    await client.query('begin isolation level repeatable read')
    return await readRows(client)
  } finally {
    await client.end()
  }
}

/** The SHA-256 that rows state for the files of photos, by the paths below the folder of files. */
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

/** The rows without those that say that they were restored, and how many these are. */
export function withoutRestored(rows: Rows): { rows: Rows; restored: number } {
  const entries = [...(rows.audit_entries ?? [])]
  const others = entries.filter((entry) => !entry.includes('backup.restored'))
  return {
    rows: { ...rows, audit_entries: new Set(others) },
    restored: entries.length - others.length,
  }
}

/** The SHA-256 of every file below a folder, by its path; nothing where there is no folder. */
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
