import { setTimeout as sleep } from 'node:timers/promises'
import { is } from 'drizzle-orm'
import { PgTransaction } from 'drizzle-orm/pg-core'
import { causeOf, isCode } from '../systemError.ts'
import type { Db } from './handle.ts'
import { isOutdated } from './preparingClient.ts'

const MAX_ATTEMPTS = 3
/**
 * Milliseconds before another attempt: time for the other transaction to finish, so that both do
 * not conflict again.
 */
const RETRY_DELAY_MS = 50

/**
 * Whether Postgres aborted a transaction so that another could continue (a deadlock, or a
 * serialization failure), or because a table was changed meanwhile.
 */
function isRetryable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const cause = causeOf(error)
  return isCode(cause, '40P01', '40001') || isOutdated(cause)
}

/**
 * Runs the work in a transaction. If Postgres aborts it in favor of another, it is retried: nothing
 * was written.
 */
export async function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(work)
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isRetryable(error)) throw error
      await sleep(attempt * RETRY_DELAY_MS)
    }
  }
}

/**
 * A value that each open transaction has of its own, such as a row that is read once in each. A
 * savepoint counts as another transaction. Outside of one there is no value, and none is stored.
 */
export function perTransaction<T>() {
  const values = new WeakMap<Db, T>()
  return {
    get: (db: Db): T | undefined => values.get(db),
    set: (db: Db, value: T) => void (is(db, PgTransaction) && values.set(db, value)),
    clear: (db: Db) => void values.delete(db),
  }
}
