import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import type { Log } from './log.ts'
import { connect, type Database } from './open.ts'

/** The migrated database that is copied for tests. */
export const template = 'plumbline_template'

export const silentLog: Log = { info() {}, warn() {}, error() {} }

interface TemplateCopy extends Database {
  /** The result of {@link schemaVersionOf} when it was created. */
  readonly schemaVersion: string
}

/** The database of the last test file of a worker, to be reused by the next one. */
let spare: TemplateCopy | undefined

/**
 * A migrated, empty database for one test file alone. `close` empties it for the next file, since
 * its connections have loaded the schema by then, which takes those of a new database longer than
 * most tests. If a test has changed the schema, it is dropped.
 */
export async function testDatabase(): Promise<Database> {
  const copy = spare ?? (await copyTemplate())
  spare = undefined
  const close = async () => {
    if (spare || (await schemaVersionOf(copy)) !== copy.schemaVersion) return copy.close()
    await deleteAllRows(copy)
    spare = copy
  }
  return { ...copy, close }
}

async function copyTemplate(): Promise<TemplateCopy> {
  const { url, drop } = await emptyDatabase(`template ${template} strategy file_copy`)
  const database = connect(url, silentLog)
  const close = async () => {
    await database.close()
    await drop()
  }
  return { ...database, close, schemaVersion: await schemaVersionOf(database) }
}

/**
 * A text that changes when any table, index, trigger or function is changed, or any table analyzed.
 */
async function schemaVersionOf({ pool }: Pick<Database, 'pool'>): Promise<string> {
  const { rows } = await pool.query<{ tables: string }>(`
    select concat_ws(' ', count(*), max(xmin::text::bigint), (select count(*) from pg_attribute),
      (select count(*) from pg_trigger), (select count(*) from pg_proc), (select count(*) from pg_statistic)) as tables
    from pg_class`)
  return rows[0]?.tables ?? ''
}

/**
 * Deletes all rows, for a file whose every test needs an empty database. Creating one for each
 * would take ten times as long.
 */
export async function deleteAllRows({ pool }: Pick<Database, 'pool'>): Promise<void> {
  // A trigger prevents deletes from the audit log, so triggers are disabled.
  await pool.query(`do $$ declare name text; begin
    set local session_replication_role = replica;
    for name in select tablename from pg_tables where schemaname = 'public' and tablename <> 'migrations'
      loop execute format('delete from %I', name); end loop; end $$`)
}

/** A new database without tables, for tests that start the server on it. */
export async function emptyDatabase(
  options = '',
): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = inject('postgresUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await runOnce(server, `create database ${name} ${options}`)
  return {
    url: databaseUrl(server, name),
    drop: () => runOnce(server, `drop database ${name} with (force)`),
  }
}

/** Does something in a new database without tables, which is dropped afterwards. */
export async function inEmptyDatabase<T>(
  work: (database: ReturnType<typeof connect>) => Promise<T>,
): Promise<T> {
  const { url, drop } = await emptyDatabase()
  const database = connect(url, silentLog)
  try {
    return await work(database)
  } finally {
    await database.close()
    await drop()
  }
}

/** The URL of another database on the same server. */
export function databaseUrl(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}

async function runOnce(url: string, statement: string): Promise<void> {
  const { pool, close } = connect(url, silentLog)
  await pool.query(statement)
  await close()
}
