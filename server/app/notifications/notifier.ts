import { dayIn } from '@plumbline/contract/dates.ts'
import { companyTimeZone } from '../../access/company/queries.ts'
import { publish } from '../../events/publish.ts'
import { lockNotifier } from '../../features/notifications/queries.ts'
import type { Db } from '../../platform/db/handle.ts'
import { newId } from '../../platform/db/ids.ts'
import type { Log } from '../../platform/db/log.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { reason } from '../../platform/systemError.ts'
import { queueDeliveries } from '../delivery/service.ts'
import {
  deleteForDeletedSubjects,
  markReadMessages,
  type NewNotification,
  putNotifications,
  withdrawNotifications,
} from './added.ts'
import { findCustomerEmails, type GetsEmail } from './customerEmails.ts'
import { pendingEvents, peopleConcerned, removedMessages, settle } from './pending.ts'
import { notificationOf, type PendingEvent, recipientsOf } from './recipients.ts'

/**
 * Events within this time are processed together. A person who has the conversation open has marked
 * the message as read by then.
 */
const BATCH_WINDOW_MS = 100
const RETRY_DELAY_MS = 5_000

/**
 * The notifications for the events, added up: one for each recipient of everything of the same name
 * that one person did on a job in one day. If an edit came with a move, only the move is reported.
 */
function addUp(
  pending: readonly PendingEvent[],
  people: Awaited<ReturnType<typeof peopleConcerned>>,
  getsEmail: GetsEmail,
  timeZone: string,
): NewNotification[] {
  const moved = new Set(
    pending
      .filter(({ name }) => name === 'schedule.moved')
      .map(({ xid, jobId }) => `${xid} ${jobId}`),
  )
  const rows = new Map<string, NewNotification>()
  for (const event of pending) {
    const { actorId, jobId, subjectId, createdAt } = event
    const name = notificationOf(event.name)
    // The job was deleted in the meantime, so there is nothing to link to.
    if (!name || (jobId !== null && event.job === null)) continue
    if (name === 'schedule.dates' && moved.has(`${event.xid} ${jobId}`)) continue
    const day = dayIn(timeZone, createdAt)
    for (const { id: personId, role } of recipientsOf(event, people)) {
      const key = [personId, name, jobId, actorId, day].join(' ')
      const before = rows.get(key)
      const count = 1 + (before?.count ?? 0)
      const emailedCount = Number(getsEmail(event, personId)) + (before?.emailedCount ?? 0)
      const about = { personId, role, name, jobId, actorId, subjectId, day }
      rows.set(key, { ...about, count, emailedCount, at: createdAt })
    }
  }
  return [...rows.values()]
}

/** The things that were withdrawn: removed messages and deleted photos. */
async function withdrawn(db: Db, pending: readonly PendingEvent[], timeZone: string) {
  const ofMessages = (await removedMessages(db, pending)).map(
    ({ jobId, actorId, createdAt }) =>
      ({ name: 'message.created', jobId, actorId, day: dayIn(timeZone, createdAt) }) as const,
  )
  const ofPhotos = pending.flatMap(({ name, jobId, detail }) =>
    name === 'photo.deleted' && jobId && detail?.uploadedById && detail.uploadedAt
      ? [
          {
            name: 'photo.created' as const,
            jobId,
            actorId: String(detail.uploadedById),
            day: dayIn(timeZone, new Date(detail.uploadedAt)),
          },
        ]
      : [],
  )
  return [...ofMessages, ...ofPhotos]
}

/**
 * Notifies people about the oldest pending events.
 * @param emails whether emails about notifications are sent here
 * @returns whether it found something to do
 */
export async function notifyOnce(
  db: Db,
  { now, emails }: { readonly now: Date; readonly emails: boolean },
): Promise<boolean> {
  await lockNotifier(db)
  const pending = await pendingEvents(db)
  if (pending.length === 0) return false
  const timeZone = await companyTimeZone(db)
  const people = await peopleConcerned(db, pending)
  const rows = addUp(pending, people, await findCustomerEmails(db, pending), timeZone)
  const added = await putNotifications(db, rows)
  const changed = [
    ...added.map(({ personId }) => personId),
    ...(await withdrawNotifications(db, await withdrawn(db, pending, timeZone))),
    ...(await deleteForDeletedSubjects(db, pending)),
  ]
  const read = new Set(await markReadMessages(db, added))
  const toSend = added.filter(({ notificationId }) => !read.has(notificationId))
  await queueDeliveries(db, toSend, now, emails)
  await settle(db, pending)
  if (changed.length > 0) {
    const audience = [...new Set(changed)].join(' ')
    await publish(db, null, {
      name: 'notification.changed',
      subjectId: newId(),
      detail: { audience },
    })
  }
  return true
}

interface NotifierParts {
  readonly db: Db
  /** Whether emails about notifications are sent here. */
  readonly emails: boolean
  readonly now: () => Date
  readonly log: Log
  /** Called when deliveries may have been queued. */
  readonly onQueued: () => void
}

/**
 * Turns events into notifications, each exactly once: events are marked as settled in the
 * transaction that writes the notifications.
 */
export function openNotifier({ db, emails, now, log, onQueued }: NotifierParts) {
  let isClosing = false
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> | undefined
  let isWakeRequested = false

  async function notify(): Promise<boolean> {
    const isAny = await inTransaction(db, (tx) => notifyOnce(tx, { now: now(), emails }))
    if (isAny) onQueued()
    return isAny
  }

  async function work() {
    isWakeRequested = false
    try {
      let isMore = true
      while (isMore && !isClosing) isMore = await notify()
    } catch (error) {
      if (isClosing) return
      log.warn(`People could not be notified: ${reason(error)}`)
      later(RETRY_DELAY_MS)
    }
  }

  function later(delay: number) {
    if (isClosing || timer) return
    timer = setTimeout(() => {
      timer = undefined
      working = work().finally(() => {
        working = undefined
        if (isWakeRequested) later(BATCH_WINDOW_MS)
      })
    }, delay).unref()
  }

  return {
    /** Schedules a check for events, because this node or another one has published some. */
    wake() {
      if (working) isWakeRequested = true
      else later(BATCH_WINDOW_MS)
    },
    async close() {
      isClosing = true
      clearTimeout(timer)
      await working
    },
  }
}
