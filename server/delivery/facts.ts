import type { Notification } from '@plumbline/contract/notifications.ts'
import type { Person } from '@plumbline/contract/policy.ts'
import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { pendingBids } from '../bids/table.ts'
import type { Db } from '../db/handle.ts'
import { visibleTo } from '../jobs/queries.ts'
import { jobs } from '../jobs/table.ts'
import { isFor } from '../messages/queries.ts'
import { messages } from '../messages/table.ts'
import { notifications } from '../notifications/table.ts'
import { nameOf } from '../people/names.ts'
import { visibleEntries } from '../schedule/queries.ts'
import { scheduleEntries } from '../schedule/table.ts'
import { tasks } from '../tasks/table.ts'

/** Those of a person's notifications that they may still read, oldest first. */
export async function describeNotifications(
  db: Db,
  person: Person,
  ids: readonly string[],
): Promise<Notification[]> {
  const n = notifications
  const rows = await db
    .select({
      row: n,
      jobName: jobs.name,
      actorName: nameOf(n.actorId),
      taskName: tasks.name,
      entry: { title: scheduleEntries.title, startDate: scheduleEntries.startDate },
      bidName: pendingBids.name,
    })
    .from(n)
    .leftJoin(jobs, eq(jobs.id, n.jobId))
    .leftJoin(tasks, eq(tasks.id, n.subjectId))
    .leftJoin(scheduleEntries, and(eq(scheduleEntries.id, n.subjectId), visibleEntries(person)))
    .leftJoin(pendingBids, eq(pendingBids.id, n.subjectId))
    .leftJoin(
      messages,
      and(eq(messages.id, n.subjectId), isFor(person), isNull(messages.removedAt)),
    )
    .where(
      and(
        eq(n.personId, person.id),
        inArray(n.id, [...ids]),
        or(isNull(n.jobId), and(eq(jobs.id, n.jobId), visibleTo(person))),
        sql`(${n.name} <> 'message.created' or ${messages.id} is not null)`,
        sql`(${n.name} not in ('schedule.dates', 'schedule.overdue') or ${scheduleEntries.id} is not null)`,
      ),
    )
    .orderBy(asc(n.updatedAt), asc(n.id))
  return rows.map(({ row, jobName, actorName, taskName, entry, bidName }) => ({
    id: row.id,
    name: row.name,
    kind: row.kind,
    jobId: row.jobId,
    jobName,
    actorName,
    subjectId: row.subjectId,
    subject: taskName ?? entry?.title ?? bidName,
    day: entry?.startDate ?? null,
    count: row.count,
    read: row.readAt !== null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }))
}
