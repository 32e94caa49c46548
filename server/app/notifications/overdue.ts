import { addDays } from '@plumbline/contract/dates.ts'
import type { EventName } from '@plumbline/contract/events.ts'
import { DAY_MS } from '@plumbline/contract/time.ts'
import { type AnyColumn, and, asc, eq, gte, lt, ne, notInArray, type SQL, sql } from 'drizzle-orm'
import { companyDays } from '../../access/company/service.ts'
import { eventOf, publish } from '../../events/publish.ts'
import { stateIs } from '../../features/invoices/list.ts'
import { utcText } from '../../features/tasks/deadline.ts'
import { outer } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { invoices } from '../../schema/invoices.ts'
import { jobs } from '../../schema/jobs.ts'
import { events } from '../../schema/live.ts'
import { isOpen, scheduleEntries } from '../../schema/schedule.ts'
import { tasks } from '../../schema/tasks.ts'

/**
 * Nothing is published about what has been overdue for longer, for example after the program was
 * off for a month.
 */
const MAX_AGE_DAYS = 2
/** The most tasks, the most entries, and the most invoices of one run. */
const MAX_PER_RUN = 200

const isActive = notInArray(jobs.status, ['completed', 'on_hold'])

/** Whether no event was published yet that the subject is past this moment or day. */
const isUnpublished = (name: EventName, id: AnyColumn, at: SQL) =>
  sql`not exists (select from ${events} e where e.subject_id = ${outer(id)}::text
    and e.name = ${name} and e.detail->>'at' = ${at})`

/**
 * Publishes one event for each task past its deadline and for each schedule entry past its last
 * day, unless the job is completed or on hold, and for each invoice past its due day of which
 * something is owed. A changed deadline is published again. Several nodes may call this at the same
 * time.
 */
export function publishOverdue(db: Db, now: Date): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { rows } = await tx.execute<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtext('plumbline overdue')) as mine`,
    )
    if (!rows[0]?.mine) return
    const { today } = await companyDays(tx, now)
    const deadline = utcText(sql`${tasks.deadline}`)
    const lateTasks = await tx
      .select({ id: tasks.id, jobId: tasks.jobId, at: deadline })
      .from(tasks)
      .innerJoin(jobs, eq(jobs.id, tasks.jobId))
      .where(
        and(
          ne(tasks.status, 'completed'),
          lt(tasks.deadline, now),
          gte(tasks.deadline, new Date(now.getTime() - MAX_AGE_DAYS * DAY_MS)),
          isActive,
          isUnpublished('task.overdue', tasks.id, deadline),
        ),
      )
      .orderBy(asc(tasks.deadline), asc(tasks.id))
      .limit(MAX_PER_RUN)
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
          gte(endDate, addDays(today, -MAX_AGE_DAYS)),
          isActive,
          isUnpublished('schedule.overdue', id, lastDay),
        ),
      )
      .orderBy(asc(endDate), asc(id))
      .limit(MAX_PER_RUN)
    const dueDay = sql<string>`${invoices.dueOn}::text`
    const lateInvoices = await tx
      .select({ id: invoices.id, jobId: invoices.jobId, at: dueDay })
      .from(invoices)
      .where(
        and(
          gte(invoices.dueOn, addDays(today, -MAX_AGE_DAYS)),
          stateIs('overdue', today),
          isUnpublished('invoice.overdue', invoices.id, dueDay),
        ),
      )
      .orderBy(asc(invoices.dueOn), asc(invoices.id))
      .limit(MAX_PER_RUN)
    await publish(
      tx,
      null,
      ...lateTasks.map(({ at, ...task }) => ({ ...eventOf('task.overdue', task), detail: { at } })),
      ...lateEntries.map(({ at, ...entry }) => ({
        ...eventOf('schedule.overdue', entry),
        readers: 'crew' as const,
        detail: { at },
      })),
      ...lateInvoices.map(({ id: subjectId, jobId, at }) => ({
        ...{ name: 'invoice.overdue' as const, subjectId, detail: { at } },
        ...(jobId && { jobId, readers: 'office' as const }),
      })),
    )
  })
}
