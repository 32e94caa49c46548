import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { queueReminders } from '../../features/invoices/reminders.ts'
import { outer } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { jobMutes, notifications } from '../../schema/notifications.ts'
import * as queries from './queries.ts'
import { digestOf } from './service.ts'

/** A notification as it was when the content of a delivery was decided. */
export interface Seen {
  readonly id: string
  /** The number of things it stood for. */
  readonly count: number
  /** Whether emails have now reported all of them. */
  readonly isEmailed: boolean
}

/** The result of a delivery. */
export type Outcome =
  | { readonly state: 'sent' | 'dropped'; readonly seen: readonly Seen[] }
  | { readonly state: 'failed'; readonly seen: readonly Seen[]; readonly error: string }
  | {
      readonly state: 'waiting'
      readonly dueAt: Date
      readonly attempts?: number
      /** Null for one that was not tried yet. */
      readonly error?: string | null
    }

const { id, kind, count, emailedCount, readAt, actorId } = notifications
const isMuted = sql<boolean>`exists (select 1 from ${jobMutes} m
  where m.person_id = ${outer(notifications.personId)} and m.job_id = ${outer(notifications.jobId)})`
const shape = { id, kind, count, emailedCount, readAt, actorId, isMuted }

/** The most notifications of one daily email. The others come with the next one. */
const MAX_IN_DIGEST = 1_000

/** The notifications that a delivery is about, as they are now. */
export function findSubjects(db: Db, { personId, notificationId }: queries.PersonalDelivery) {
  const query = db.select(shape).from(notifications)
  if (notificationId !== null) return query.where(eq(id, notificationId))
  return query
    .where(and(eq(notifications.personId, personId), eq(notifications.inDigest, true)))
    .orderBy(asc(notifications.updatedAt), asc(id))
    .limit(MAX_IN_DIGEST)
}
export type Subject = Awaited<ReturnType<typeof findSubjects>>[number]

/** The facts about a person that a delivery needs; undefined for a removed one. */
export async function findRecipient(db: Db, personId: string) {
  const [recipient] = await queries.findRecipients(db, [personId])
  return recipient
}

/**
 * Records the outcome of a locked delivery. The notifications are locked before the delivery is
 * changed, in the same order as when they are counted up, to prevent deadlocks. Anything added to a
 * notification in the meantime was not queued, because this delivery was still waiting, so it is
 * queued here.
 */
export async function finish(
  db: Db,
  row: queries.DeliveryRow,
  outcome: Outcome,
  now: Date,
): Promise<void> {
  if (outcome.state === 'waiting') {
    const { dueAt, attempts = row.attempts, error = row.error } = outcome
    return queries.updateDelivery(db, row.id, { dueAt, attempts, error })
  }
  const { state, seen } = outcome
  const found = await lockNotifications(db, seen)
  await noteEmailed(db, row, outcome)
  const error = outcome.state === 'failed' ? outcome.error : null
  await queries.updateDelivery(db, row.id, { state, error, finishedAt: now })
  if (row.letter === 'reminder') await queueReminders(db, [row.invoiceId], now, { wait: true })
  if (row.personId === null) return
  const grown = seen.some((one) => (found.get(one.id) ?? 0) > one.count)
  const { personId, channel, notificationId } = row
  if (notificationId !== null) {
    if (grown)
      await queries.insertDeliveries(db, [
        { personId, channel, notificationId, dueAt: now, createdAt: now },
      ])
  } else if (grown || seen.length === MAX_IN_DIGEST) {
    const recipient = await findRecipient(db, personId)
    if (recipient) await queries.insertDeliveries(db, [digestOf(recipient, now)])
  }
}

/** Locks the notifications in a fixed order. @returns the current count of each, by id */
async function lockNotifications(db: Db, seen: readonly Seen[]): Promise<Map<string, number>> {
  if (seen.length === 0) return new Map()
  const ids = seen.map((one) => one.id)
  const rows = await db
    .select({ id, count })
    .from(notifications)
    .where(inArray(id, ids))
    .orderBy(asc(id))
    .for('no key update')
  return new Map(rows.map((one) => [one.id, one.count]))
}

/**
 * Records on the notifications what emails have reported. A daily email removes them from the
 * digest unless more was added in the meantime.
 */
async function noteEmailed(
  db: Db,
  { channel, notificationId }: queries.DeliveryRow,
  { state, seen }: { readonly state: string; readonly seen: readonly Seen[] },
) {
  if (channel !== 'email' || seen.length === 0) return
  const rows = seen.map((one) => ({
    id: one.id,
    count: one.count,
    emailed: state === 'sent' && one.isEmailed ? one.count : 0,
  }))
  const digest = notificationId === null
  await db.execute(sql`
    update ${notifications} n set emailed_count = greatest(n.emailed_count, s.emailed),
      in_digest = n.in_digest and (not ${digest} or n.count > s.count)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) s(id uuid, count int, emailed int)
    where n.id = s.id`)
}
