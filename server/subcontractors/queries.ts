import {
  PROFILE_ROWS,
  type Subcontractor,
  type SubcontractorFilter,
  type SubcontractorJob,
  type SubcontractorJobFilter,
  type SubcontractorProfile,
} from '@plumbline/contract/subcontractors.ts'
import { and, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { outer } from '../db/columns.ts'
import type { Db } from '../db/handle.ts'
import { afterCursor, cursorOf, type ListPage, listOrPage, totalOf } from '../db/paging.ts'
import { jobsOf } from '../jobs/queries.ts'
import { jobSubcontractors, jobs } from '../jobs/table.ts'
import {
  afterPerson,
  byName,
  hasJoined,
  matchesPerson,
  present,
  subOf,
  toUser,
  type UserRow,
} from '../people/queries.ts'
import { users } from '../people/table.ts'
import { crewSchedule, scheduleEntries } from '../schedule/table.ts'
import { companyDay } from '../settings/queries.ts'
import { tasks } from '../tasks/table.ts'
import { notesShape, toNotes } from './notes.ts'
import { ratingShape, toRating } from './ratings.ts'
import { jobRatings, privateNotes } from './table.ts'

const sub = outer(users.id)

/** What is counted of a sub. */
const figures = {
  jobCount: sql<number>`(select count(*)::int from ${jobsOf(sub)} j)`,
  rating: sql<number | null>`(select round(avg(r.score), 2)::float8 from ${jobRatings} r
    where r.subcontractor_id = ${sub})`,
  ratingCount: sql<number>`(select count(*)::int from ${jobRatings} r where r.subcontractor_id = ${sub})`,
  hasJoined,
}

type SubRow = UserRow & Pick<Subcontractor, keyof typeof figures>

const toSubcontractor = (row: SubRow): Subcontractor => ({
  ...toUser(row),
  jobCount: row.jobCount,
  rating: row.rating,
  ratingCount: row.ratingCount,
  hasJoined: row.hasJoined,
})

/** The subs by last name, each with the number of their jobs and the mean of their ratings; pages with a limit. */
export function listSubcontractors(
  db: Db,
  { search, limit, after }: SubcontractorFilter,
): Promise<Subcontractor[] | ListPage<Subcontractor>> {
  const where = and(present, eq(users.role, 'subcontractor'), matchesPerson(search))
  const query = db
    .select({ ...getTableColumns(users), ...figures, total: totalOf(users, where, limit) })
    .from(users)
    .where(and(where, after === undefined ? undefined : afterPerson(after)))
    .orderBy(...byName)
  return listOrPage(query, limit, toSubcontractor, ({ id }) => id)
}

/** The upcoming entries that are assigned to the sub or have a crew day of theirs. */
const upcoming = (today: SQL) => sql`${scheduleEntries} e join ${jobs} j on j.id = e.job_id
  where e.status not in ('completed', 'cancelled') and e.end_date >= ${today} and e.id in (
    select o.id from ${scheduleEntries} o where o.assigned_subcontractor_id = ${sub} and o.end_date >= ${today}
    union select c.schedule_entry_id from ${crewSchedule} c where c.subcontractor_id = ${sub} and c.assigned_date >= ${today})`

const open = sql`${tasks} t join ${jobs} j on j.id = t.job_id where t.assignee_id = ${sub} and t.status <> 'completed'`

const rows = <T>(columns: SQL, from: SQL, order: SQL) =>
  sql<T[]>`(select coalesce(json_agg(r), '[]') from (
    select ${columns} from ${from} order by ${order} limit ${PROFILE_ROWS}) r)`
const count = (from: SQL) => sql<number>`(select count(*)::int from ${from})`

const ofJob = sql`j.id as "jobId", j.name as "jobName"`

/** A sub's profile with its version; undefined for anyone who is no sub. Bookings are those from `now` on. */
export async function findProfile(
  db: Db,
  id: string,
  now: Date,
): Promise<SubcontractorProfile | undefined> {
  const next = upcoming(companyDay(now))
  const [row] = await db
    .select({
      ...getTableColumns(users),
      ...figures,
      bookings: rows<SubcontractorProfile['bookings'][number]>(
        sql`e.id, ${ofJob}, e.title, e.start_date as "startDate", e.end_date as "endDate", e.status`,
        next,
        sql`e.start_date, e.id`,
      ),
      bookingCount: count(next),
      tasks: rows<SubcontractorProfile['tasks'][number]>(
        sql`t.id, ${ofJob}, t.name, t.status, t.deadline`,
        open,
        sql`t.deadline, t.id`,
      ),
      taskCount: count(open),
      notes: notesShape,
    })
    .from(users)
    .leftJoin(privateNotes, eq(privateNotes.subcontractorId, users.id))
    .where(subOf(id))
  if (!row) return undefined
  const { bookings, bookingCount, taskCount } = row
  return {
    ...toSubcontractor(row),
    bookings,
    bookingCount,
    tasks: row.tasks.map((task) => ({
      ...task,
      deadline: task.deadline && new Date(task.deadline).toISOString(),
    })),
    taskCount,
    notes: toNotes(row.notes),
  }
}

/** The sub, for lists that belong to them. */
export async function findSub(db: Db, id: string): Promise<{ id: string } | undefined> {
  const [row] = await db.select({ id: users.id }).from(users).where(subOf(id))
  return row
}

/** The jobs a sub is or was on, newest first: all of them, or a page when the filter has a limit. */
export function listJobsOf(
  db: Db,
  subId: string,
  { limit, after }: SubcontractorJobFilter,
): Promise<SubcontractorJob[] | ListPage<SubcontractorJob>> {
  const theirs = sql`${jobs.id} in ${jobsOf(sql`${subId}::uuid`)}`
  const { id, name, address, status, startDate, endDate } = jobs
  const query = db
    .select({
      job: { id, name, address, status, startDate, endDate },
      createdAt: jobs.createdAt,
      rating: ratingShape,
      isOn: sql<boolean>`exists (select 1 from ${jobSubcontractors} m
        where m.job_id = ${outer(jobs.id)} and m.subcontractor_id = ${subId})`,
      total: totalOf(jobs, theirs, limit),
    })
    .from(jobs)
    .leftJoin(jobRatings, and(eq(jobRatings.jobId, jobs.id), eq(jobRatings.subcontractorId, subId)))
    .where(
      and(theirs, after === undefined ? undefined : afterCursor(jobs.createdAt, jobs.id, after)),
    )
    .orderBy(desc(jobs.createdAt), desc(jobs.id))
  return listOrPage(
    query,
    limit,
    ({ job, isOn, rating }) => ({ ...job, isOn, rating: rating && toRating(rating) }),
    ({ job, createdAt }) => cursorOf(createdAt, job.id),
  )
}
