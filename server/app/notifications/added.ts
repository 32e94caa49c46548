import {
  type NotificationKind,
  type NotificationName,
  notificationNames,
} from '@plumbline/contract/notificationKinds.ts'
import type { Role } from '@plumbline/contract/policy.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/handle.ts'
import { newId } from '../../platform/db/ids.ts'
import { messageReads, messages } from '../../schema/messages.ts'
import { jobMutes, notifications } from '../../schema/notifications.ts'
import type { PendingEvent } from './recipients.ts'

/** A notification for a person, to be added to an unread one of the same kind if there is one. */
export interface NewNotification {
  readonly personId: string
  readonly role: Role
  readonly name: NotificationName
  readonly jobId: string | null
  readonly actorId: string | null
  readonly subjectId: string
  readonly day: string
  readonly count: number
  /** The number of these that an email to the customer reports to the person. */
  readonly emailedCount: number
  readonly at: Date
}

/** A notification that is new or whose count has increased. */
export interface AddedNotification {
  readonly notificationId: string
  readonly personId: string
  readonly role: Role
  readonly name: NotificationName
  readonly kind: NotificationKind
}

const NONE = sql`'00000000-0000-0000-0000-000000000000'::uuid`

/**
 * Adds the notifications. A matching unread one is counted up instead. Jobs that a person has muted
 * are left out.
 */
export async function putNotifications(
  db: Db,
  rows: readonly NewNotification[],
): Promise<AddedNotification[]> {
  if (rows.length === 0) return []
  const given = rows.map((row) => ({
    ...row,
    id: newId(),
    kind: notificationNames[row.name],
  }))
  const { rows: added } = await db.execute<{ id: string; person_id: string; name: string }>(sql`
    insert into ${notifications} (id, person_id, name, kind, job_id, actor_id, subject_id, day, count, emailed_count, created_at, updated_at)
    select n.id, n."personId", n.name, n.kind, n."jobId", n."actorId", n."subjectId", n.day, n.count, n."emailedCount", n.at, n.at
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as n(
      id uuid, "personId" uuid, name text, kind text, "jobId" uuid, "actorId" uuid, "subjectId" uuid, day date, count int,
      "emailedCount" int, at timestamptz)
    where not exists (
      select from ${jobMutes} where ${jobMutes.personId} = n."personId" and ${jobMutes.jobId} = n."jobId")
    order by n."personId"
    on conflict (person_id, name, coalesce(job_id, ${NONE}), coalesce(actor_id, ${NONE}), day) where read_at is null
    do update set count = ${notifications}.count + excluded.count,
      emailed_count = ${notifications}.emailed_count + excluded.emailed_count, subject_id = excluded.subject_id,
      updated_at = greatest(${notifications}.updated_at, excluded.updated_at)
    returning id, person_id, name`)
  const roles = new Map(rows.map((row) => [row.personId, row.role]))
  return added.map(({ id, person_id, name }) => ({
    notificationId: id,
    personId: person_id,
    role: roles.get(person_id) as Role,
    name: name as NotificationName,
    kind: notificationNames[name as NotificationName],
  }))
}

/**
 * Marks notifications of messages as read if the person has read the message already.
 * @returns their ids
 */
export async function markReadMessages(
  db: Db,
  added: readonly AddedNotification[],
): Promise<string[]> {
  const ids = added
    .filter(({ name }) => name === 'message.created')
    .map(({ notificationId }) => notificationId)
  if (ids.length === 0) return []
  const { rows } = await db.execute<{ id: string }>(sql`
    update ${notifications} n set read_at = r.read_at from ${messageReads} r, ${messages} m
    where n.id = any(${sql.param(ids)}::uuid[]) and r.user_id = n.person_id and r.job_id = n.job_id
      and m.id = n.subject_id and m.created_at <= r.read_at
    returning n.id`)
  return rows.map(({ id }) => id)
}

/**
 * Subtracts the withdrawn things from the counts of unread notifications, and deletes those with
 * nothing else in them.
 * @returns the ids of the people who had been notified
 */
export async function withdrawNotifications(
  db: Db,
  things: readonly {
    readonly name: NotificationName
    readonly jobId: string
    readonly actorId: string
    readonly day: string
  }[],
): Promise<string[]> {
  if (things.length === 0) return []
  const { rows } = await db.execute<{ person_id: string }>(sql`
    with gone as (
      select name, "jobId", "actorId", day, count(*)::int as count
      from jsonb_to_recordset(${JSON.stringify(things)}::jsonb) as t(name text, "jobId" uuid, "actorId" uuid, day date)
      group by 1, 2, 3, 4),
    told as (
      select n.id, n.person_id, n.count - gone.count as left
      from ${notifications} n join gone on n.name = gone.name and n.job_id = gone."jobId"
        and n.actor_id = gone."actorId" and n.day = gone.day
      where n.read_at is null order by n.id for update of n),
    deleted as (
      delete from ${notifications} n using told where n.id = told.id and told.left <= 0),
    fewer as (
      update ${notifications} n set count = told.left, emailed_count = least(n.emailed_count, told.left)
      from told where n.id = told.id and told.left > 0)
    select person_id from told`)
  return rows.map((row) => row.person_id)
}

/**
 * Deletes unread notifications about a single thing that was deleted or taken back.
 * @returns the ids of the people they were for
 */
export async function deleteForDeletedSubjects(
  db: Db,
  pending: readonly PendingEvent[],
): Promise<string[]> {
  const ids = pending
    .filter(
      ({ name, detail }) =>
        /^(task|schedule|bid|update)\.deleted$/.test(name) ||
        // The approval of the bid was taken back.
        (name === 'bid.status' && detail?.from === 'approved'),
    )
    .map(({ subjectId }) => subjectId)
  if (ids.length === 0) return []
  const { rows } = await db.execute<{ person_id: string }>(sql`
    delete from ${notifications} where subject_id = any(${sql.param(ids)}::uuid[]) and count = 1 and read_at is null
    returning person_id`)
  return rows.map((row) => row.person_id)
}
