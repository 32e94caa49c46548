import { setTimeout as sleep } from 'node:timers/promises'
import type { TestApp } from './testApp.ts'

/** The number of calls that are made at once. */
const CALLS = 3

/**
 * The answers to three calls that have all begun and wait for one lock, which is held from outside until they do: calls
 * that are only sent together may come one after the other.
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
    const answers = Promise.all(Array.from({ length: CALLS }, call))
    await allWait(pool)
    await holder.query('commit')
    return await answers
  } finally {
    // Ends what is left of the transaction.
    holder.release(true)
  }
}

/** @throws Error when fewer wait after ten seconds */
async function allWait(pool: TestApp['pool']) {
  const waiting = `select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  for (const end = performance.now() + 10_000; ; await sleep(5)) {
    const { rows } = await pool.query<{ count: number }>(waiting)
    if (rows[0]?.count === CALLS) return
    if (performance.now() > end) throw new Error(`${rows[0]?.count} of ${CALLS} calls wait`)
  }
}
