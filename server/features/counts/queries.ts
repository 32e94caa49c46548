import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/handle.ts'
import { counts } from '../../schema/counts.ts'

const sumOf = (column: AnyColumn, where: SQL = sql`true`) =>
  sql<number>`coalesce(sum(${column}) filter (where ${where}), 0)`.mapWith(Number)

/**
 * The sum of the counts that match a condition on `counts`, as a column of a query on that table.
 */
export const countOf = (where?: SQL) => sumOf(counts.count, where)

/** The sum of the matching approved amounts in cents, likewise. */
export const centsOf = (where?: SQL) => sumOf(counts.approvedAmount, where)

/**
 * Rows are merged across days once they are older than this. Reads only compare with today, so a
 * clock may be off by weeks.
 */
const MERGE_AFTER_DAYS = 60

/**
 * Merges all rows of the same kind, status and day into one. Rows with a day long before `now` are
 * merged into one per kind and status, with the day `-infinity`. Rows that others insert meanwhile
 * are not touched, and a row that another node deletes first is left to that node.
 */
export async function mergeCounts(db: Db, now: Date): Promise<void> {
  const { kind, status } = counts
  const today = now.toISOString().slice(0, 10)
  const day = sql`case when ${counts.day} < ${today}::date - ${MERGE_AFTER_DAYS}::int then '-infinity' else ${counts.day} end`
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
