import { isDay } from '@plumbline/contract/dates.ts'
import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { readCursor } from '../../platform/db/paging.ts'
import { rentalIncome } from '../../schema/rentals.ts'

/** Where a page of the books ended: they are ordered by day and id, newest first. */
export const dayCursor = (day: string, id: string) => `${day}_${id}`

/** What comes after a cursor of the books; a 400 for text that is no cursor. */
export function afterDay(day: AnyColumn, id: AnyColumn, cursor: string): SQL {
  const { value, id: last } = readCursor(cursor, isDay)
  return sql`(${day}, ${id}) < (${value}::date, ${last}::uuid)`
}

/** The amount of the entry that reverses one of this amount. */
export const opposite = (amount: string) =>
  amount.startsWith('-') ? amount.slice(1) : `-${amount}`

/** The day of the last payment among the entries `i` of a group; one that was reversed, and a reversal, is none. */
export const paidOn = sql`max(i.date_received) filter (where i.reverses_id is null and not exists (
  select from ${rentalIncome} r where r.reverses_id = i.id))`
