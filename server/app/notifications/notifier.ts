import { dayIn } from '@plumbline/contract/dates.ts'
import { companyTimeZone } from '../../access/company/queries.ts'
import { publish } from '../../events/publish.ts'
import type { Db } from '../../platform/db/handle.ts'
import { newId } from '../../platform/db/ids.ts'
import type { Log } from '../../platform/db/log.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { reason } from '../../platform/systemError.ts'
import { queueDeliveries } from '../delivery/service.ts'
import {
  deleteOfDeleted,
  lockNotifier,
  type NewNotification,
  putNotifications,
  readWhereRead,
  takeBack,
} from './added.ts'
import { pendingEvents, peopleConcerned, removedMessages, settle } from './pending.ts'
import { notificationOf, type PendingEvent, recipientsOf } from './recipients.ts'

/** Events that come together are one round, and who has a conversation open has marked it as read by then; milliseconds. */
const TOGETHER = 100
/** Before another attempt after an error; milliseconds. */
const PAUSE = 5_000

/**
 * What the events notify of, added up: a row for each person of what one person did alike on one day. Of a move and the
 * edit it came with, the move is told.
 */
function addUp(
  pending: readonly PendingEvent[],
  people: Awaited<ReturnType<typeof peopleConcerned>>,
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
    // Nothing leads to a job that was deleted meanwhile.
    if (!name || (jobId !== null && event.job === null)) continue
    if (name === 'schedule.dates' && moved.has(`${event.xid} ${jobId}`)) continue
    const day = dayIn(timeZone, createdAt)
    for (const { id: personId, role } of recipientsOf(event, people)) {
      const key = [personId, name, jobId, actorId, day].join(' ')
      const count = 1 + (rows.get(key)?.count ?? 0)
      rows.set(key, { personId, role, name, jobId, actorId, subjectId, day, count, at: createdAt })
    }
  }
  return [...rows.values()]
}

/** What was taken back: messages that were removed, and photos that were deleted. */
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
 * Notifies people of the oldest events of which they have not been notified yet.
 * @param emails whether emails are sent here
 * @returns whether there was one
 */
export async function notifyOnce(
  db: Db,
  { now, emails }: { readonly now: Date; readonly emails: boolean },
): Promise<boolean> {
  await lockNotifier(db)
  const pending = await pendingEvents(db)
  if (pending.length === 0) return false
  const timeZone = await companyTimeZone(db)
  const rows = addUp(pending, await peopleConcerned(db, pending), timeZone)
  const added = await putNotifications(db, rows)
  const changed = [
    ...added.map(({ personId }) => personId),
    ...(await takeBack(db, await withdrawn(db, pending, timeZone))),
    ...(await deleteOfDeleted(db, pending)),
  ]
  const read = new Set(await readWhereRead(db, added))
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
  /** Called when something may have been queued that is to be sent. */
  readonly onQueued: () => void
}

/** Turns events into notifications, each once: they are settled in the transaction that writes these. */
export function openNotifier({ db, emails, now, log, onQueued }: NotifierParts) {
  let isClosing = false
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> | undefined
  let isAsked = false

  async function notify(): Promise<boolean> {
    const isAny = await inTransaction(db, (tx) => notifyOnce(tx, { now: now(), emails }))
    if (isAny) onQueued()
    return isAny
  }

  async function work() {
    isAsked = false
    try {
      let isMore = true
      while (isMore && !isClosing) isMore = await notify()
    } catch (error) {
      if (isClosing) return
      log.warn(`People could not be notified: ${reason(error)}`)
      later(PAUSE)
    }
  }

  function later(delay: number) {
    if (isClosing || timer) return
    timer = setTimeout(() => {
      timer = undefined
      working = work().finally(() => {
        working = undefined
        if (isAsked) later(TOGETHER)
      })
    }, delay).unref()
  }

  return {
    /** Looks for events, soon: some were published, by this node or another one. */
    wake() {
      if (working) isAsked = true
      else later(TOGETHER)
    },
    async close() {
      isClosing = true
      clearTimeout(timer)
      await working
    },
  }
}
