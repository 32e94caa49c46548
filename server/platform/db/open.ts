import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Settings } from '../settings.ts'
import { StartError } from '../startError.ts'
import { isCode, reason } from '../systemError.ts'
import { followCommits } from './commits.ts'
import { isConnectionError } from './connectionErrors.ts'
import { runningAddress, startEmbedded } from './embedded/embedded.ts'
import { ignorePostgresVariables } from './embedded/variables.ts'
import type { Db } from './handle.ts'
import type { Log } from './log.ts'
import { migrate } from './migrate.ts'
import { PreparingClient } from './preparingClient.ts'

/** Milliseconds reserved for the shutdown of Postgres, after waiting for queries. */
const SHUTDOWN_RESERVE_MS = 3000

export interface Database {
  readonly db: Db
  readonly pool: pg.Pool
  /** The URL for a connection outside the pool, such as one that listens. */
  readonly url: string
  /**
   * Waits for running queries, then closes the pool, and Postgres if it is the embedded one. If an
   * end is given, in milliseconds of `performance.now()`, queries still running shortly before are
   * aborted.
   */
  close(end?: number): Promise<void>
}

/**
 * Opens and migrates the database: the server of DATABASE_URL, or an embedded Postgres in the data
 * folder.
 * @param onLost called when another program has taken the data folder of the embedded one
 * @throws StartError when it cannot be reached or started
 */
export async function openDatabase(
  settings: Pick<Settings, 'databaseUrl' | 'databasePrepared' | 'dataDir'>,
  log: Log,
  onLost?: (error: StartError) => void,
): Promise<Database> {
  if (settings.databaseUrl === undefined) ignorePostgresVariables()
  const embedded =
    settings.databaseUrl === undefined
      ? await startEmbedded(settings.dataDir, log, { ...(onLost && { onLost }) })
      : undefined
  const database = connect(settings.databaseUrl ?? embedded?.url ?? '', log, {
    prepared: settings.databasePrepared,
  })
  const close = async (end?: number) => {
    if (end === undefined) await database.close()
    else
      await Promise.race([database.close(), sleep(end - SHUTDOWN_RESERVE_MS - performance.now())])
    await embedded?.stop(end === undefined ? undefined : end - performance.now())
  }
  try {
    await waitForDatabase(database.pool, log, embedded ? 'the embedded database' : 'DATABASE_URL')
    await migrate(database.pool, undefined, (notice) => log.info(`Database: ${notice}`))
  } catch (error) {
    await close()
    throw error
  }
  return { ...database, close }
}

/**
 * Opens the database for a program that runs beside the server: that of a running server, otherwise
 * the embedded Postgres in the data folder, which is started. Nothing is migrated.
 * @param options.alone for work that must not happen beside a server: the data folder has to be
 * unlocked
 * @throws StartError when it cannot be reached or started
 */
export async function attachDatabase(
  { databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  log: Log,
  { alone = false } = {},
): Promise<Pick<Database, 'url' | 'close'>> {
  if (databaseUrl === undefined) ignorePostgresVariables()
  const given = databaseUrl ?? (alone ? undefined : runningAddress(dataDir))
  if (given !== undefined) {
    try {
      const client = await openClient(given)
      await client.end()
      return { url: given, close: async () => {} }
    } catch (error) {
      if (databaseUrl !== undefined)
        throw new StartError(`DATABASE_URL cannot be reached: ${reason(error)}`)
      // It has ended, or is on another machine. The lock decides whether the folder is in use.
    }
  }
  const { url, stop } = await startEmbedded(dataDir, log)
  return { url, close: stop }
}

/**
 * Opens a connection outside the pool for long work, without its timeouts.
 * @param queryTimeout the timeout of one query, in milliseconds; none by default
 */
export async function openClient(url: string, queryTimeout?: number): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'plumbline tool',
    // Times as COPY writes them, and no timeouts, whatever the settings of the server are.
    options: '-c timezone=UTC -c datestyle=ISO -c statement_timeout=0 -c lock_timeout=0',
    connectionTimeoutMillis: 5_000,
    ...(queryTimeout !== undefined && { query_timeout: queryTimeout }),
    keepAlive: true,
  })
  // Without a listener, a broken connection would end the process. The running query fails by
  // itself.
  client.on('error', () => {})
  await client.connect()
  await client.query('set idle_in_transaction_session_timeout = 0')
  return client
}

/**
 * A pool for the URL, and Drizzle on top of it. Connects on first use, and reconnects by itself.
 */
export function connect(url: string, log: Log, { prepared = true } = {}): Database {
  const pool = new pg.Pool({
    ...(prepared && { Client: PreparingClient }),
    connectionString: url,
    application_name: 'plumbline',
    options: '-c timezone=UTC',
    max: 10,
    // Milliseconds. The timeout of the client is for a silent network.
    statement_timeout: 25_000,
    query_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  })
  // Without a listener, a broken connection would end the process: the pool handles idle ones only.
  // A query on a broken connection fails by itself, so nothing more has to be done here. Postgres
  // may stop before the last connections have been closed.
  pool.on('error', (error) => {
    if (!pool.ending) log.warn(`A database connection broke: ${reason(error)}`)
  })
  pool.on('connect', (client) => client.on('error', () => {}))
  return { db: followCommits(drizzle(pool)), pool, url, close: () => pool.end() }
}

/**
 * Waits half a minute for a server that starts at the same time as this program. A host name that
 * does not exist fails at once.
 */
async function waitForDatabase(pool: pg.Pool, log: Log, name: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      const { rows } = await pool.query<{ version: number }>(
        `select current_setting('server_version_num')::int as version`,
      )
      const version = Math.trunc((rows[0]?.version ?? 0) / 10_000)
      if (version < 15)
        throw new StartError(`DATABASE_URL points to Postgres ${version}; 15 or newer is required`)
      return
    } catch (error) {
      if (error instanceof StartError) throw error
      if (!isConnectionError(error) || isCode(error, 'ENOTFOUND') || attempt === 30)
        throw new StartError(`${name} cannot be reached: ${reason(error)}`)
      if (attempt === 0)
        log.warn(`The database cannot be reached yet (${reason(error)}); trying for half a minute`)
      await sleep(1000)
    }
  }
}
