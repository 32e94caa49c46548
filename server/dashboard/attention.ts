import type { Attention } from '@plumbline/contract/dashboard.ts'
import { and, asc, count, eq, gte, lt, ne, sql } from 'drizzle-orm'
import { followUpIsDue } from '../bids/queries.ts'
import { pendingBids } from '../bids/table.ts'
import { countOf } from '../counts/queries.ts'
import { counts } from '../counts/table.ts'
import type { Db } from '../db/handle.ts'
import { isLate } from '../jobs/queries.ts'
import { jobs } from '../jobs/table.ts'
import { companyDay } from '../settings/queries.ts'
import { tasks } from '../tasks/table.ts'

/** How many of a kind are listed; the rest are only counted. */
const LISTED = 3

/** The unfinished tasks past their deadline: those of the days before `now` in UTC, and those of its day up to `now`. */
async function countOverdueTasks(db: Db, now: Date): Promise<number> {
  const day = now.toISOString().slice(0, 10)
  const ofTheDay = db
    .select({ count: count() })
    .from(tasks)
    .where(
      and(
        ne(tasks.status, 'completed'),
        gte(tasks.deadline, new Date(day)),
        lt(tasks.deadline, now),
      ),
    )
  const [row] = await db
    .select({ count: sql`${countOf()} + ${ofTheDay}`.mapWith(Number) })
    .from(counts)
    .where(and(eq(counts.kind, 'task'), ne(counts.status, 'completed'), lt(counts.day, day)))
  return row?.count ?? 0
}

/**
 * What needs the contractor's attention at `now`: unfinished jobs past their end date, unfinished tasks past their
 * deadline, and bids to follow up today or before (amounts in cents, days in the company's time zone).
 */
export async function findAttention(db: Db, now: Date): Promise<Attention> {
  const today = companyDay(now)
  const lateJobs = await db
    .select({
      id: jobs.id,
      name: jobs.name,
      address: jobs.address,
      daysLate: sql<number>`${today} - ${jobs.endDate}`,
    })
    .from(jobs)
    .where(isLate(now))
    .orderBy(asc(jobs.endDate), asc(jobs.id))
    .limit(LISTED)
  const [late] = await db
    .select({ count: countOf() })
    .from(counts)
    .where(and(eq(counts.kind, 'job'), ne(counts.status, 'completed'), lt(counts.day, today)))
  const followUps = await db
    .select({
      id: pendingBids.id,
      name: pendingBids.name,
      estimatedAmount: pendingBids.estimatedAmount,
      followUpDate: sql<string>`${pendingBids.followUpDate}`,
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(pendingBids)
    .where(followUpIsDue(now))
    .orderBy(asc(pendingBids.followUpDate), asc(pendingBids.id))
    .limit(LISTED)
  return {
    lateJobs: {
      count: late?.count ?? 0,
      first: lateJobs,
    },
    overdueTasks: await countOverdueTasks(db, now),
    followUps: {
      count: followUps[0]?.total ?? 0,
      first: followUps.map(({ total: _, ...bid }) => bid),
    },
  }
}
