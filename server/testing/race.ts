import { setTimeout as sleep } from 'node:timers/promises'
import type { TestApp } from './testApp.ts'

/** The number of concurrent calls. */
const CALLS = 3

/**
 * The results of three calls that wait for the same lock, which is held until all of them do. Calls
 * that are merely sent together could run one after the other.
 * @param lock the statement that takes the lock
 */
export async function race<T>(
  { pool }: Pick<TestApp, 'pool'>,
  lock: string,
  call: () => Promise<T>,
): Promise<T[]> {
  const holder = await pool.connect()
  try {
    await holder.query(`begin; ${lock}`)
    const results = Promise.all(Array.from({ length: CALLS }, call))
    await allWait(pool)
    await holder.query('commit')
    return await results
  } finally {
    // Rolls back a transaction that is still open.
    holder.release(true)
  }
}

/**
 * Waits until all calls wait for a lock.
 * @throws Error when fewer do after ten seconds
 */
async function allWait(pool: TestApp['pool']) {
  const waiting = `select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  for (const end = performance.now() + 10_000; ; await sleep(5)) {
    const { rows } = await pool.query<{ count: number }>(waiting)
    if (rows[0]?.count === CALLS) return
    if (performance.now() > end) throw new Error(`${rows[0]?.count} of ${CALLS} calls wait`)
  }
}
