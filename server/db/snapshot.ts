import pg from 'pg'
import type { Database } from './open.ts'

/** Rows that are in memory at a time. */
const BATCH = 200

/** A view of the database at one moment, over a connection of its own. */
export interface Snapshot {
  /** The rows of a query in batches; every column has to be text. */
  read(query: string): AsyncGenerator<readonly (readonly (string | null)[])[]>
  /** Ends the transaction; the lock stays. */
  finishReading(): Promise<void>
  /** Closes the connection, and with it the lock. */
  close(): Promise<void>
}

/**
 * Opens a snapshot (repeatable read, read only), after taking a shared advisory lock that lasts until it is closed.
 * @param onLost called when the connection, and so the lock, breaks before
 */
export async function openSnapshot(
  { url }: Pick<Database, 'url'>,
  lock: number,
  onLost: (error: Error) => void,
): Promise<Snapshot> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'plumbline export',
    options: '-c timezone=UTC',
    statement_timeout: 25_000,
    query_timeout: 30_000,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  })
  client.on('error', onLost)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock_shared($1)', [lock])
    await client.query('begin isolation level repeatable read, read only')
  } catch (error) {
    await client.end()
    throw error
  }
  return {
    async *read(query) {
      await client.query(`declare batches no scroll cursor for ${query}`)
      for (;;) {
        const text = `fetch ${BATCH} from batches`
        const { rows } = await client.query<(string | null)[]>({ text, rowMode: 'array' })
        if (rows.length > 0) yield rows
        if (rows.length < BATCH) break
      }
      await client.query('close batches')
    },
    finishReading: async () => void (await client.query('commit')),
    close: () => client.end(),
  }
}
