import { Failure, invalid } from '@plumbline/contract/failures.ts'
import type { NewRentalExpense } from '@plumbline/contract/rentalExpenses.ts'
import type { Reversal } from '@plumbline/contract/rentalIncome.ts'
import { companyDays } from '../../access/company/service.ts'
import { publish } from '../../events/publish.ts'
import type { Db } from '../../platform/db/handle.ts'
import { lockJob } from '../jobs/queries.ts'
import { negated } from './entries.ts'
import { type ExpenseRow, insertExpenses, updateReceipt } from './expenses.ts'
import { lockProperty } from './properties.ts'
import type { StoredReceipt } from './receipts.ts'

const UNKNOWN_MESSAGE = 'This does not exist'

/**
 * Locks the job and property of an expense, if it has them. Throws a 400 if one does not exist.
 */
export async function requirePlaces(
  db: Db,
  { jobId, propertyId }: Pick<Partial<NewRentalExpense>, 'jobId' | 'propertyId'>,
) {
  if (jobId && !(await lockJob(db, jobId, 'key share'))) throw invalid({ jobId: UNKNOWN_MESSAGE })
  if (propertyId && !(await lockProperty(db, propertyId)))
    throw invalid({ propertyId: UNKNOWN_MESSAGE })
}

/** Records an expense. Throws a 400 for an unknown property or job. */
export async function createExpense(
  db: Db,
  actorId: string,
  expense: NewRentalExpense,
): Promise<ExpenseRow> {
  await requirePlaces(db, expense)
  const row = await insertExpenses(db, actorId, expense)
  await publish(db, actorId, { name: 'rentalExpense.recorded', subjectId: row.id })
  return row
}

/**
 * Reverses a locked expense and returns the reversal. With `correctAmount`, an expense of that
 * amount on the same day takes its place. Both have the same property, job and recurring expense,
 * so that sums over those stay right. The receipt stays with the reversed expense. Throws a 409 if
 * it is reversed already or is itself a reversal.
 */
export async function reverseExpense(
  db: Db,
  actorId: string,
  expense: ExpenseRow,
  { description, date, correctAmount }: Reversal,
  now: Date,
): Promise<ExpenseRow> {
  if (expense.reversesId || expense.reversedById) throw new Failure('alreadyReversed')
  const { propertyId, jobId, recurringId, expenseType, vendor } = expense
  const facts = { propertyId, jobId, recurringId, expenseType, vendor }
  const reversal = {
    ...facts,
    amount: negated(expense.amount),
    description: description ?? expense.description,
    dateIncurred: date ?? (await companyDays(db, now)).today,
    reversesId: expense.id,
  }
  const { description: what, dateIncurred } = expense
  const correction = correctAmount
    ? [{ ...facts, amount: correctAmount, description: what, dateIncurred }]
    : []
  const row = await insertExpenses(db, actorId, reversal, ...correction)
  await publish(db, actorId, { name: 'rentalExpense.reversed', subjectId: expense.id })
  return row
}

const receiptEvent = ({ id }: ExpenseRow) =>
  ({ name: 'rentalExpense.receipt', subjectId: id }) as const

/** Sets the receipt of a locked expense. The caller deletes the files of the previous one. */
export async function setReceipt(
  db: Db,
  actorId: string,
  expense: ExpenseRow,
  { key, type, files }: StoredReceipt,
): Promise<ExpenseRow> {
  const row = await updateReceipt(db, expense.id, {
    // Browsers cache files, so a new receipt needs a new URL.
    receiptUrl: `/api/rental-expenses/${expense.id}/receipt?v=${key.slice(-12)}`,
    receiptKey: key,
    receiptType: type,
    receiptFiles: files,
  })
  await publish(db, actorId, receiptEvent(row))
  return row
}

/** Clears the receipt of a locked expense. The caller deletes its files. */
export async function clearReceipt(db: Db, actorId: string, expense: ExpenseRow) {
  const none = { receiptUrl: null, receiptKey: null, receiptType: null, receiptFiles: null }
  await updateReceipt(db, expense.id, none)
  await publish(db, actorId, receiptEvent(expense))
}
