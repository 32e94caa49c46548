import { HOUR_MS, MINUTE_MS } from '@plumbline/contract/time.ts'
import { deleteQueuedFiles } from '../events/fileDeletions.ts'
import { slices } from '../features/slices.ts'
import { deleteExpiredKeys } from '../http/idempotency.ts'
import { deleteOldThrottles } from '../http/limits/rates.ts'
import type { MaintenanceParts } from '../http/slice.ts'
import { sweepUploads } from '../http/upload.ts'
import type { Log } from '../platform/db/log.ts'
import { reason } from '../platform/systemError.ts'
import { sweepRestores } from './backup/sweepRestores.ts'
import { deleteOldDeliveries } from './delivery/queries.ts'
import { sweepExports } from './export/service.ts'
import { publishOverdue } from './notifications/overdue.ts'
import { publishSettledProgress } from './notifications/progress.ts'
import { publishUnanswered } from './notifications/unanswered.ts'

type Parts = Omit<MaintenanceParts, 'now'>
type Task = (parts: MaintenanceParts) => Promise<unknown>

const everyMinute: readonly Task[] = [
  ...slices.flatMap((slice) => slice.everyMinute ?? []),
  ({ db, now }) => publishOverdue(db, now),
  ({ db, now }) => publishUnanswered(db, now),
  ({ db, now }) => publishSettledProgress(db, now),
]
const everyHour: readonly Task[] = [
  ...everyMinute,
  ...slices.flatMap((slice) => slice.everyHour ?? []),
  ({ db, now }) => deleteOldThrottles(db, now),
  ({ db, now }) => deleteExpiredKeys(db, now),
  ({ db, now }) => deleteOldDeliveries(db, now),
  ({ db, files }) => deleteQueuedFiles({ db, files }),
  ({ dataDir, now }) => sweepUploads(dataDir, now),
  ({ dataDir, now }) => sweepExports(dataDir, now),
  ({ dataDir, now }) => sweepRestores(dataDir, now),
]

/**
 * Runs the tasks of every minute and of every hour, starting immediately, until closed. They delete
 * expired and abandoned data, and include the tasks of each slice. A task that fails is logged and
 * tried again the next time.
 */
export function startMaintenance(parts: Parts, log: Log): { close(): Promise<void> } {
  const run = async (tasks: readonly Task[]) => {
    for (const task of tasks)
      await task({ ...parts, now: new Date() }).catch((error: unknown) =>
        log.warn(`Maintenance failed: ${reason(error)}`),
      )
  }
  let lastRun = Promise.resolve()
  const queue = (tasks: readonly Task[]) => {
    lastRun = lastRun.then(() => run(tasks))
  }
  const timers = [
    setInterval(queue, HOUR_MS, everyHour).unref(),
    setInterval(queue, MINUTE_MS, everyMinute).unref(),
  ]
  queue(everyHour)
  return {
    close() {
      timers.forEach(clearInterval)
      return lastRun
    },
  }
}
