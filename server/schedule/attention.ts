import { addDays, dayIn } from '@plumbline/contract/dates.ts'
import type { ScheduleAttention } from '@plumbline/contract/scheduleAttention.ts'
import { and, asc, eq, lt, ne, sql } from 'drizzle-orm'
import { countUnanswered, declinedDays, doubleBookings } from '../crew/queries.ts'
import type { Db } from '../db/handle.ts'
import { jobs } from '../jobs/table.ts'
import { companyDay, findCompany } from '../settings/queries.ts'
import { isOpen } from './queries.ts'
import { scheduleEntries } from './table.ts'

/** How far ahead bookings are looked at, in days: with today the two weeks of the crew board. */
const AHEAD = 13

async function lateEntries(db: Db, now: Date, limit: number) {
  const today = companyDay(now)
  const { id, title, endDate } = scheduleEntries
  const rows = await db
    .select({
      id,
      title,
      jobName: jobs.name,
      daysLate: sql<number>`${today} - ${endDate}`,
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(scheduleEntries)
    .innerJoin(jobs, eq(jobs.id, scheduleEntries.jobId))
    .where(and(isOpen, lt(endDate, today), ne(jobs.status, 'completed')))
    .orderBy(asc(endDate), asc(id))
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
  readonly total: number
}

/** Unfinished entries that start before an unfinished one they wait for ends, or today and before while that is open. */
async function missedPredecessors(db: Db, now: Date, limit: number) {
  const { rows } = await db.execute(sql`
    with missed as (
      select distinct on (e.id) e.id, e.title, j.name as "jobName",
        to_char(e.start_date, 'YYYY-MM-DD') as "startDate", p.title as "predecessorTitle",
        to_char(p.end_date, 'YYYY-MM-DD') as "predecessorEndDate"
      from schedule_dependencies d
      join schedule_entries e on e.id = d.entry_id and e.status not in ('completed', 'cancelled')
      join schedule_entries p on p.id = d.depends_on_id and p.status not in ('completed', 'cancelled')
      join jobs j on j.id = e.job_id and j.status <> 'completed'
      where case when d.lag_days >= 0
        then e.start_date <= greatest(p.end_date, ${companyDay(now)})
        -- An overlap is planned: only what should be finished by now is missed.
        else greatest(e.start_date, p.end_date + 1) <= ${companyDay(now)} end
      order by e.id, p.end_date desc)
    select *, (count(*) over ())::int as total from missed order by "startDate", id limit ${limit}`)
  const found = rows as unknown as MissedRow[]
  return { count: found[0]?.total ?? 0, first: found.map(({ total: _, ...row }) => row) }
}

/** What is not in order on the schedules of all jobs at a moment, at most `limit` of each kind. */
export async function readAttention(db: Db, now: Date, limit: number): Promise<ScheduleAttention> {
  const timeZone = (await findCompany(db))?.timeZone ?? 'UTC'
  const from = dayIn(timeZone, now)
  const period = { from, to: addDays(from, AHEAD), limit }
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
    lateEntries: await lateEntries(db, now, limit),
    missedPredecessors: await missedPredecessors(db, now, limit),
    declined: {
      count: declined.count,
      first: declined.first.map((day) => ({
        entryId: day.scheduleEntryId,
        entryTitle: day.entryTitle,
        jobName: day.jobName,
        subcontractorName: day.subcontractorName,
        day: day.assignedDate,
        reason: day.declineReason,
      })),
    },
    unconfirmed: await countUnanswered(db, period),
  }
}
