import { lt } from 'drizzle-orm'
import { passwordResets, sessions } from './auth/table.ts'
import { deleteOldThrottles } from './auth/throttle.ts'
import type { Db } from './db/handle.ts'
import type { Log } from './db/log.ts'
import { deleteQueuedFiles } from './files/deletions.ts'
import type { FileStore } from './files/store.ts'
import { deleteExpiredKeys } from './http/idempotency.ts'
import { reason } from './systemError.ts'

const HOUR = 3_600_000

/**
 * Deletes what has expired: sessions, reset links, counted failures, responses stored for
 * Idempotency-Keys.
 */
export async function deleteExpired(db: Db, now: Date): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expire, now))
  await db.delete(passwordResets).where(lt(passwordResets.expiresAt, now))
  await deleteOldThrottles(db, now)
  await deleteExpiredKeys(db, now)
}

/**
 * Deletes what has expired, and the files whose deletion had to wait, now and every hour until closed. Several nodes may
 * run it at the same time.
 */
export function startHousekeeping(
  { db, files }: { readonly db: Db; readonly files: FileStore },
  log: Log,
): { close(): Promise<void> } {
  let underWay = Promise.resolve()
  const round = () => {
    underWay = underWay
      .then(() => deleteExpired(db, new Date()))
      .catch((error: unknown) => log.warn(`Expired rows could not be deleted: ${reason(error)}`))
      .then(() => deleteQueuedFiles({ db, files }))
      .catch((error: unknown) => log.warn(`Files could not be deleted: ${reason(error)}`))
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
