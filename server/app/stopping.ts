import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../platform/db/open.ts'

/** The deadlines of the steps of a stop, in milliseconds since it began. */
export const STOP_LIMITS = {
  /** What works with the database closes. */
  close: 23_000,
  /** The database is told to stop at once. */
  database: 26_000,
  /** The program exits in any case: who sent the signal would kill it after half a minute. */
  exit: 27_000,
}

/**
 * Closes the parts in the reverse order, then the database, whatever is under way.
 * @param begin when the stop began; milliseconds of `performance.now()`
 */
export async function closeWithin(
  parts: readonly { close(): Promise<unknown> }[],
  database: Pick<Database, 'close'> | undefined,
  begin: number,
  limits: Pick<typeof STOP_LIMITS, 'close' | 'database'> = STOP_LIMITS,
): Promise<void> {
  const closeAll = async () => {
    for (const part of parts.toReversed()) await part.close()
  }
  await Promise.race([closeAll(), sleep(limits.close)])
  await database?.close(begin + limits.database)
}
