import { isDay } from '@plumbline/contract/dates.ts'
import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { readCursor } from '../../platform/db/paging.ts'
import { rentalIncome } from '../../schema/rentals.ts'

/** The cursor of a page of the books, which are ordered by day and id, newest first. */
export const dayCursor = (day: string, id: string) => `${day}_${id}`

/** The condition for the rows after a cursor of the books. Throws a 400 for an invalid cursor. */
export function afterDay(day: AnyColumn, id: AnyColumn, cursor: string): SQL {
  const { value, id: last } = readCursor(cursor, isDay)
  return sql`(${day}, ${id}) < (${value}::date, ${last}::uuid)`
}

/** The negated amount, for the entry that reverses one of this amount. */
export const negated = (amount: string) => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`)

/**
 * The day of the last payment among the entries `i` of a group. Reversals and reversed entries do
 * not count.
 */
export const paidOn = sql`max(i.date_received) filter (where i.reverses_id is null and not exists (
  select from ${rentalIncome} r where r.reverses_id = i.id))`
