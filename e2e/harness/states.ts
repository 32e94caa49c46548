import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { connectTo } from './postgres.ts'
import type { Server } from './server.ts'

/** Runs statements in the embedded Postgres of a server. */
async function inPostgres<T>(
  { postgres }: Pick<Server, 'postgres'>,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await connectTo(postgres)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Selects the tables of the application. */
const TABLES = `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`

const filesOf = (server: Server) => join(server.dataDir, 'files')
const savedFiles = (server: Server, state: string) => join(server.dataDir, `files-${state}`)

/** Saves all rows and files of a server under a name, in its own database and data folder. */
export async function saveState(server: Server, state: string): Promise<void> {
  await inPostgres(server, async (client) => {
    await client.query(`create schema ${state}`)
    const { rows } = await client.query<{ name: string }>(TABLES)
    for (const { name } of rows)
      await client.query(`create table ${state}.${name} as table public.${name}`)
  })
  if (existsSync(filesOf(server)))
    cpSync(filesOf(server), savedFiles(server, state), { recursive: true })
}

/**
 * Builds one batch of statements for all tables that deletes the current rows and inserts the saved
 * ones.
 */
const RESTORE = `
  select string_agg(format('delete from public.%1$I; insert into public.%1$I (%2$s) overriding system value
    select %2$s from STATE.%1$I;', tablename, columns), '' order by tablename) as statements
  from pg_tables, lateral (
    select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
    where attrelid = format('public.%I', tablename)::regclass and attnum > 0 and not attisdropped
      and attgenerated = ''
  ) as of_table
  where schemaname = 'public'`

/**
 * Renews the restored sessions, because some actions ask for the password again minutes after the
 * sign-in.
 */
const SIGNED_IN_NOW = `update sessions set sess = sess || jsonb_build_object(
  'createdAt', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'confirmedAt', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));`

/** The restore statements by state. They are the same for every server of a run. */
const restoreStatements = new Map<string, string>()

/** The Postgres error code for a deadlock, here with a transaction of the server. */
const DEADLOCK = '40P01'

/** Restores the rows and files of a running server that were saved under this name. */
export async function restoreState(server: Server, state: string): Promise<void> {
  await inPostgres(server, async (client) => {
    const cached = restoreStatements.get(state)
    const statements =
      cached ??
      (await client.query<{ statements: string }>(RESTORE.replaceAll('STATE', state))).rows[0]
        ?.statements
    if (!statements) throw new Error(`nothing was saved as ${state}`)
    restoreStatements.set(state, statements)
    // Without foreign keys and triggers, because all tables are restored together.
    const restore = () =>
      client.query(
        `begin; set local session_replication_role = replica; ${statements} ${SIGNED_IN_NOW} commit`,
      )
    for (;;) {
      try {
        return await restore()
      } catch (error) {
        await client.query('rollback')
        if (!(error instanceof pg.DatabaseError) || error.code !== DEADLOCK) throw error
      }
    }
  })
  // The server may still be storing a file of the previous story.
  rmSync(filesOf(server), { recursive: true, force: true, maxRetries: 5 })
  if (existsSync(savedFiles(server, state)))
    cpSync(savedFiles(server, state), filesOf(server), { recursive: true })
  else mkdirSync(filesOf(server), { mode: 0o700 })
}
