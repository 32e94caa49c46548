import { isDay } from '@plumbline/contract/dates.ts'
import { type AnyColumn, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/handle.ts'
import { readCursor } from '../db/paging.ts'
import { rentalProperties } from './table.ts'

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

/** Locks a property against deletion while something of it is written; whether there is one. */
export async function lockProperty(db: Db, id: string | SQL): Promise<boolean> {
  const [row] = await db
    .select({ id: rentalProperties.id })
    .from(rentalProperties)
    .where(eq(rentalProperties.id, id))
    .for('key share')
  return row !== undefined
}
