import { MAX_WEEK_JOBS, type ScheduleWeek } from '@plumbline/contract/scheduleWeek.ts'
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import { companyDay } from '../../access/company/queries.ts'
import { outer } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { inNaturalOrder } from '../../platform/db/naturalOrder.ts'
import { crewSchedule } from '../../schema/crew.ts'
import { jobs } from '../../schema/jobs.ts'
import { entriesWithin, scheduleEntries } from '../../schema/schedule.ts'
import { byStart } from './queries.ts'
import { workerNames } from './workers.ts'

interface Period {
  /** `YYYY-MM-DD`, both inclusive. */
  readonly from: string
  readonly to: string
}

/**
 * The work in a period by job, with the people who do it. The jobs are ordered by the start of
 * their first entry in the period, at most `WEEK_JOBS` of them.
 */
export async function readWeek(db: Db, period: Period, now: Date): Promise<ScheduleWeek> {
  const e = scheduleEntries
  const isPlanned = and(ne(e.status, 'cancelled'), entriesWithin(period))
  const found = await db
    .select({ id: jobs.id, name: jobs.name, total: sql<number>`(count(*) over ())::int` })
    .from(e)
    .innerJoin(jobs, eq(jobs.id, e.jobId))
    .where(isPlanned)
    .groupBy(jobs.id)
    .orderBy(
      sql`greatest(min(${e.startDate}), ${period.from}::date)`,
      asc(inNaturalOrder(jobs.name)),
      asc(jobs.id),
    )
    .limit(MAX_WEEK_JOBS)
  const inPeriod = sql`c.assigned_date between ${period.from} and ${period.to}`
  const booked = sql`from ${crewSchedule} c
    where c.schedule_entry_id = ${outer(e.id)} and not c.declined and ${inPeriod}`
  const ofJobs = await db
    .select({
      ...{ jobId: e.jobId, id: e.id, title: e.title, scheduleType: e.scheduleType },
      ...{ status: e.status, startDate: e.startDate, endDate: e.endDate },
      subcontractorId: e.assignedSubcontractorId,
      subcontractorName: workerNames(inPeriod),
      unconfirmed: sql<boolean>`exists (
        select 1 ${booked} and not c.confirmed and c.assigned_date >= ${companyDay(now)})`,
      bookedDays: sql<string[]>`array(select distinct c.assigned_date::text ${booked} order by 1)`,
    })
    .from(e)
    .where(
      and(
        isPlanned,
        inArray(
          e.jobId,
          found.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(...byStart)
  return {
    jobs: found.map(({ total: _, ...job }) => ({
      ...job,
      entries: ofJobs
        .filter(({ jobId }) => jobId === job.id)
        .map(({ jobId: _, ...entry }) => entry),
    })),
    jobCount: found[0]?.total ?? 0,
  }
}
