import { causeOf, isCode } from '../systemError.ts'
import type { Db } from './handle.ts'

const TRIES = 3

/** Whether Postgres gave a transaction up so that another could go on: a deadlock, or a lost race. */
function gaveWay(error: unknown): boolean {
  return error instanceof Error && isCode(causeOf(error), '40P01', '40001')
}

/** Runs the work in a transaction, and again when Postgres gave it up for another: nothing of it was written then. */
export async function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(work)
    } catch (error) {
      if (attempt === TRIES || !gaveWay(error)) throw error
    }
  }
}
