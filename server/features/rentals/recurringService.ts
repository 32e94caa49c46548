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

/** Adds a recurring expense; a 400 for an unknown property. */
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
 * What a change means for the count: it starts again with a new first day. A new interval starts with the next one; counted
 * from the old first day, the next one would move.
 */
function recount(row: Row, { startsOn, everyMonths }: RecurringExpenseChange) {
  if (startsOn !== undefined && startsOn !== row.startsOn) return { settled: 0 }
  if (everyMonths !== undefined && everyMonths !== row.everyMonths)
    return { settled: 0, startsOn: row.nextOn }
  return {}
}

/** Changes the fields given of a recurring expense that is locked; a 400 for an unknown property. */
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

/** A person books or leaves out the one that they saw; a 409 when somebody else has done so first. */
function requireNext(row: Row, nextOn: string) {
  if (row.nextOn !== nextOn) throw new Failure('alreadyBooked')
}

/** Books the next one of a recurring expense that is locked; a 409 when it is another one by now. */
export async function bookRecurring(
  db: Db,
  actorId: string,
  row: Row,
  { nextOn, amount, dateIncurred }: RecurringBooking,
  now: Date,
): Promise<ExpenseRow> {
  requireNext(row, nextOn)
  const { propertyId, expenseType, vendor, description } = row
  const booked = await insertExpenses(db, {
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

/** Leaves out the next one of a recurring expense that is locked; a 409 when it is another one by now. */
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

/** Deletes a recurring expense that is locked. */
export async function deleteRecurring(db: Db, actorId: string, { id }: Row) {
  await recurring.deleteRecurring(db, id)
  await publish(db, actorId, { name: 'recurringExpense.deleted', subjectId: id })
}
