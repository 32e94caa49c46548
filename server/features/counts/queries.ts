import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/handle.ts'
import { counts } from '../../schema/counts.ts'

const sumOf = (column: AnyColumn, where: SQL = sql`true`) =>
  sql<number>`coalesce(sum(${column}) filter (where ${where}), 0)`.mapWith(Number)

/** How many there are by a condition on `counts`, as a column of a query over it. */
export const countOf = (where?: SQL) => sumOf(counts.count, where)

/** Their approved amounts in cents, likewise. */
export const centsOf = (where?: SQL) => sumOf(counts.approvedAmount, where)

/** Lines are kept by day for this long. Reads ask only about today, so a clock may be wrong by weeks. */
const DAYS_APART = 60

/**
 * Makes one line of all those with the same status and day, and one, of the day `-infinity`, of those with the same status
 * and a day long before `now`. The lines that others add meanwhile stay as they are, and a line that another node takes is
 * left to it.
 */
export async function addUpCounts(db: Db, now: Date): Promise<void> {
  const { kind, status } = counts
  const today = now.toISOString().slice(0, 10)
  const day = sql`case when ${counts.day} < ${today}::date - ${DAYS_APART}::int then '-infinity' else ${counts.day} end`
  await db.execute(sql`
    with gone as (
      delete from ${counts} where (${kind}, ${status}, ${day}) in (
        select ${kind}, ${status}, ${day} from ${counts} group by 1, 2, 3
        having count(*) > 1 or bool_or(${counts.day} <> ${day}))
      returning ${kind}, ${status}, ${day} as day, ${counts.count}, ${counts.approvedAmount})
    insert into ${counts} (kind, status, day, count, approved_amount)
    select kind, status, day, sum(count), sum(approved_amount) from gone
    group by kind, status, day having sum(count) <> 0 or sum(approved_amount) <> 0`)
}
