import type pg from 'pg'
import { openClient } from './open.ts'

/** Rows that are in memory at a time. */
const BATCH = 200

interface SnapshotOptions {
  /** How long one query may take; milliseconds. Without it as long as it needs. */
  readonly longest?: number
  /** Called when the connection, and so the lock, breaks before it is closed. */
  readonly onLost?: (error: Error) => void
}

/**
 * Opens a view of the database at one moment (repeatable read, read only), over a connection of its own. The shared advisory
 * lock is taken before that moment, and lasts until the connection is closed.
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

/** The rows of a query within a transaction, in batches; every column has to be text. */
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
