import type { Pool, PoolClient, QueryArrayConfig } from 'pg'

/** A list of more items is long; so many are in memory at a time, and are worked on before others are served. */
export const BATCH = 100

/** A query as Drizzle prepares it: what it asks, and what makes its items of what the driver reads. */
export interface PreparedRows<R> {
  execute(): Promise<R[]>
}

/** What else a prepared query of Drizzle has, which its types leave out. */
interface WithClient {
  client: { query(config: QueryArrayConfig, params: unknown[]): Promise<unknown> }
}

/** A list that is too long to be sent at once. What is read from the database is as it is there when the first items are read. */
export class LongList<T> {
  /** Reads the items; a connection of the pool is kept until the last of them was read, or the reader returns. */
  readonly batches: (pool: Pool) => AsyncGenerator<T[]>

  constructor(batches: (pool: Pool) => AsyncGenerator<T[]>) {
    this.batches = batches
  }
}

/** The items of a list that is in memory, in batches. */
export async function* slicesOf<T>(items: readonly T[]) {
  for (let from = 0; from < items.length; from += BATCH) yield items.slice(from, from + BATCH)
}

/** A list of what a query finds, which is asked for when the list is read. */
export function longListOf<R, T>(query: PreparedRows<R>, toItem: (row: R) => T): LongList<T> {
  return new LongList(async function* (pool) {
    const client = await pool.connect()
    try {
      // All of it is read, so the plan that is best for all of it is wanted, not the one with the first rows soonest.
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
 * The rows of a query in batches, through a cursor. Drizzle knows none, so the query is given a client that fetches the next
 * rows where it would ask for all again.
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
