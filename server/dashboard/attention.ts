import type { Attention } from '@plumbline/contract/dashboard.ts'
import { and, lt, ne, type SQL, sql } from 'drizzle-orm'
import { followUpIsDue } from '../bids/queries.ts'
import { pendingBids } from '../bids/table.ts'
import { jobs } from '../jobs/table.ts'
import { companyDay } from '../settings/queries.ts'
import { tasks } from '../tasks/table.ts'

/** How many of a kind are listed; the rest are only counted. */
const LISTED = 3

/** The first rows and the count of all, as JSON. */
const listed = <T>(rows: SQL) =>
  sql<{ count: number; first: T[] }>`(select json_build_object('count', coalesce(max(total), 0),
    'first', coalesce(json_agg(to_json(r)::jsonb - 'total'), '[]')) from (${rows} limit ${LISTED}) r)`

/**
 * What needs the contractor's attention at `now`, as columns of a select: unfinished jobs past their end date, unfinished
 * tasks past their deadline, and bids to follow up today or before (amounts in cents, days in the company's time zone).
 */
export function attention(now: Date) {
  const today = companyDay(now)
  const late = and(ne(jobs.status, 'completed'), lt(jobs.endDate, today))
  const overdue = and(ne(tasks.status, 'completed'), lt(tasks.deadline, now))
  return {
    lateJobs: listed<Attention['lateJobs']['first'][number]>(
      sql`select ${jobs.id}, ${jobs.name}, ${jobs.address}, ${today} - ${jobs.endDate} as "daysLate", (count(*) over ())::int as total
        from ${jobs} where ${late} order by ${jobs.endDate}, ${jobs.id}`,
    ),
    overdueTasks: sql<number>`(select count(*)::int from ${tasks} where ${overdue})`,
    followUps: listed<Attention['followUps']['first'][number]>(
      sql`select ${pendingBids.id}, ${pendingBids.name}, ${pendingBids.estimatedAmount} as "estimatedAmount",
        ${pendingBids.followUpDate} as "followUpDate", (count(*) over ())::int as total
        from ${pendingBids} where ${followUpIsDue(now)} order by ${pendingBids.followUpDate}, ${pendingBids.id}`,
    ),
  }
}
