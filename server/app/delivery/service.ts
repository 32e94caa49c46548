import type { NotificationKind, NotificationName } from '@plumbline/contract/notificationKinds.ts'
import { MINUTE_MS } from '@plumbline/contract/time.ts'
import { inArray } from 'drizzle-orm'
import type { Db } from '../../platform/db/handle.ts'
import type { deliveries } from '../../schema/delivery.ts'
import { notifications } from '../../schema/notifications.ts'
import * as queries from './queries.ts'
import { dueAt, nextDigest } from './times.ts'

/** Delays before sending, so that a burst of notifications becomes one email or push. */
const EMAIL_DELAY_MS = MINUTE_MS
const PUSH_DELAY_MS = 10_000

/** A notification that is new or whose count has increased. */
export interface Added {
  readonly notificationId: string
  readonly personId: string
  readonly kind: NotificationKind
  readonly name: NotificationName
}

/**
 * Queues the emails and pushes about notifications, in the transaction that wrote them. A delivery
 * that is already waiting covers what is added, because its content is decided when it is sent.
 * @param emails whether they are sent here (`sendsEmail`)
 */
export async function queueDeliveries(
  db: Db,
  added: readonly Added[],
  now: Date,
  emails: boolean,
): Promise<void> {
  if (added.length === 0) return
  const ids = [...new Set(added.map(({ personId }) => personId))]
  const found = await queries.findRecipients(db, ids)
  const recipients = new Map(found.map((one) => [one.id, one]))
  const rows: (typeof deliveries.$inferInsert)[] = []
  const daily: string[] = []
  const digests = new Set<string>()
  const later = (milliseconds: number) => new Date(now.getTime() + milliseconds)
  for (const { notificationId, personId, kind, name } of added) {
    const recipient = recipients.get(personId)
    if (!recipient) continue
    const { quiet, timeZone, email, isRefused, hasDevice } = recipient
    const channels = queries.channelsOf(recipient, kind)
    const base = { personId, createdAt: now }
    if (channels.push && hasDevice) {
      const due = dueAt(later(PUSH_DELAY_MS), quiet, timeZone)
      rows.push({ ...base, channel: 'push', notificationId, dueAt: due })
    }
    if (!emails || email === null || isRefused || channels.email === 'off') continue
    if (channels.email === 'daily') {
      daily.push(notificationId)
      if (digests.has(personId)) continue
      digests.add(personId)
      rows.push(digestOf(recipient, now))
    } else if (name !== 'crew.asked') {
      // Crew days have an email of their own.
      const due = dueAt(later(EMAIL_DELAY_MS), quiet, timeZone)
      rows.push({ ...base, channel: 'email', notificationId, dueAt: due })
    }
  }
  if (daily.length > 0)
    await db.update(notifications).set({ inDigest: true }).where(inArray(notifications.id, daily))
  await queries.insertDeliveries(db, rows)
}

/** The next daily email of a person. */
export function digestOf(
  { id: personId, quiet, timeZone }: Pick<queries.Recipient, 'id' | 'quiet' | 'timeZone'>,
  now: Date,
) {
  const { day, at } = nextDigest(now, timeZone)
  const due = dueAt(at, quiet, timeZone)
  return { personId, channel: 'email', digestDay: day, dueAt: due, createdAt: now } as const
}
