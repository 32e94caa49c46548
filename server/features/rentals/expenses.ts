import {
  PORTFOLIO,
  type RentalExpense,
  type RentalExpenseFilter,
} from '@plumbline/contract/rentalExpenses.ts'
import type { EntryTotal } from '@plumbline/contract/rentalIncome.ts'
import {
  and,
  count,
  desc,
  eq,
  getTableColumns,
  gte,
  isNull,
  lte,
  or,
  type SQL,
  sql,
  sum,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { nameOf } from '../../access/people/names.ts'
import type { Db } from '../../platform/db/handle.ts'
import { type List, listOrPage, totalOf } from '../../platform/db/paging.ts'
import { contains } from '../../platform/db/search.ts'
import { jobs } from '../../schema/jobs.ts'
import { recurringExpenses, rentalExpenses, rentalProperties } from '../../schema/rentals.ts'
import { lockJob } from '../jobs/queries.ts'
import { afterDay, dayCursor } from './entries.ts'
import { dollarsText } from './money.ts'
import { lockProperty } from './properties.ts'

const reversal = alias(rentalExpenses, 'reversal')

/**
 * The expenses with the names and ids of related rows. `total` is the number of rows in the whole
 * list.
 */
const read = (db: Db, total = sql<number>`0`) =>
  db
    .select({
      ...getTableColumns(rentalExpenses),
      propertyAddress: rentalProperties.address,
      jobName: jobs.name,
      reversedById: reversal.id,
      recordedByName: nameOf(rentalExpenses.recordedById),
      total,
    })
    .from(rentalExpenses)
    .leftJoin(rentalProperties, eq(rentalProperties.id, rentalExpenses.propertyId))
    .leftJoin(jobs, eq(jobs.id, rentalExpenses.jobId))
    .leftJoin(reversal, eq(reversal.reversesId, rentalExpenses.id))

export type ExpenseRow = Awaited<ReturnType<typeof read>>[number]
export type NewExpenseRow = Omit<typeof rentalExpenses.$inferInsert, 'recordedById'>

/** An expense in the form that the API returns. */
export const toExpense = (row: ExpenseRow): RentalExpense => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
})

type Entries = Omit<RentalExpenseFilter, 'limit' | 'after'>

function matching({ propertyId, expenseType, jobId, from, to, search }: Entries): SQL | undefined {
  const { dateIncurred, vendor, description } = rentalExpenses
  return and(
    propertyId === PORTFOLIO ? isNull(rentalExpenses.propertyId) : undefined,
    propertyId && propertyId !== PORTFOLIO ? eq(rentalExpenses.propertyId, propertyId) : undefined,
    expenseType ? eq(rentalExpenses.expenseType, expenseType) : undefined,
    jobId ? eq(rentalExpenses.jobId, jobId) : undefined,
    from ? gte(dateIncurred, from) : undefined,
    to ? lte(dateIncurred, to) : undefined,
    search
      ? or(
          contains(vendor, search),
          contains(description, search),
          contains(rentalExpenses.expenseType, search),
        )
      : undefined,
  )
}

/** The matching expenses, newest first: all of them, or one page if the filter has a limit. */
export async function listExpenses(
  db: Db,
  filter: RentalExpenseFilter,
): Promise<List<RentalExpense>> {
  const where = matching(filter)
  const { limit, after } = filter
  const { dateIncurred, id } = rentalExpenses
  const query = read(db, totalOf(rentalExpenses, where, limit))
    .where(and(where, after === undefined ? undefined : afterDay(dateIncurred, id, after)))
    .orderBy(desc(dateIncurred), desc(id))
  return listOrPage(query, limit, toExpense, (row) => dayCursor(row.dateIncurred, row.id))
}

/** The number of matching expenses and their sum in dollars. */
export async function totalExpenses(db: Db, filter: Entries): Promise<EntryTotal> {
  const [row] = await db
    .select({ count: count(), amount: dollarsText(sum(rentalExpenses.amount)) })
    .from(rentalExpenses)
    .where(matching(filter))
  return row ?? { count: 0, amount: '0.00' }
}

export async function findExpense(db: Db, id: string): Promise<ExpenseRow | undefined> {
  const [row] = await read(db).where(eq(rentalExpenses.id, id))
  return row
}

/**
 * The expense, locked until the transaction ends. The job, property and recurring expense that a
 * correction would refer to are locked first, to follow the lock order.
 */
export async function lockExpense(db: Db, id: string): Promise<ExpenseRow | undefined> {
  const { jobId, propertyId, recurringId } = (await findExpense(db, id)) ?? {}
  if (jobId) await lockJob(db, jobId, 'key share')
  if (propertyId) await lockProperty(db, propertyId)
  if (recurringId)
    await db
      .select({ id: recurringExpenses.id })
      .from(recurringExpenses)
      .where(eq(recurringExpenses.id, recurringId))
      .for('key share')
  await db
    .select({ id: rentalExpenses.id })
    .from(rentalExpenses)
    .where(eq(rentalExpenses.id, id))
    .for('update')
  // Whether it is reversed is read after it is locked.
  return findExpense(db, id)
}

/**
 * Adds expenses that a person recorded, and returns the first. The rows that they refer to must be
 * locked.
 */
export async function insertExpenses(
  db: Db,
  recordedById: string,
  ...expenses: readonly [NewExpenseRow, ...NewExpenseRow[]]
): Promise<ExpenseRow> {
  const [added] = await db
    .insert(rentalExpenses)
    .values(expenses.map((expense) => ({ ...expense, recordedById })))
    .returning({ id: rentalExpenses.id })
  return (await findExpense(db, added?.id ?? '')) as ExpenseRow
}

type Receipt = Pick<NewExpenseRow, 'receiptUrl' | 'receiptKey' | 'receiptType' | 'receiptFiles'>

/** Sets or clears the receipt of a locked expense. */
export async function updateReceipt(db: Db, id: string, receipt: Receipt): Promise<ExpenseRow> {
  await db.update(rentalExpenses).set(receipt).where(eq(rentalExpenses.id, id))
  return (await findExpense(db, id)) as ExpenseRow
}
