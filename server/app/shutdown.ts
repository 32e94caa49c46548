import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../platform/db/open.ts'

/** The deadlines of the shutdown steps, in milliseconds since the shutdown began. */
export const STOP_LIMITS = {
  /** The parts that work with the database have closed. */
  close: 23_000,
  /** The database is stopped immediately. */
  database: 26_000,
  /** The process exits regardless. Whatever sent the signal would kill it after 30 seconds. */
  exit: 27_000,
}

/**
 * Closes the parts in reverse order, then the database, even if a part is not closed in time.
 * @param begin when the shutdown began, in milliseconds of `performance.now()`
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
