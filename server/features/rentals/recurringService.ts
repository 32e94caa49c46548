import { Failure } from '@plumbline/contract/failures.ts'
import type {
  NewRecurringExpense,
  RecurringBooking,
  RecurringExpenseChange,
} from '@plumbline/contract/rentalExpenses.ts'
import { publish } from '../../events/publish.ts'
import type { Db } from '../../platform/db/handle.ts'
import { requirePlaces } from './expenseService.ts'
import { type ExpenseRow, insertExpenses } from './expenses.ts'
import * as recurring from './recurring.ts'

type Row = recurring.RecurringRow

const changed = ({ id }: Row) => ({ name: 'recurringExpense.changed', subjectId: id }) as const

/** Adds a recurring expense. Throws a 400 for an unknown property. */
export async function createRecurring(
  db: Db,
  actorId: string,
  expense: NewRecurringExpense,
  now: Date,
): Promise<Row> {
  await requirePlaces(db, expense)
  const row = await recurring.insertRecurring(db, expense, now)
  await publish(db, actorId, changed(row))
  return row
}

/**
 * The schedule fields that a change resets. A new first day restarts the count. A new interval
 * starts at the next due date, because counting from the old first day would move that date.
 */
function recount(row: Row, { startsOn, everyMonths }: RecurringExpenseChange) {
  if (startsOn !== undefined && startsOn !== row.startsOn) return { settled: 0 }
  if (everyMonths !== undefined && everyMonths !== row.everyMonths)
    return { settled: 0, startsOn: row.nextOn }
  return {}
}

/**
 * Changes the given fields of a locked recurring expense. Throws a 400 for an unknown property.
 */
export async function changeRecurring(
  db: Db,
  actorId: string,
  row: Row,
  change: RecurringExpenseChange,
  now: Date,
): Promise<Row> {
  await requirePlaces(db, change)
  const all = { ...change, ...recount(row, change) }
  const after = await recurring.updateRecurring(db, row.id, all, now)
  await publish(db, actorId, changed(after))
  return after
}

/**
 * Throws a 409 if the next due date is not the one that the person saw, because somebody else
 * booked or skipped it.
 */
function requireNext(row: Row, nextOn: string) {
  if (row.nextOn !== nextOn) throw new Failure('alreadyBooked')
}

/**
 * Books the next occurrence of a locked recurring expense. Throws a 409 if it is no longer the
 * given one.
 */
export async function bookRecurring(
  db: Db,
  actorId: string,
  row: Row,
  { nextOn, amount, dateIncurred }: RecurringBooking,
  now: Date,
): Promise<ExpenseRow> {
  requireNext(row, nextOn)
  const { propertyId, expenseType, vendor, description } = row
  const booked = await insertExpenses(db, actorId, {
    propertyId,
    expenseType,
    vendor,
    description,
    amount: amount ?? row.amount,
    dateIncurred: dateIncurred ?? nextOn,
    recurringId: row.id,
  })
  await recurring.updateRecurring(db, row.id, { settled: row.settled + 1 }, now)
  const recorded = { name: 'rentalExpense.recorded', subjectId: booked.id } as const
  await publish(db, actorId, recorded, changed(row))
  return booked
}

/**
 * Skips the next occurrence of a locked recurring expense. Throws a 409 if it is no longer the
 * given one.
 */
export async function skipRecurring(
  db: Db,
  actorId: string,
  row: Row,
  nextOn: string,
  now: Date,
): Promise<Row> {
  requireNext(row, nextOn)
  const after = await recurring.updateRecurring(db, row.id, { settled: row.settled + 1 }, now)
  await publish(db, actorId, changed(after))
  return after
}

/** Deletes a locked recurring expense. */
export async function deleteRecurring(db: Db, actorId: string, { id }: Row) {
  await recurring.deleteRecurring(db, id)
  await publish(db, actorId, { name: 'recurringExpense.deleted', subjectId: id })
}
