import { addDays } from '@plumbline/contract/dates.ts'
import type { EventName } from '@plumbline/contract/events.ts'
import { type AnyColumn, and, asc, eq, gte, lt, ne, notInArray, type SQL, sql } from 'drizzle-orm'
import { companyDays } from '../../access/company/service.ts'
import { eventOf, publish } from '../../events/publish.ts'
import { outer } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { jobs } from '../../schema/jobs.ts'
import { events } from '../../schema/live.ts'
import { isOpen, scheduleEntries } from '../../schema/schedule.ts'
import { tasks } from '../../schema/tasks.ts'

/** What has been overdue for longer is told no more, such as after the program was off for a month. */
const DAYS = 2
/** So many of each are told of in a minute. */
const MOST = 200

const isActive = notInArray(jobs.status, ['completed', 'on_hold'])

/** Whether nobody was told that the thing is past this moment or day. */
const untold = (name: EventName, id: AnyColumn, at: SQL) =>
  sql`not exists (select from ${events} e where e.subject_id = ${outer(id)}::text
    and e.name = ${name} and e.detail->>'at' = ${at})`

/**
 * Publishes once for each task past its deadline, and for each entry of the schedule past its last day, that it is overdue,
 * where its job is not finished or on hold. Another deadline is told again. Several nodes may do it at the same time.
 */
export function publishOverdue(db: Db, now: Date): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { rows } = await tx.execute<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtext('plumbline overdue')) as mine`,
    )
    if (!rows[0]?.mine) return
    const { today } = await companyDays(tx, now)
    const deadline = sql<string>`to_char(${tasks.deadline} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
    const lateTasks = await tx
      .select({ id: tasks.id, jobId: tasks.jobId, at: deadline })
      .from(tasks)
      .innerJoin(jobs, eq(jobs.id, tasks.jobId))
      .where(
        and(
          ne(tasks.status, 'completed'),
          lt(tasks.deadline, now),
          gte(tasks.deadline, new Date(now.getTime() - DAYS * 86_400_000)),
          isActive,
          untold('task.overdue', tasks.id, deadline),
        ),
      )
      .orderBy(asc(tasks.deadline), asc(tasks.id))
      .limit(MOST)
    const { id, jobId, endDate } = scheduleEntries
    const lastDay = sql<string>`${endDate}::text`
    const lateEntries = await tx
      .select({ id, jobId, at: lastDay })
      .from(scheduleEntries)
      .innerJoin(jobs, eq(jobs.id, jobId))
      .where(
        and(
          isOpen,
          lt(endDate, today),
          gte(endDate, addDays(today, -DAYS)),
          isActive,
          untold('schedule.overdue', id, lastDay),
        ),
      )
      .orderBy(asc(endDate), asc(id))
      .limit(MOST)
    await publish(
      tx,
      null,
      ...lateTasks.map(({ at, ...task }) => ({ ...eventOf('task.overdue', task), detail: { at } })),
      ...lateEntries.map(({ at, ...entry }) => ({
        ...eventOf('schedule.overdue', entry),
        readers: 'crew' as const,
        detail: { at },
      })),
    )
  })
}
