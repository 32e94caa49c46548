import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import type { Log } from './log.ts'
import { connect, type Database } from './open.ts'

/** The migrated database that tests get copies of. */
export const template = 'plumbline_template'

export const quiet: Log = { info() {}, warn() {}, error() {} }

interface TemplateCopy extends Database {
  /** What {@link tablesOf} said when it was made. */
  readonly tables: string
}

/** The database that the test files of a worker use one after another, between two of them. */
let spare: TemplateCopy | undefined

/**
 * A migrated, empty database for one test file alone. `close` empties it for the next file, since its connections know all tables
 * by then, which takes those of a new one longer than most tests; where a test has changed the tables it is dropped.
 */
export async function testDatabase(): Promise<Database> {
  const copy = spare ?? (await copyTemplate())
  spare = undefined
  const close = async () => {
    if (spare || (await tablesOf(copy)) !== copy.tables) return copy.close()
    await emptyAgain(copy)
    spare = copy
  }
  return { ...copy, close }
}

async function copyTemplate(): Promise<TemplateCopy> {
  const { url, drop } = await emptyDatabase(`template ${template} strategy file_copy`)
  const database = connect(url, quiet)
  const close = async () => {
    await database.close()
    await drop()
  }
  return { ...database, close, tables: await tablesOf(database) }
}

/** A text that differs once any table, index, trigger or function was changed, or any table analyzed. */
async function tablesOf({ pool }: Pick<Database, 'pool'>): Promise<string> {
  const { rows } = await pool.query<{ tables: string }>(`
    select concat_ws(' ', count(*), max(xmin::text::bigint), (select count(*) from pg_attribute),
      (select count(*) from pg_trigger), (select count(*) from pg_proc), (select count(*) from pg_statistic)) as tables
    from pg_class`)
  return rows[0]?.tables ?? ''
}

/**
 * Deletes all rows, for a file whose every test begins with an empty database: a new one for each would take ten times
 * as long.
 */
export async function emptyAgain({ pool }: Pick<Database, 'pool'>): Promise<void> {
  // A trigger keeps the rows of the audit log, so no trigger runs.
  await pool.query(`do $$ declare name text; begin
    set local session_replication_role = replica;
    for name in select tablename from pg_tables where schemaname = 'public' and tablename <> 'migrations'
      loop execute format('delete from %I', name); end loop; end $$`)
}

/** A new database without a single table, for tests that start the program on it. */
export async function emptyDatabase(
  options = '',
): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = inject('postgresUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await once(server, `create database ${name} ${options}`)
  return {
    url: named(server, name),
    drop: () => once(server, `drop database ${name} with (force)`),
  }
}

/** The address of another database on the same server. */
export function named(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}

async function once(url: string, statement: string): Promise<void> {
  const { pool, close } = connect(url, quiet)
  await pool.query(statement)
  await close()
}
