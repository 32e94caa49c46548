import {
  PROFILE_ROWS,
  type Subcontractor,
  type SubcontractorFilter,
  type SubcontractorJob,
  type SubcontractorJobFilter,
  type SubcontractorProfile,
} from '@plumbline/contract/subcontractors.ts'
import { and, asc, desc, eq, getTableColumns, ne, type SQL, sql } from 'drizzle-orm'
import { companyDay } from '../../access/company/queries.ts'
import {
  afterPerson,
  byName,
  hasJoined,
  matchesPerson,
  notRemoved,
  subOf,
  toUser,
  type UserRow,
} from '../../access/people/queries.ts'
import { outer } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { afterCursor, cursorOf, type List, listOrPage, totalOf } from '../../platform/db/paging.ts'
import { crewSchedule } from '../../schema/crew.ts'
import { jobSubcontractors, jobs } from '../../schema/jobs.ts'
import { users } from '../../schema/people.ts'
import { scheduleEntries } from '../../schema/schedule.ts'
import { jobRatings, privateNotes } from '../../schema/subcontractors.ts'
import { tasks } from '../../schema/tasks.ts'
import { jobCountOf, jobNameOf, jobsOf } from '../jobs/queries.ts'
import { isDone } from '../tasks/queries.ts'
import { notesShape, toNotes } from './notes.ts'
import { ratingShape, toRating } from './ratings.ts'

const sub = outer(users.id)

/** The computed columns of a sub. */
const figures = {
  jobCount: jobCountOf(sub),
  rating: sql<number | null>`(select round(avg(r.score), 2)::float8 from ${jobRatings} r
    where r.subcontractor_id = ${sub})`,
  ratingCount: sql<number>`(select count(*)::int from ${jobRatings} r where r.subcontractor_id = ${sub})`,
  hasJoined,
}

type SubRow = UserRow & Pick<Subcontractor, keyof typeof figures>

const toSubcontractor = (row: SubRow): Subcontractor => ({
  ...toUser(row, 'admin'),
  jobCount: row.jobCount,
  rating: row.rating,
  ratingCount: row.ratingCount,
  hasJoined: row.hasJoined,
})

/**
 * The subs by last name, each with the number of their jobs and the mean of their ratings: all of
 * them, or a page when the filter has a limit.
 */
export function listSubcontractors(
  db: Db,
  { search, limit, after }: SubcontractorFilter,
): Promise<List<Subcontractor>> {
  const where = and(notRemoved, eq(users.role, 'subcontractor'), matchesPerson(search))
  const query = db
    .select({ ...getTableColumns(users), ...figures, total: totalOf(users, where, limit) })
    .from(users)
    .where(and(where, after === undefined ? undefined : afterPerson(after)))
    .orderBy(...byName)
  return listOrPage(query, limit, toSubcontractor, ({ id }) => id)
}

type Bookings = Pick<SubcontractorProfile, 'bookings' | 'bookingCount'>
type OpenTasks = Pick<SubcontractorProfile, 'tasks' | 'taskCount'>

/**
 * The first upcoming entries that are assigned to the sub or have one of their crew days, and the
 * total number of such entries.
 */
async function listBookings(db: Db, id: string, today: SQL): Promise<Bookings> {
  const rows = await db
    .select({
      id: scheduleEntries.id,
      jobId: scheduleEntries.jobId,
      jobName: jobNameOf(scheduleEntries.jobId),
      title: scheduleEntries.title,
      startDate: scheduleEntries.startDate,
      endDate: scheduleEntries.endDate,
      status: scheduleEntries.status,
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(scheduleEntries)
    .where(sql`${scheduleEntries.status} not in ('completed', 'cancelled') and ${scheduleEntries.endDate} >= ${today}
      and (${scheduleEntries.assignedSubcontractorId} = ${id} or ${scheduleEntries.id} = any(array(
        select c.schedule_entry_id from ${crewSchedule} c where c.subcontractor_id = ${id} and c.assigned_date >= ${today})))`)
    .orderBy(asc(scheduleEntries.startDate), asc(scheduleEntries.id))
    .limit(PROFILE_ROWS)
  return {
    bookings: rows.map(({ total: _, ...entry }) => entry),
    bookingCount: rows[0]?.total ?? 0,
  }
}

/** The first open tasks of the sub by deadline, those without one last, and their total number. */
async function listOpenTasks(db: Db, id: string): Promise<OpenTasks> {
  const theirs = eq(tasks.assigneeId, id)
  const rows = await db
    .select({
      id: tasks.id,
      jobId: tasks.jobId,
      jobName: jobNameOf(tasks.jobId),
      name: tasks.name,
      status: tasks.status,
      deadline: tasks.deadline,
      total: sql<number>`(select count(*)::int from ${tasks} where ${and(theirs, ne(tasks.status, 'completed'))})`,
    })
    .from(tasks)
    .where(and(theirs, sql`${isDone} is false`))
    // The order of `tasks_assignee_idx`, so that only its first rows are read.
    .orderBy(isDone, asc(tasks.deadline), asc(tasks.id))
    .limit(PROFILE_ROWS)
  return {
    tasks: rows.map(({ total: _, ...task }) => ({
      ...task,
      deadline: task.deadline?.toISOString() ?? null,
    })),
    taskCount: rows[0]?.total ?? 0,
  }
}

/** A sub's profile with the bookings from `now` on. Undefined for anyone who is not a sub. */
export async function findProfile(
  db: Db,
  id: string,
  now: Date,
): Promise<SubcontractorProfile | undefined> {
  const [row] = await db
    .select({ ...getTableColumns(users), ...figures, notes: notesShape })
    .from(users)
    .leftJoin(privateNotes, eq(privateNotes.subcontractorId, users.id))
    .where(subOf(id))
  if (!row) return undefined
  return {
    ...toSubcontractor(row),
    ...(await listBookings(db, id, companyDay(now))),
    ...(await listOpenTasks(db, id)),
    notes: toNotes(row.notes),
  }
}

/** The sub, for lists that belong to them. */
export async function findSub(db: Db, id: string): Promise<{ id: string } | undefined> {
  const [row] = await db.select({ id: users.id }).from(users).where(subOf(id))
  return row
}

/**
 * The jobs a sub is or was on, newest first: all of them, or a page when the filter has a limit.
 */
export function listJobsOf(
  db: Db,
  subId: string,
  { limit, after }: SubcontractorJobFilter,
): Promise<List<SubcontractorJob>> {
  // Found once, for the count and the page: past jobs are looked up in five tables.
  const theirs = db
    .$with('theirs', { jobId: jobSubcontractors.jobId })
    .as(jobsOf(sql`${subId}::uuid`))
  const { id, name, address, status, startDate, endDate } = jobs
  const query = db
    .with(theirs)
    .select({
      job: { id, name, address, status, startDate, endDate },
      createdAt: jobs.createdAt,
      rating: ratingShape,
      isOn: sql<boolean>`exists (select 1 from ${jobSubcontractors} m
        where m.job_id = ${outer(jobs.id)} and m.subcontractor_id = ${subId})`,
      total: totalOf(sql`${theirs}`, undefined, limit),
    })
    .from(jobs)
    .leftJoin(jobRatings, and(eq(jobRatings.jobId, jobs.id), eq(jobRatings.subcontractorId, subId)))
    .where(
      and(
        // An array, so that these jobs are looked up instead of all jobs being read.
        sql`${jobs.id} = any(array(select ${theirs.jobId} from ${theirs}))`,
        after === undefined ? undefined : afterCursor(jobs.createdAt, jobs.id, after),
      ),
    )
    .orderBy(desc(jobs.createdAt), desc(jobs.id))
  return listOrPage(
    query,
    limit,
    ({ job, isOn, rating }) => ({ ...job, isOn, rating: rating && toRating(rating) }),
    ({ job, createdAt }) => cursorOf(createdAt, job.id),
  )
}
