import {
  PROFILE_ROWS,
  type SubcontractorJob,
  type SubcontractorJobFilter,
  type SubcontractorProfile,
} from '@plumbline/contract/subcontractors.ts'
import { and, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { outer } from '../db/columns.ts'
import type { Db } from '../db/handle.ts'
import { afterCursor, cursorOf, pageOf } from '../db/paging.ts'
import type { Page } from '../http/answers.ts'
import { jobsOf } from '../jobs/assignments/queries.ts'
import { jobSubcontractors, jobs } from '../jobs/table.ts'
import { companyDay } from '../people/names.ts'
import { subFigures, subOf, toSubcontractor } from '../people/queries.ts'
import { users } from '../people/table.ts'
import { crewSchedule, scheduleEntries } from '../schedule/table.ts'
import { tasks } from '../tasks/table.ts'
import { notesShape, toNotes } from './notes.ts'
import { ratingShape, toRating } from './ratings.ts'
import { jobRatings, privateNotes } from './table.ts'

const sub = outer(users.id)

/** The entries ahead that are theirs or have a crew day of theirs. */
const ahead = (today: SQL) => sql`${scheduleEntries} e join ${jobs} j on j.id = e.job_id
  where e.status not in ('completed', 'cancelled') and e.end_date >= ${today} and e.id in (
    select o.id from ${scheduleEntries} o where o.assigned_subcontractor_id = ${sub} and o.end_date >= ${today}
    union select c.schedule_entry_id from ${crewSchedule} c where c.subcontractor_id = ${sub} and c.assigned_date >= ${today})`

const open = sql`${tasks} t join ${jobs} j on j.id = t.job_id where t.assignee_id = ${sub} and t.status <> 'completed'`

const rows = <T>(columns: SQL, from: SQL, order: SQL) =>
  sql<T[]>`(select coalesce(json_agg(r), '[]') from (
    select ${columns} from ${from} order by ${order} limit ${PROFILE_ROWS}) r)`
const count = (from: SQL) => sql<number>`(select count(*)::int from ${from})`

const ofJob = sql`j.id as "jobId", j.name as "jobName"`

/** A sub's profile with its version, in one statement; undefined for whoever is no sub of ours. `now` tells what is ahead. */
export async function findProfile(
  db: Db,
  id: string,
  now: Date,
): Promise<SubcontractorProfile | undefined> {
  const next = ahead(companyDay(now))
  const [row] = await db
    .select({
      ...getTableColumns(users),
      ...subFigures,
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

/**
 * The jobs a sub is or was on, newest first: all of them, or a page when the filter has a limit; undefined for whoever
 * is no sub of ours. One statement, which answers a line without a job for a sub without any.
 */
export async function listJobsOf(
  db: Db,
  id: string,
  { limit, after }: SubcontractorJobFilter,
): Promise<SubcontractorJob[] | Page<SubcontractorJob> | undefined> {
  const theirs = sql`${jobs.id} in ${jobsOf(sql`${id}::uuid`)}`
  const query = db
    .select({
      job: jobs,
      rating: ratingShape,
      isOn: sql<boolean>`exists (select 1 from ${jobSubcontractors} m
        where m.job_id = ${outer(jobs.id)} and m.subcontractor_id = ${sub})`,
      total: limit === undefined ? sql<number>`0` : subFigures.jobCount,
    })
    .from(users)
    .leftJoin(
      jobs,
      and(theirs, after === undefined ? undefined : afterCursor(jobs.createdAt, jobs.id, after)),
    )
    .leftJoin(
      jobRatings,
      and(eq(jobRatings.jobId, jobs.id), eq(jobRatings.subcontractorId, users.id)),
    )
    .where(subOf(id))
    .orderBy(desc(jobs.createdAt), desc(jobs.id))
  const found = await (limit === undefined ? query : query.limit(limit + 1))
  if (found.length === 0) return undefined
  const lines = found.flatMap(({ job, ...line }) => (job ? [{ ...line, job }] : []))
  const view = ({ job, rating, isOn }: (typeof lines)[number]): SubcontractorJob => {
    const { name, address, status, startDate, endDate } = job
    return {
      id: job.id,
      name,
      address,
      status,
      startDate,
      endDate,
      isOn,
      rating: rating && toRating(rating),
    }
  }
  if (limit === undefined) return lines.map(view)
  return pageOf(lines, limit, view, ({ job }) => cursorOf(job.createdAt, job.id))
}
