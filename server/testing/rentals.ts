import { sql } from 'drizzle-orm'
import type { Db } from '../platform/db/handle.ts'
import { events } from '../schema/live.ts'
import {
  depositReturns,
  recurringExpenses,
  rentalExpenses,
  rentalIncome,
  rentalProperties,
  tenants,
} from '../schema/rentals.ts'

/** Deletes everything that tests of the rentals add, and the events about it. */
export async function clearRentals(db: Db) {
  // The books refuse to delete single entries.
  await db.execute(sql`truncate ${rentalExpenses}, ${rentalIncome}, ${depositReturns}`)
  await db.delete(recurringExpenses)
  await db.delete(tenants)
  await db.delete(rentalProperties)
  await db.delete(events)
}

/**
 * Adds a home.
 * @returns its id
 */
export async function addHome(
  db: Db,
  address: string,
  more: Partial<typeof rentalProperties.$inferInsert> = {},
): Promise<string> {
  const place = { city: 'Bend', state: 'OR', zipCode: '97701', propertyType: 'House' }
  const [row] = await db
    .insert(rentalProperties)
    .values({ address, ...place, ...more })
    .returning()
  return row?.id ?? ''
}
