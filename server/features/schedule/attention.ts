import { LATE_COUNT_LIMIT } from '@plumbline/contract/countLimits.ts'
import { addDays, dayIn } from '@plumbline/contract/dates.ts'
import { groupBy } from '@plumbline/contract/groupBy.ts'
import { earliestStart } from '@plumbline/contract/push.ts'
import {
  type CurrentEntry,
  MAX_CURRENT_JOBS,
  type ScheduleAttention,
} from '@plumbline/contract/scheduleAttention.ts'
import { type WorkdaySettings, workCalendar } from '@plumbline/contract/workdays.ts'
import { and, asc, desc, eq, gte, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { type Company, companyDay, defaultWeek } from '../../access/company/queries.ts'
import { outer } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { crewSchedule } from '../../schema/crew.ts'
import { jobs } from '../../schema/jobs.ts'
import { entriesWithin, isOpen, scheduleEntries } from '../../schema/schedule.ts'
import { countUnanswered, declinedDays, doubleBookings } from '../crew/queries.ts'
import { byStart } from './queries.ts'
import { workdaysUpTo } from './workdayCount.ts'

/**
 * The number of days after today in which bookings are checked: with today, the two weeks of the
 * crew board.
 */
const BOOKING_DAYS_AHEAD = 13

interface AttentionOptions {
  readonly now: Date
  /** The most rows of each kind. */
  readonly limit: number
  /**
   * Leaves out what follows from something else: the late entries of a late job, and what waits for
   * its predecessor while either of them is late.
   */
  readonly causesOnly?: boolean
}

/** The open entries that end before a day, which is a value so that the plan suits the few jobs. */
async function lateEntries(db: Db, day: string, { limit, causesOnly }: AttentionOptions) {
  const today = sql`${day}::date`
  const { id, title, endDate, jobId } = scheduleEntries
  // An array, so that the entries of these few jobs are read instead of all late ones.
  const ofJobsInTime = sql`${jobId} = any(array(${db
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(ne(jobs.status, 'completed'), or(isNull(jobs.endDate), gte(jobs.endDate, today))),
    )}))`
  const late = db
    .select({ id, title, endDate, jobName: jobs.name })
    .from(scheduleEntries)
    .innerJoin(jobs, eq(jobs.id, scheduleEntries.jobId))
    .where(
      and(
        ...[isOpen, lt(endDate, today), ne(jobs.status, 'completed')],
        causesOnly ? ofJobsInTime : undefined,
      ),
    )
    .orderBy(asc(endDate), asc(id))
    .limit(LATE_COUNT_LIMIT)
    .as('late')
  const rows = await db
    .select({
      id: late.id,
      title: late.title,
      jobName: late.jobName,
      daysLate: sql<number>`${today} - ${late.endDate}`,
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(late)
    .orderBy(asc(late.endDate), asc(late.id))
    .limit(limit)
  return { count: rows[0]?.total ?? 0, first: rows.map(({ total: _, ...row }) => row) }
}

interface MissedRow {
  readonly id: string
  readonly title: string
  readonly jobName: string
  readonly startDate: string
  readonly predecessorTitle: string
  readonly predecessorEndDate: string
  readonly lagDays: number
  readonly total: number
}

/**
 * Unfinished entries that start too early for an unfinished predecessor: before it has ended and
 * the lag has passed, or today or earlier while it is still open. Each comes with the predecessor
 * that delays it the longest. The SQL repeats the rule of `earliestStart` for one link with counts
 * of working days, because there may be any number of links and the total includes all of them.
 */
async function missedPredecessors(
  db: Db,
  { now, limit, causesOnly }: AttentionOptions,
  workdays: WorkdaySettings,
) {
  const worked = workdaysUpTo(workdays)
  const { rows } = await db.execute(sql`
    with missed as (
      select e.id, e.start_date, e.title, j.name as "jobName",
        to_char(e.start_date, 'YYYY-MM-DD') as "startDate", p.title as "predecessorTitle",
        to_char(p.end_date, 'YYYY-MM-DD') as "predecessorEndDate", d.lag_days as "lagDays"
      from schedule_dependencies d
      join schedule_entries e on e.id = d.entry_id and e.status not in ('completed', 'cancelled')
      join schedule_entries p on p.id = d.depends_on_id and p.status not in ('completed', 'cancelled')
      join jobs j on j.id = e.job_id and j.status <> 'completed'
      where case when d.lag_days >= 0
        then e.start_date <= greatest(p.end_date, ${companyDay(now)}) or d.lag_days > 0
          and ${worked(sql`e.start_date - 1`)} - ${worked(sql`p.end_date`)} < d.lag_days
        -- An overlap is planned: what should be finished by now is missed, and what overlaps by more.
        else greatest(e.start_date, p.end_date + 1) <= ${companyDay(now)}
          or ${worked(sql`e.start_date`)} - ${worked(sql`p.end_date`)} <= d.lag_days end
        ${causesOnly ? sql`and least(e.end_date, p.end_date) >= ${companyDay(now)}` : sql``}),
    first as (
      select id, (count(*) over ())::int as total
      from (select distinct id, start_date from missed) entries order by start_date, id limit ${limit})
    select id, title, "jobName", "startDate", "predecessorTitle", "predecessorEndDate", "lagDays", total
    from first join missed using (id) order by start_date, id, "predecessorEndDate", "predecessorTitle"`)
  const found = rows as unknown as MissedRow[]
  const calendar = workCalendar(workdays)
  const links = found.map(({ total: _, ...link }) => ({
    ...link,
    earliest: earliestStart(link.predecessorEndDate, link.lagDays, calendar),
  }))
  return {
    count: found[0]?.total ?? 0,
    first: [...groupBy(links, ({ id }) => id).values()].map((ofEntry) =>
      ofEntry.reduce((last, link) => (link.earliest >= last.earliest ? link : last)),
    ),
  }
}

/** The number of days after today in which work should have somebody assigned to it. */
const ASSIGNED_DAYS_AHEAD = 6

/**
 * Open work in the week from `today` that no sub is assigned to or was ever booked for, by start.
 */
export function unassignedEntries(db: Db, today: string, limit: number) {
  const { id, title, startDate, endDate, scheduleType, assignedSubcontractorId } = scheduleEntries
  return db
    .select({ id, title, jobName: jobs.name, startDate, endDate })
    .from(scheduleEntries)
    .innerJoin(jobs, eq(jobs.id, scheduleEntries.jobId))
    .where(
      and(
        isOpen,
        eq(scheduleType, 'task'),
        isNull(assignedSubcontractorId),
        entriesWithin({ from: today, to: addDays(today, ASSIGNED_DAYS_AHEAD) }),
        ne(jobs.status, 'completed'),
        sql`not exists (
          select 1 from ${crewSchedule} c where c.schedule_entry_id = ${outer(id)})`,
      ),
    )
    .orderBy(...byStart)
    .limit(limit)
}

/** Problems on the schedules of all jobs of the company at a moment. */
export async function readAttention(
  db: Db,
  company: Company | undefined,
  { now, limit, causesOnly = false }: AttentionOptions,
): Promise<ScheduleAttention> {
  const from = dayIn(company?.timeZone ?? 'UTC', now)
  const period = { from, to: addDays(from, BOOKING_DAYS_AHEAD), limit }
  const doubled = await doubleBookings(db, period)
  const declined = await declinedDays(db, period)
  return {
    doubleBookings: {
      count: doubled.count,
      first: doubled.first.map(({ assignedDate: day, entryTitles, ...row }) => ({
        ...row,
        day,
        entryTitles: [...entryTitles],
      })),
    },
    lateEntries: await lateEntries(db, from, { now, limit, causesOnly }),
    missedPredecessors: await missedPredecessors(
      db,
      { now, limit, causesOnly },
      company ?? defaultWeek,
    ),
    declined: {
      count: declined.count,
      first: declined.first.map((day) => ({
        crewDayId: day.id,
        entryId: day.scheduleEntryId,
        entryTitle: day.entryTitle,
        jobName: day.jobName,
        subcontractorId: day.subcontractorId,
        subcontractorName: day.subcontractorName,
        day: day.assignedDate,
        reason: day.declineReason,
      })),
    },
    unconfirmed: await countUnanswered(db, period),
  }
}

/**
 * The current entry of each unfinished job: the one in progress, or else the next open one. Without
 * ids, of the newest jobs.
 */
export async function currentEntries(
  db: Db,
  jobIds: readonly string[] | undefined,
  now: Date,
): Promise<CurrentEntry[]> {
  const { id, title, status, startDate, endDate, jobId } = scheduleEntries
  const requestedJobs = db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(ne(jobs.status, 'completed'), jobIds && inArray(jobs.id, [...jobIds])))
    .orderBy(desc(jobs.createdAt), desc(jobs.id))
    .limit(MAX_CURRENT_JOBS)
    .as('asked')
  const current = db
    .select({ id, title, status, startDate, endDate })
    .from(scheduleEntries)
    .where(and(eq(jobId, requestedJobs.id), isOpen))
    .orderBy(sql`${status} = 'in_progress' desc`, asc(startDate), asc(id))
    .limit(1)
    .as('current')
  return db
    .select({
      jobId: requestedJobs.id,
      id: current.id,
      title: current.title,
      status: current.status,
      startDate: current.startDate,
      endDate: current.endDate,
      isLate: sql<boolean>`(${current.status} = 'delayed' or ${current.endDate} < ${companyDay(now)})`,
    })
    .from(requestedJobs)
    .innerJoinLateral(current, sql`true`)
}
