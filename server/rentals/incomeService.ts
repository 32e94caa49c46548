import { Failure, invalid } from '@plumbline/contract/failures.ts'
import {
  incomeKindOf,
  type NewRentalIncome,
  type Reversal,
} from '@plumbline/contract/rentalIncome.ts'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/handle.ts'
import { publish } from '../live/publish.ts'
import { companyDay } from '../settings/queries.ts'
import { type IncomeRow, insertIncome } from './income.ts'
import { rentalProperties, tenants } from './table.ts'

/** The property of a new entry, held until the transaction ends; a 400 for one that does not exist. */
async function lockPropertyOf(db: Db, { propertyId }: NewRentalIncome) {
  const [property] = await db
    .select({ id: rentalProperties.id })
    .from(rentalProperties)
    .where(eq(rentalProperties.id, propertyId))
    .for('key share')
  if (!property) throw invalid({ propertyId: 'Choose one of your properties' })
}

/** The tenants of a property that meet a condition, held as they are until the transaction ends. */
const lockTenants = (db: Db, propertyId: string, condition: SQL) =>
  db
    .select({ id: tenants.id })
    .from(tenants)
    .where(and(eq(tenants.propertyId, propertyId), condition))
    .for('share')

/** Whether the lease of the tenants has days in the month that begins on a day. */
const leasedIn = (
  firstDay: string,
) => sql`${tenants.leaseStart} < ${firstDay}::date + interval '1 month'
  and (${tenants.leaseEnd} is null or ${tenants.leaseEnd} >= ${firstDay})`

/**
 * The tenant of a new entry: the one named, a 400 for one of another property. With none named at all, rent is that of the
 * only tenant whose lease has days in its month.
 */
async function tenantOf(
  db: Db,
  { propertyId, tenantId }: NewRentalIncome,
  rentMonth: string | null,
) {
  if (tenantId) {
    const [tenant] = await lockTenants(db, propertyId, eq(tenants.id, tenantId))
    if (!tenant) throw invalid({ tenantId: 'Choose a tenant of this property' })
    return tenant.id
  }
  if (tenantId === null || rentMonth === null) return null
  const [only, another] = await lockTenants(db, propertyId, leasedIn(rentMonth))
  return only && !another ? only.id : null
}

/** The first day of the month that an entry is for; a 400 for the month of anything but rent. */
function rentMonthOf({ incomeType, rentMonth, dateReceived }: NewRentalIncome): string | null {
  if (incomeKindOf(incomeType) === 'rent') return `${rentMonth ?? dateReceived.slice(0, 7)}-01`
  if (rentMonth) throw invalid({ rentMonth: 'Only rent is for a month' })
  return null
}

/** Records money received; a 400 for an unknown property, or a tenant of another one. */
export async function recordIncome(
  db: Db,
  actorId: string,
  income: NewRentalIncome,
): Promise<IncomeRow> {
  const rentMonth = rentMonthOf(income)
  await lockPropertyOf(db, income)
  const tenantId = await tenantOf(db, income, rentMonth)
  const kind = incomeKindOf(income.incomeType)
  const row = await insertIncome(db, { ...income, tenantId, rentMonth, kind })
  await publish(db, actorId, {
    name: 'rentalIncome.recorded',
    subjectId: row.id,
    detail: { propertyId: row.propertyId, amount: row.amount },
  })
  return row
}

/**
 * Reverses an entry that is locked, and records the correct amount in its place where there is one. Replies with the
 * reversal. A 409 for an entry that is reversed or a reversal itself; what was kept of a deposit is reversed with the
 * return of that deposit.
 */
export async function reverseIncome(
  db: Db,
  actorId: string,
  entry: IncomeRow,
  { description, date, correctAmount }: Reversal,
  now: Date,
): Promise<IncomeRow> {
  if (entry.depositReturnId)
    throw invalid({
      depositReturnId: 'This was kept from a deposit: reverse the return of that deposit instead',
    })
  if (entry.reversesId || entry.reversedById) throw new Failure('alreadyReversed')
  const { propertyId, tenantId, incomeType, kind, rentMonth, paymentMethod } = entry
  const facts = { propertyId, tenantId, incomeType, kind, rentMonth, paymentMethod }
  const reversal = {
    ...facts,
    amount: `-${entry.amount}`,
    dateReceived: date ?? companyDay(now),
    description: description ?? null,
    reversesId: entry.id,
  }
  const correct = {
    ...facts,
    dateReceived: entry.dateReceived,
    description: entry.description,
  }
  const row = await (correctAmount
    ? insertIncome(db, reversal, { ...correct, amount: correctAmount })
    : insertIncome(db, reversal))
  await publish(db, actorId, {
    name: 'rentalIncome.reversed',
    subjectId: entry.id,
    detail: { propertyId, amount: entry.amount, correctAmount: correctAmount ?? null },
  })
  return row
}
