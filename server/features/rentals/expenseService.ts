import { Failure, invalid } from '@plumbline/contract/failures.ts'
import type { NewRentalExpense } from '@plumbline/contract/rentalExpenses.ts'
import type { Reversal } from '@plumbline/contract/rentalIncome.ts'
import { companyDays } from '../../access/company/service.ts'
import { publish } from '../../events/publish.ts'
import type { Db } from '../../platform/db/handle.ts'
import { lockJob } from '../jobs/queries.ts'
import { opposite } from './entries.ts'
import { type ExpenseRow, insertExpenses, updateReceipt } from './expenses.ts'
import { lockProperty } from './properties.ts'
import type { StoredReceipt } from './receipts.ts'

const UNKNOWN = 'This does not exist'

/** Locks the job and the property of an expense, where it has them; a 400 for one that does not exist. */
export async function requirePlaces(
  db: Db,
  { jobId, propertyId }: Pick<Partial<NewRentalExpense>, 'jobId' | 'propertyId'>,
) {
  if (jobId && !(await lockJob(db, jobId, 'key share'))) throw invalid({ jobId: UNKNOWN })
  if (propertyId && !(await lockProperty(db, propertyId))) throw invalid({ propertyId: UNKNOWN })
}

/** Records an expense; a 400 for an unknown property or job. */
export async function createExpense(
  db: Db,
  actorId: string,
  expense: NewRentalExpense,
): Promise<ExpenseRow> {
  await requirePlaces(db, expense)
  const row = await insertExpenses(db, expense)
  await publish(db, actorId, { name: 'rentalExpense.recorded', subjectId: row.id })
  return row
}

/**
 * Reverses an expense that is locked and answers the reversal; with `correctAmount` an expense of that amount takes its place
 * on its day. Both belong to the same property, job and recurring expense, so that sums over those stay right. The receipt
 * stays with what was reversed. A 409 for one that is reversed already, or is a reversal.
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
    amount: opposite(expense.amount),
    description: description ?? expense.description,
    dateIncurred: date ?? (await companyDays(db, now)).today,
    reversesId: expense.id,
  }
  const { description: what, dateIncurred } = expense
  const correction = correctAmount
    ? [{ ...facts, amount: correctAmount, description: what, dateIncurred }]
    : []
  const row = await insertExpenses(db, reversal, ...correction)
  await publish(db, actorId, { name: 'rentalExpense.reversed', subjectId: expense.id })
  return row
}

const receiptEvent = ({ id }: ExpenseRow) =>
  ({ name: 'rentalExpense.receipt', subjectId: id }) as const

/** Sets the receipt of an expense that is locked; the files of the one before are the caller's to delete. */
export async function setReceipt(
  db: Db,
  actorId: string,
  expense: ExpenseRow,
  { key, type, files }: StoredReceipt,
): Promise<ExpenseRow> {
  const row = await updateReceipt(db, expense.id, {
    // Browsers cache files, so a new receipt needs a new address.
    receiptUrl: `/api/rental-expenses/${expense.id}/receipt?v=${key.slice(-12)}`,
    receiptKey: key,
    receiptType: type,
    receiptFiles: files,
  })
  await publish(db, actorId, receiptEvent(row))
  return row
}

/** Clears the receipt of an expense that is locked; its files are the caller's to delete. */
export async function clearReceipt(db: Db, actorId: string, expense: ExpenseRow) {
  const none = { receiptUrl: null, receiptKey: null, receiptType: null, receiptFiles: null }
  await updateReceipt(db, expense.id, none)
  await publish(db, actorId, receiptEvent(expense))
}
