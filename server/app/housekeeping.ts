import { lt } from 'drizzle-orm'
import { deleteOldResets } from '../access/auth/service.ts'
import { deleteQueuedFiles } from '../events/fileDeletions.ts'
import { deleteOldEntries } from '../features/audit/queries.ts'
import { addUpCounts } from '../features/counts/queries.ts'
import { deleteOldNotifications } from '../features/notifications/queries.ts'
import type { PhotoRenditions } from '../features/photos/renditions.ts'
import { draftWeeklyUpdates } from '../features/weeklyUpdates/draft.ts'
import { deleteExpiredKeys } from '../http/idempotency.ts'
import { deleteOldThrottles } from '../http/throttle.ts'
import { sweepUploads } from '../http/upload.ts'
import type { Db } from '../platform/db/handle.ts'
import type { Log } from '../platform/db/log.ts'
import type { FileStore } from '../platform/files/store.ts'
import { reason } from '../platform/systemError.ts'
import { sessions } from '../schema/auth.ts'
import { sweepRestores } from './backup/sweepRestores.ts'
import { deleteOldDeliveries } from './delivery/queries.ts'
import { sweepExports } from './export/service.ts'
import { publishOverdue } from './notifications/overdue.ts'
import { publishSettledProgress } from './notifications/progress.ts'

const HOUR = 3_600_000
const MINUTE = 60_000

/**
 * Deletes what has expired: sessions, reset links, counted failures, responses stored for
 * Idempotency-Keys, entries of the audit log, notifications, emails that were sent, devices of sessions that are over.
 */
export async function deleteExpired(db: Db, now: Date): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expire, now))
  await deleteOldResets(db, now)
  await deleteOldThrottles(db, now)
  await deleteExpiredKeys(db, now)
  await deleteOldEntries(db)
  await deleteOldNotifications(db, now)
  await deleteOldDeliveries(db, now)
}

interface Household {
  readonly db: Db
  readonly files: FileStore
  readonly dataDir: string
  readonly renditions: PhotoRenditions
}

/**
 * Deletes what has expired, abandoned uploads, exports and restores, and the files whose deletion had to wait, and has the large
 * renditions made that photos lack, now and every hour. Every minute it adds up the counts, tells what is overdue and which
 * progress has settled, and drafts the updates of the week where they are due. Until closed; several nodes may run it at the same time.
 */
export function startHousekeeping(
  { db, files, dataDir, renditions }: Household,
  log: Log,
): { close(): Promise<void> } {
  const everyMinute = [
    () => addUpCounts(db, new Date()),
    () => publishOverdue(db, new Date()),
    () => publishSettledProgress(db, new Date()),
    () => draftWeeklyUpdates(db, new Date()),
  ]
  const chores = [
    ...everyMinute,
    () => deleteExpired(db, new Date()),
    () => deleteQueuedFiles({ db, files }),
    () => sweepUploads(dataDir, new Date()),
    () => sweepExports(dataDir, new Date()),
    () => sweepRestores(dataDir, new Date()),
    () => renditions.catchUp(),
  ]
  const doAll = async (some: typeof chores) => {
    for (const chore of some)
      await chore().catch((error: unknown) => log.warn(`Housekeeping failed: ${reason(error)}`))
  }
  let underWay = Promise.resolve()
  const round = (some: typeof chores) => {
    underWay = underWay.then(() => doAll(some))
  }
  const timers = [
    setInterval(round, HOUR, chores).unref(),
    setInterval(round, MINUTE, everyMinute).unref(),
  ]
  round(chores)
  return {
    close() {
      timers.forEach(clearInterval)
      return underWay
    },
  }
}
