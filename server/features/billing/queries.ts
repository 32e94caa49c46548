import type { Completions, Receivables } from '@plumbline/contract/billing.ts'
import { and, between, count, type SQL, sql, sum } from 'drizzle-orm'
import type { Db } from '../../platform/db/handle.ts'
import { counts } from '../../schema/counts.ts'
import { jobs } from '../../schema/jobs.ts'
import { countOf } from '../counts/queries.ts'
import { sumPayments } from '../payments/queries.ts'

// A literal, not a parameter: a generic plan could not use the partial index otherwise.
const completed = sql`${jobs.status} = 'completed'`

/** The totals of the completed jobs, in cents and whole days. */
export async function receivables(db: Db): Promise<Receivables> {
  const [row] = await db
    .select({
      totalCompletedValue: sum(jobs.approvedAmount),
      completedProjects: count(),
      avgCompletionDays: sql<string | null>`round(avg(${jobs.endDate} - ${jobs.startDate}))`,
      all: sql<number>`(select ${countOf()} from ${counts} where ${counts.kind} = 'job')`.mapWith(
        Number,
      ),
    })
    .from(jobs)
    .where(completed)
  const {
    totalCompletedValue = null,
    completedProjects = 0,
    avgCompletionDays = null,
    all = 0,
  } = row ?? {}
  return {
    totalCompletedValue: Number(totalCompletedValue ?? 0),
    completedProjects,
    avgCompletionDays: Number(avgCompletionDays ?? 0),
    completionRate: all === 0 ? 0 : Math.round((100 * completedProjects) / all),
  }
}

const month = sql<number>`extract(month from ${jobs.endDate})::int`

/**
 * The years in which completed jobs end, latest first. Each is one look into the index, however
 * many jobs it has.
 */
async function completedYears(db: Db): Promise<number[]> {
  const latest = (where?: SQL) =>
    sql`(select max(${jobs.endDate}) from ${jobs} where ${and(completed, where)})`
  const { rows } = await db.execute<{ year: number }>(sql`
    with recursive ends (day) as (
      select ${latest()}
      union all
      select ${latest(sql`${jobs.endDate} < make_date(extract(year from ends.day)::int, 1, 1)`)}
      from ends where ends.day is not null)
    select extract(year from day)::int as year from ends where day is not null`)
  return rows.map(({ year }) => year)
}

/**
 * The number of completed jobs that end in the year, and their revenue by month, with the money
 * that came in during it, in cents.
 */
export async function completions(db: Db, shownYear: number): Promise<Completions> {
  const [from, to] = [`${shownYear}-01-01`, `${shownYear}-12-31`] as const
  const byMonth = await db
    .select({ month, revenue: sum(jobs.approvedAmount), jobs: count() })
    .from(jobs)
    .where(and(completed, between(jobs.endDate, from, to)))
    .groupBy(month)
  const months = byMonth
    .map((row) => ({ ...row, revenue: Number(row.revenue ?? 0) }))
    .sort((a, b) => b.revenue - a.revenue || a.month - b.month)
  const totalRevenue = months.reduce((total, { revenue }) => total + revenue, 0)
  const done = months.reduce((total, row) => total + row.jobs, 0)
  return {
    year: shownYear,
    years: [...new Set([shownYear, ...(await completedYears(db))])].sort((a, b) => b - a),
    totalRevenue,
    received: (await sumPayments(db, { from, to })).received,
    count: done,
    averageJobValue: done === 0 ? 0 : Math.round(totalRevenue / done),
    bestMonth: months[0] ?? null,
    months,
  }
}
