import type pg from 'pg'
import { openClient } from './open.ts'

/** The number of rows in memory at a time. */
const BATCH = 200

interface SnapshotOptions {
  /** The timeout of one query, in milliseconds; none by default. */
  readonly longest?: number
  /** Called when the connection, and with it the lock, is lost before it is closed. */
  readonly onLost?: (error: Error) => void
}

/**
 * Opens a snapshot of the database (repeatable read, read only), on a separate connection. The
 * shared advisory lock is taken before the snapshot, and held until the connection is closed.
 */
export async function openSnapshot(
  url: string,
  lock: number,
  { longest, onLost }: SnapshotOptions = {},
): Promise<pg.Client> {
  const client = await openClient(url, longest)
  if (onLost) client.on('error', onLost)
  try {
    await client.query('select pg_advisory_lock_shared($1)', [lock])
    await client.query('begin isolation level repeatable read, read only')
  } catch (error) {
    await client.end()
    throw error
  }
  return client
}

/** The rows of a query within a transaction, in batches. Every column has to be text. */
export async function* inBatches(
  client: pg.ClientBase,
  query: string,
): AsyncGenerator<readonly (readonly (string | null)[])[]> {
  await client.query(`declare batches no scroll cursor for ${query}`)
  for (;;) {
    const text = `fetch ${BATCH} from batches`
    const { rows } = await client.query<(string | null)[]>({ text, rowMode: 'array' })
    if (rows.length > 0) yield rows
    if (rows.length < BATCH) break
  }
  await client.query('close batches')
}
