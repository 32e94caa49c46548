import type { Pool, PoolClient, QueryArrayConfig } from 'pg'

/**
 * The number of items in memory at a time. A list with more items is long. Other requests are
 * served between two batches.
 */
export const BATCH = 100

/** A prepared Drizzle query: the statement, and the mapping of its rows. */
export interface PreparedRows<R> {
  execute(): Promise<R[]>
}

/** A property of a prepared Drizzle query that its types omit. */
interface WithClient {
  client: { query(config: QueryArrayConfig, params: unknown[]): Promise<unknown> }
}

/**
 * A list too long to send at once. It is read from a snapshot taken when the first items are read.
 */
export class LongList<T> {
  /**
   * Reads the items. A connection of the pool is held until the last item was read, or the reader
   * returns.
   */
  readonly batches: (pool: Pool) => AsyncGenerator<T[]>

  constructor(batches: (pool: Pool) => AsyncGenerator<T[]>) {
    this.batches = batches
  }
}

/** The items of an in-memory list, in batches. */
export async function* slicesOf<T>(items: readonly T[]) {
  for (let from = 0; from < items.length; from += BATCH) yield items.slice(from, from + BATCH)
}

/** A list of the rows of a query, which runs when the list is read. */
export function longListOf<R, T>(query: PreparedRows<R>, toItem: (row: R) => T): LongList<T> {
  return new LongList(async function* (pool) {
    const client = await pool.connect()
    try {
      // The whole result is read, so the plan should minimize the total time, not the time to the
      // first rows.
      await client.query('begin read only; set local cursor_tuple_fraction = 1')
      for await (const rows of rowsOf(query, client)) yield rows.map(toItem)
    } finally {
      await client.query('commit').then(
        () => client.release(),
        () => client.release(true),
      )
    }
  })
}

/**
 * The rows of a query in batches, through a cursor. Drizzle does not support cursors, so the query
 * is given a client that fetches the next rows instead of running it again.
 */
async function* rowsOf<R>(query: PreparedRows<R>, client: PoolClient): AsyncGenerator<R[]> {
  let isOpen = false
  const fetching: WithClient['client'] = {
    async query({ text, ...config }, params) {
      if (!isOpen) await client.query(`declare list no scroll cursor for ${text}`, params)
      isOpen = true
      return client.query({ ...config, text: `fetch ${BATCH} from list` })
    },
  }
  const fetched: PreparedRows<R> & WithClient = Object.assign(query, { client: fetching })
  for (;;) {
    const rows = await fetched.execute()
    if (rows.length > 0) yield rows
    if (rows.length < BATCH) return
  }
}
