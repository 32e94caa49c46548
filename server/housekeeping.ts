import { lt } from 'drizzle-orm'
import { deleteOldEntries } from './audit/queries.ts'
import { passwordResets, sessions } from './auth/table.ts'
import { deleteOldThrottles } from './auth/throttle.ts'
import type { Db } from './db/handle.ts'
import type { Log } from './db/log.ts'
import { deleteExpiredKeys } from './http/idempotency.ts'
import { reason } from './systemError.ts'

const HOUR = 3_600_000

/**
 * Deletes what has expired: sessions, reset links, counted failures, responses stored for
 * Idempotency-Keys, entries of the audit log.
 */
export async function deleteExpired(db: Db, now: Date): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expire, now))
  await db.delete(passwordResets).where(lt(passwordResets.expiresAt, now))
  await deleteOldThrottles(db, now)
  await deleteExpiredKeys(db, now)
  await deleteOldEntries(db)
}

/** Runs {@link deleteExpired} now and every hour until closed. Several nodes may run it at the same time. */
export function startHousekeeping(db: Db, log: Log): { close(): Promise<void> } {
  let underWay = Promise.resolve()
  const round = () => {
    underWay = underWay
      .then(() => deleteExpired(db, new Date()))
      .catch((error: unknown) => log.warn(`Expired rows could not be deleted: ${reason(error)}`))
  }
  const timer = setInterval(round, HOUR).unref()
  round()
  return {
    close() {
      clearInterval(timer)
      return underWay
    },
  }
}
