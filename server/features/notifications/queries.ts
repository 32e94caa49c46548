import { kinds, kindsFor, type NotificationName } from '@plumbline/contract/notificationKinds.ts'
import {
  type MutedJob,
  type Notification,
  type NotificationFilter,
  UNREAD_NOTIFICATIONS_COUNT_LIMIT,
  type Unread,
} from '@plumbline/contract/notifications.ts'
import { mayEver, type Person, type Role } from '@plumbline/contract/policy.ts'
import { reads } from '@plumbline/contract/readers.ts'
import { DAY_MS } from '@plumbline/contract/time.ts'
import {
  and,
  asc,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  max,
  ne,
  notLike,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { seenNameOf } from '../../access/people/seen.ts'
import { outer } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { inNaturalOrder } from '../../platform/db/naturalOrder.ts'
import { afterCursor, cursorOf, type List, listOrPage, totalOf } from '../../platform/db/paging.ts'
import { pendingBids } from '../../schema/bids.ts'
import { changeOrders } from '../../schema/changeOrders.ts'
import { invoices } from '../../schema/invoices.ts'
import { jobs } from '../../schema/jobs.ts'
import { events, isTransient } from '../../schema/live.ts'
import { jobMutes, notifications } from '../../schema/notifications.ts'
import { scheduleEntries } from '../../schema/schedule.ts'
import { tasks } from '../../schema/tasks.ts'
import { readsOpenInvoice } from '../invoices/clientQueries.ts'
import { visibleTo } from '../jobs/queries.ts'

const { id, personId, name, kind, jobId, actorId, subjectId, count, readAt, updatedAt } =
  notifications

/** The notifications with their jobs. */
const withJobs = sql`${notifications} left join ${jobs} on ${eq(jobs.id, jobId)}`

/** The entry a notification is about, unless it is hidden from clients. */
const visibleEntry = sql`from ${scheduleEntries} e where e.id = ${subjectId} and not e.internal`

/** The notifications of the kinds that people of the role have; undefined if they have all. */
function ofKinds(role: Role): SQL | undefined {
  const theirs = kindsFor(role)
  return theirs.length === kinds.length ? undefined : inArray(kind, theirs)
}

/** The notifications about invoices that are for clients. */
const forClients = ['invoice.issued', 'invoice.credited', 'invoice.received'] as const

/** A client reads what happened to an invoice, while it is theirs and not void. */
const invoicesOf = ({ id: clientId }: Person): SQL | undefined =>
  or(
    notLike(name, 'invoice.%'),
    and(inArray(name, [...forClients]), readsOpenInvoice(clientId, outer(subjectId))),
  )

/**
 * The person's notifications that they may still read: about jobs they see now, and of kinds that
 * their role reads now. For admins, who read all, an index is enough to count them.
 */
const readable = (person: Person): SQL | undefined =>
  and(
    eq(personId, person.id),
    ofKinds(person.role),
    mayEver(person.role, 'task.read') ? undefined : notLike(name, 'task.%'),
    mayEver(person.role, 'bid.read') ? undefined : notLike(name, 'bid.%'),
    mayEver(person.role, 'finance.read') ? undefined : invoicesOf(person),
    mayEver(person.role, 'changeOrder.read')
      ? undefined
      : or(notLike(name, 'changeOrder.%'), eq(name, 'changeOrder.sent')),
    reads(person.role, 'crew')
      ? undefined
      : or(ne(name, 'schedule.dates'), sql`exists (select ${visibleEntry})`),
    person.role === 'admin'
      ? undefined
      : or(isNull(jobId), and(isNotNull(jobs.id), visibleTo(person))),
  )

/** A notification with the names of what it is about. */
const shapeFor = (reader: Person) => ({
  id,
  name,
  kind,
  jobId,
  jobName: jobs.name,
  actorName: seenNameOf(reader, actorId),
  subjectId,
  subject: sql<string | null>`case
      when ${name} like 'task.%' then (select t.name from ${tasks} t where t.id = ${subjectId})
      when ${name} in ('schedule.dates', 'schedule.overdue') then (select e.title from ${scheduleEntries} e where e.id = ${subjectId})
      when ${name} = 'job.progress' then ${jobs.progress} || '%'
      when ${name} like 'bid.%' then (select b.name from ${pendingBids} b where b.id = ${subjectId})
      when ${name} like 'invoice.%' then (select concat_ws(', ', i.number, i.title) from ${invoices} i where i.id = ${subjectId})
      when ${name} = 'changeOrder.sent' then (select c.sent ->> 'title' from ${changeOrders} c where c.id = ${subjectId})
      when ${name} like 'changeOrder.%' then (select c.title from ${changeOrders} c where c.id = ${subjectId})
    end`,
  day: sql<
    string | null
  >`case when ${name} = 'schedule.dates' then (select e.start_date::text from ${scheduleEntries} e where e.id = ${subjectId}) end`,
  count,
  readAt,
  createdAt: notifications.createdAt,
  updatedAt,
})

type Row = Omit<Notification, 'read' | 'createdAt' | 'updatedAt'> & {
  readonly readAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

const toNotification = ({ readAt: at, ...row }: Row): Notification => ({
  ...row,
  read: at !== null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

/** The person's notifications, newest first: all of them, or a page when the filter has a limit. */
export async function listNotifications(
  db: Db,
  person: Person,
  filter: NotificationFilter,
): Promise<List<Notification>> {
  const { limit, after, unread } = filter
  const where = and(
    readable(person),
    filter.kind ? eq(kind, filter.kind) : undefined,
    filter.jobId ? eq(jobId, filter.jobId) : undefined,
    unread === undefined ? undefined : unread ? isNull(readAt) : isNotNull(readAt),
  )
  const query = db
    .select({ ...shapeFor(person), total: totalOf(withJobs, where, limit) })
    .from(notifications)
    .leftJoin(jobs, eq(jobs.id, jobId))
    .where(and(where, after === undefined ? undefined : afterCursor(updatedAt, id, after)))
    .orderBy(desc(updatedAt), desc(id))
  return listOrPage(
    query,
    limit,
    ({ total: _, ...row }) => toNotification(row),
    (row) => cursorOf(row.updatedAt, row.id),
  )
}

/**
 * The given notifications that the person may still read and has not read, without those of muted
 * jobs, oldest first.
 */
export async function describeNotifications(
  db: Db,
  person: Person,
  ids: readonly string[],
): Promise<Notification[]> {
  const isMuted = sql`exists (select from ${jobMutes} m where m.person_id = ${person.id} and m.job_id = ${outer(jobId)})`
  const rows = await db
    .select(shapeFor(person))
    .from(notifications)
    .leftJoin(jobs, eq(jobs.id, jobId))
    .where(and(readable(person), inArray(id, [...ids]), isNull(readAt), sql`not ${isMuted}`))
    .orderBy(asc(updatedAt), asc(id))
  return rows.map(toNotification)
}

/** The most rows that are read to count the unread ones. */
const MAX_COUNTED_ROWS = 1000

/**
 * The numbers of notifications and messages the person has not read, each capped at a number that
 * stands for that many or more.
 */
export async function countUnread(db: Db, person: Person): Promise<Unread> {
  const unread = db
    .select({ name, count })
    .from(notifications)
    .leftJoin(jobs, eq(jobs.id, jobId))
    .where(and(readable(person), isNull(readAt)))
    .limit(MAX_COUNTED_ROWS)
    .as('unread')
  const cap = UNREAD_NOTIFICATIONS_COUNT_LIMIT
  const ofMessages = sql`${unread.name} = 'message.created'`
  const [row] = await db
    .select({
      notifications: sql<number>`least(count(*), ${cap})::int`,
      messages: sql<number>`least(coalesce(sum(${unread.count}) filter (where ${ofMessages}), 0), ${cap})::int`,
    })
    .from(unread)
  return row ?? { notifications: 0, messages: 0 }
}

/** Stands for no job in the index of unread notifications. */
const NO_JOB = sql.raw("'00000000-0000-0000-0000-000000000000'")

/**
 * The number of messages that the person has not read on a job they see, as SQL. It is the part of
 * {@link countUnread} that is about this job.
 */
export const unreadMessagesOf = (person: Person, job: SQL) => sql<number>`(
  select coalesce(sum(n.count), 0)::int from ${notifications} n
  where n.person_id = ${person.id} and n.name = 'message.created' and n.read_at is null
    and coalesce(n.job_id, ${NO_JOB}) = ${job})`

/** Up to `limit` jobs with messages that the person has not read, the newest first. */
export async function jobsWithUnreadMessages(
  db: Db,
  person: Person,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .select({ job: sql<string>`${jobId}` })
    .from(notifications)
    .leftJoin(jobs, eq(jobs.id, jobId))
    .where(and(readable(person), isNotNull(jobId), eq(name, 'message.created'), isNull(readAt)))
    .groupBy(jobId)
    .orderBy(desc(max(updatedAt)), desc(jobId))
    .limit(limit)
  return rows.map(({ job }) => job)
}

/** A notification of the person. */
export async function findNotification(db: Db, person: Person, notificationId: string) {
  const [row] = await db
    .select({ id })
    .from(notifications)
    .leftJoin(jobs, eq(jobs.id, jobId))
    .where(and(readable(person), eq(id, notificationId)))
  return row
}

/**
 * Marks a notification as read, or as unread unless another unread one is about the same: further
 * events are added to a single unread notification. Returns whether anything changed.
 */
export async function markNotification(
  db: Db,
  notificationId: string,
  at: Date | null,
): Promise<boolean> {
  const other = sql`exists (select from ${notifications} o, ${notifications} n
    where n.id = ${notificationId} and o.id <> n.id and o.read_at is null and o.person_id = n.person_id
      and o.name = n.name and o.job_id is not distinct from n.job_id
      and o.actor_id is not distinct from n.actor_id and o.day = n.day)`
  const changes = at ? isNull(readAt) : and(isNotNull(readAt), sql`not ${other}`)
  const rows = await db
    .update(notifications)
    .set({ readAt: at })
    .where(and(eq(id, notificationId), changes))
    .returning({ id })
  return rows.length > 0
}

const NOTIFIER_LOCK = sql`hashtext('plumbline notifier')`

/** Lets only one node at a time turn events into notifications, until the transaction ends. */
export const lockNotifier = (db: Db) =>
  db.execute(sql`select pg_advisory_xact_lock(${NOTIFIER_LOCK})`)

/**
 * Waits until the notifications that are being made are visible, and lets no further ones be made
 * until the transaction ends.
 */
export const pauseNotifier = (db: Db) =>
  db.execute(sql`select pg_advisory_xact_lock_shared(${NOTIFIER_LOCK})`)

/**
 * Marks the unread notifications of the person as read: all of them, or the matching ones. Returns
 * whether there were any.
 */
export async function markRead(
  db: Db,
  person: Person,
  now: Date,
  matching: { readonly name?: NotificationName; readonly jobId?: string } = {},
): Promise<boolean> {
  const rows = await db
    .update(notifications)
    .set({ readAt: now })
    .where(
      and(
        eq(personId, person.id),
        isNull(readAt),
        matching.name ? eq(name, matching.name) : undefined,
        matching.jobId ? eq(jobId, matching.jobId) : undefined,
      ),
    )
    .returning({ id })
  return rows.length > 0
}

/** The most muted jobs that are listed. */
const MAX_MUTED = 200

/** The jobs that the person has muted and still sees, by name. */
export function listMuted(db: Db, person: Person): Promise<MutedJob[]> {
  return db
    .select({ jobId: jobs.id, jobName: jobs.name })
    .from(jobMutes)
    .innerJoin(jobs, eq(jobs.id, jobMutes.jobId))
    .where(and(eq(jobMutes.personId, person.id), visibleTo(person)))
    .orderBy(asc(inNaturalOrder(jobs.name)), asc(jobs.id))
    .limit(MAX_MUTED)
}

/** Mutes a job for the person. Returns false if it was muted already. */
export async function muteJob(db: Db, by: Person, job: string): Promise<boolean> {
  const rows = await db
    .insert(jobMutes)
    .values({ personId: by.id, jobId: job })
    .onConflictDoNothing()
    .returning({ jobId: jobMutes.jobId })
  return rows.length > 0
}

/** Unmutes a job for the person. Returns false if it was not muted. */
export async function unmuteJob(db: Db, by: Person, job: string): Promise<boolean> {
  const rows = await db
    .delete(jobMutes)
    .where(and(eq(jobMutes.personId, by.id), eq(jobMutes.jobId, job)))
    .returning({ jobId: jobMutes.jobId })
  return rows.length > 0
}

/** Retention of notifications, and of the events that only signal that they changed. */
const NOTIFICATION_RETENTION_MS = 90 * DAY_MS
const EVENT_RETENTION_MS = 2 * DAY_MS

/** Deletes notifications, and the events about them, that are older than their retention. */
export async function deleteOldNotifications(db: Db, now: Date): Promise<void> {
  const before = (age: number) => new Date(now.getTime() - age)
  await db.delete(notifications).where(lt(updatedAt, before(NOTIFICATION_RETENTION_MS)))
  await db
    .delete(events)
    .where(and(isTransient(events), lt(events.createdAt, before(EVENT_RETENTION_MS))))
}
