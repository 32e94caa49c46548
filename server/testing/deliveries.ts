import type { NotificationName } from '@plumbline/contract/notificationKinds.ts'
import { notificationNames } from '@plumbline/contract/notificationKinds.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { queueDeliveries } from '../app/delivery/service.ts'
import type { Db } from '../platform/db/handle.ts'
import { notifications } from '../schema/notifications.ts'

interface Happening {
  readonly personId: string
  readonly name: NotificationName
  readonly jobId?: string
  readonly actorId?: string
  readonly subjectId: string
  readonly count?: number
}

/**
 * Notifies a person like the notifier does: an unread notification is counted up.
 * @returns its id
 */
export async function notify(db: Db, happening: Happening, now: Date, emails = true) {
  const { personId, name, count = 1 } = happening
  const kind = notificationNames[name]
  const day = now.toISOString().slice(0, 10)
  return db.transaction(async (tx) => {
    const { jobId = null, actorId = null } = happening
    const same = and(
      ...[eq(notifications.personId, personId), eq(notifications.name, name)],
      ...[sql`${notifications.jobId} is not distinct from ${jobId}`, eq(notifications.day, day)],
      ...[
        sql`${notifications.actorId} is not distinct from ${actorId}`,
        isNull(notifications.readAt),
      ],
    )
    const more = { count: sql`${notifications.count} + ${count}`, subjectId: happening.subjectId }
    const counted = await tx
      .update(notifications)
      .set({ ...more, updatedAt: now })
      .where(same)
      .returning({ id: notifications.id })
    const added = { ...happening, kind, day, createdAt: now, updatedAt: now }
    const [row] =
      counted.length > 0
        ? counted
        : await tx.insert(notifications).values(added).returning({ id: notifications.id })
    const notificationId = row?.id ?? ''
    await queueDeliveries(tx, [{ notificationId, personId, kind, name }], now, emails)
    return notificationId
  })
}
