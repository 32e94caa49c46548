import { KEY_DATE_LIMIT, type KeyDate, type KeyDateFilter } from '@plumbline/contract/keyDates.ts'
import { mayEver, type Person } from '@plumbline/contract/policy.ts'
import { type AnyColumn, and, eq, isNotNull, ne, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { companyZone } from '../../access/company/queries.ts'
import type { Db } from '../../platform/db/handle.ts'
import { jobs } from '../../schema/jobs.ts'
import { tasks } from '../../schema/tasks.ts'
import { visibleTo } from '../jobs/queries.ts'

const taskDay = sql<string>`(${tasks.deadline} at time zone ${companyZone})::date`

/** The start or due days of the jobs that the person may see. */
function jobDays(db: Db, person: Person, kind: 'job_start' | 'job_due', where: SQL | undefined) {
  const day = kind === 'job_start' ? jobs.startDate : jobs.endDate
  return db
    .select({
      kind: sql<KeyDate['kind']>`${kind}::text`,
      id: sql<string>`${jobs.id}`.as('thing_id'),
      jobId: sql<string>`${jobs.id}`.as('job_id'),
      jobName: sql<string>`${jobs.name}`.as('job_name'),
      title: sql<string>`${jobs.name}`.as('title'),
      day: sql<string>`${day}::text`.as('day'),
      status: sql<string>`${jobs.status}::text`.as('status'),
    })
    .from(jobs)
    .where(and(visibleTo(person), where))
}

/** The deadlines of the person's own tasks. */
function taskDays(db: Db, person: Person, where: SQL | undefined) {
  return db
    .select({
      kind: sql<KeyDate['kind']>`'task_deadline'::text`,
      id: sql<string>`${tasks.id}`.as('thing_id'),
      jobId: sql<string>`${tasks.jobId}`.as('job_id'),
      jobName: sql<string>`${jobs.name}`.as('job_name'),
      title: sql<string>`${tasks.name}`.as('title'),
      day: sql<string>`${taskDay}::text`.as('day'),
      status: sql<string>`${tasks.status}::text`.as('status'),
    })
    .from(tasks)
    .innerJoin(jobs, eq(jobs.id, tasks.jobId))
    .where(and(eq(tasks.assigneeId, person.id), visibleTo(person), where))
}

/** By day, then by title and id. */
const byDay = [sql`day`, sql`title`, sql`thing_id`]

/** The key dates in a period that the person may see. */
export async function listKeyDates(
  db: Db,
  person: Person,
  { from, to, jobId, status, deadlines, limit = KEY_DATE_LIMIT }: KeyDateFilter,
): Promise<KeyDate[]> {
  const ofJob = and(
    jobId ? eq(jobs.id, jobId) : undefined,
    status ? sql`${jobs.status} = ${status}` : undefined,
  )
  const within = (column: AnyColumn | SQL) =>
    and(
      isNotNull(column),
      from ? sql`${column} >= ${from}::date` : undefined,
      to ? sql`${column} <= ${to}::date` : undefined,
    )
  const starts = jobDays(db, person, 'job_start', and(ofJob, within(jobs.startDate)))
  const isOpenJob = deadlines ? ne(jobs.status, 'completed') : undefined
  const dues = jobDays(db, person, 'job_due', and(ofJob, isOpenJob, within(jobs.endDate)))
  const ownTasks = taskDays(
    db,
    person,
    and(
      // Wide enough for every time zone, so that the index on deadlines is used.
      from ? sql`${tasks.deadline} >= ${from}::date - 1` : undefined,
      to ? sql`${tasks.deadline} < ${to}::date + 2` : undefined,
      within(taskDay),
      jobId ? eq(tasks.jobId, jobId) : undefined,
      status ? sql`${tasks.status} = ${status}` : undefined,
      deadlines ? ne(tasks.status, 'completed') : undefined,
    ),
  )
  const isSub = mayEver(person.role, 'schedule.own')
  if (deadlines && !isSub) return dues.orderBy(...byDay).limit(limit)
  const [first, second] = deadlines ? [dues, ownTasks] : [starts, dues]
  const both = unionAll(first, second)
  const all = isSub && !deadlines ? both.unionAll(ownTasks) : both
  return all.orderBy(...byDay).limit(limit)
}
