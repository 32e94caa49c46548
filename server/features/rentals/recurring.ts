import {
  type NewRecurringExpense,
  PROPOSED_DAYS_AHEAD,
  type RecurringExpense,
  type RecurringExpenseChange,
} from '@plumbline/contract/rentalExpenses.ts'
import { asc, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import { companyDay } from '../../access/company/queries.ts'
import type { Db } from '../../platform/db/handle.ts'
import { recurringExpenses, rentalProperties } from '../../schema/rentals.ts'
import { lockProperty } from './properties.ts'

const { startsOn, settled, everyMonths } = recurringExpenses
/**
 * The next due date. It is always counted from the first day, so that the 31st is the 31st again
 * after a shorter month.
 */
const nextOn = sql<string>`(${startsOn} + make_interval(months => ${settled} * ${everyMonths}))::date`

const read = (db: Db, now: Date) =>
  db
    .select({
      ...getTableColumns(recurringExpenses),
      propertyAddress: rentalProperties.address,
      nextOn,
      isDue: sql<boolean>`${nextOn} <= ${companyDay(now)} + ${PROPOSED_DAYS_AHEAD}::int`,
    })
    .from(recurringExpenses)
    .leftJoin(rentalProperties, eq(rentalProperties.id, recurringExpenses.propertyId))

export type RecurringRow = Awaited<ReturnType<typeof read>>[number]

/** A recurring expense in the form that the API returns. */
export const toRecurring = (row: RecurringRow): RecurringExpense => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

/** The recurring expenses by next due date, without those of archived properties. */
export async function listRecurring(db: Db, now: Date): Promise<RecurringExpense[]> {
  const rows = await read(db, now)
    .where(isNull(rentalProperties.archivedAt))
    .orderBy(asc(nextOn), asc(recurringExpenses.id))
  return rows.map(toRecurring)
}

async function findRecurring(db: Db, id: string, now: Date): Promise<RecurringRow | undefined> {
  const [row] = await read(db, now).where(eq(recurringExpenses.id, id))
  return row
}

/** The recurring expense, locked until the transaction ends. Its property is locked first. */
export async function lockRecurring(
  db: Db,
  id: string,
  now: Date,
): Promise<RecurringRow | undefined> {
  await lockProperty(db, sql`(select e.property_id from ${recurringExpenses} e where e.id = ${id})`)
  await db
    .select({ id: recurringExpenses.id })
    .from(recurringExpenses)
    .where(eq(recurringExpenses.id, id))
    .for('update')
  return findRecurring(db, id, now)
}

/** Adds a recurring expense. Its property must be locked. */
export async function insertRecurring(
  db: Db,
  expense: NewRecurringExpense,
  now: Date,
): Promise<RecurringRow> {
  const [row] = await db
    .insert(recurringExpenses)
    .values(expense)
    .returning({ id: recurringExpenses.id })
  return (await findRecurring(db, row?.id ?? '', now)) as RecurringRow
}

type Change = RecurringExpenseChange & { readonly settled?: number }

/** Changes the given fields of a locked recurring expense. */
export async function updateRecurring(
  db: Db,
  id: string,
  change: Change,
  now: Date,
): Promise<RecurringRow> {
  await db.update(recurringExpenses).set(change).where(eq(recurringExpenses.id, id))
  return (await findRecurring(db, id, now)) as RecurringRow
}

/** Deletes a recurring expense. Booked expenses stay. */
export async function deleteRecurring(db: Db, id: string) {
  await db.delete(recurringExpenses).where(eq(recurringExpenses.id, id))
}
