import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Settings } from '../settings.ts'
import { StartError } from '../startError.ts'
import { isCode, reason } from '../systemError.ts'
import { isConnectionError } from './connectionErrors.ts'
import { startEmbedded } from './embedded/embedded.ts'
import type { Db } from './handle.ts'
import type { Log } from './log.ts'
import { migrate } from './migrate.ts'

export interface Database {
  readonly db: Db
  readonly pool: pg.Pool
  /** For a connection beside the pool: LISTEN needs one of its own. */
  readonly url: string
  /** Waits for what is running, then closes the pool, and the Postgres if it is ours. */
  close(): Promise<void>
}

/**
 * The database, migrated: the server of DATABASE_URL, or a Postgres of our own in the data folder.
 * @throws StartError when it cannot be had
 */
export async function openDatabase(
  settings: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  log: Log,
): Promise<Database> {
  const embedded =
    settings.databaseUrl === undefined ? await startEmbedded(settings.dataDir, log) : undefined
  const database = connect(settings.databaseUrl ?? embedded?.url ?? '', log)
  const close = async () => {
    await database.close()
    await embedded?.stop()
  }
  try {
    await firstContact(database.pool, log)
    await migrate(database.pool)
  } catch (error) {
    await close()
    throw error
  }
  return { ...database, close }
}

/** A pool on the address, and Drizzle over it. Connects when first used, and again by itself. */
export function connect(url: string, log: Log): Database {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'plumbline',
    options: '-c timezone=UTC',
    max: 10,
    // Milliseconds. The client's own limit is for a network that has gone silent.
    statement_timeout: 25_000,
    query_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  })
  // Without a listener a connection that breaks would end the program: the pool hears of idle ones only. Whoever uses
  // one learns of it from the query, so there is nothing more to say here.
  pool.on('error', (error) => log.warn(`A database connection broke: ${error.message}`))
  pool.on('connect', (client) => client.on('error', () => {}))
  return { db: drizzle(pool), pool, url, close: () => pool.end() }
}

/** A server of somebody else's may come up after us, when both start with the machine: wait half a minute for it. A name that leads nowhere is a mistake, though. */
async function firstContact(pool: pg.Pool, log: Log): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      const { rows } = await pool.query<{ version: number }>(
        `select current_setting('server_version_num')::int as version`,
      )
      const version = Math.trunc((rows[0]?.version ?? 0) / 10_000)
      if (version < 15)
        throw new StartError(`DATABASE_URL leads to Postgres ${version}; 15 or newer is needed`)
      return
    } catch (error) {
      if (error instanceof StartError) throw error
      if (!isConnectionError(error) || isCode(error, 'ENOTFOUND') || attempt === 30)
        throw new StartError(`DATABASE_URL cannot be reached: ${reason(error)}`)
      if (attempt === 0)
        log.warn(`The database cannot be reached yet (${reason(error)}); trying for half a minute`)
      await sleep(1000)
    }
  }
}
