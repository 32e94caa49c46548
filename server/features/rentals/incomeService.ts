import { centsOf, formatDollars } from '@plumbline/contract/dollars.ts'
import { Failure, invalid } from '@plumbline/contract/failures.ts'
import { addMonths } from '@plumbline/contract/months.ts'
import {
  incomeKindOf,
  type NewRentalIncome,
  RENT_MONTHS_AHEAD,
  type Reversal,
} from '@plumbline/contract/rentalIncome.ts'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { companyDays } from '../../access/company/service.ts'
import { publish } from '../../events/publish.ts'
import type { Db } from '../../platform/db/handle.ts'
import { tenants } from '../../schema/rentals.ts'
import { depositTotals } from './depositQueries.ts'
import { negated } from './entries.ts'
import { type IncomeRow, insertIncome } from './income.ts'
import { lockProperty } from './properties.ts'

/**
 * Locks the property of a new entry until the transaction ends. Throws a 400 if it does not exist.
 */
async function requireProperty(db: Db, { propertyId }: NewRentalIncome) {
  if (!(await lockProperty(db, propertyId)))
    throw invalid({ propertyId: 'Choose one of your properties' })
}

/** The tenants of a property that meet a condition, locked until the transaction ends. */
const lockTenants = (db: Db, propertyId: string, condition: SQL) =>
  db
    .select({ id: tenants.id })
    .from(tenants)
    .where(and(eq(tenants.propertyId, propertyId), condition))
    .for('share')

/** A condition: the lease of the tenants has days in the month that begins on a day. */
const leasedIn = (
  firstDay: string,
) => sql`${tenants.leaseStart} < ${firstDay}::date + interval '1 month'
  and (${tenants.leaseEnd} is null or ${tenants.leaseEnd} >= ${firstDay})`

/**
 * The tenant of a new entry. Without an explicit one, rent belongs to the only tenant whose lease
 * has days in its month. Throws a 400 for a tenant of another property.
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

/**
 * The first day of the month that an entry is for. Throws a 400 for a month on anything but rent,
 * or one too far ahead.
 */
function rentMonthOf(
  { incomeType, rentMonth, dateReceived }: NewRentalIncome,
  today: string,
): string | null {
  if (incomeKindOf(incomeType) === 'rent') {
    const month = rentMonth ?? dateReceived.slice(0, 7)
    if (month > addMonths(today.slice(0, 7), RENT_MONTHS_AHEAD))
      throw invalid({ rentMonth: `At most ${RENT_MONTHS_AHEAD} months ahead` })
    return `${month}-01`
  }
  if (rentMonth) throw invalid({ rentMonth: 'Only rent is for a month' })
  return null
}

/**
 * Records received money. Throws a 400 for an unknown property, a tenant of another one, or a
 * deposit without a tenant.
 */
export async function recordIncome(
  db: Db,
  actorId: string,
  income: NewRentalIncome,
  now: Date,
): Promise<IncomeRow> {
  const kind = incomeKindOf(income.incomeType)
  if (kind === 'deposit' && !income.tenantId)
    throw invalid({ tenantId: 'Choose the tenant of this deposit' })
  const rentMonth = rentMonthOf(income, (await companyDays(db, now)).today)
  await requireProperty(db, income)
  const tenantId = await tenantOf(db, income, rentMonth)
  const row = await insertIncome(db, actorId, { ...income, tenantId, rentMonth, kind })
  await publish(db, actorId, {
    name: 'rentalIncome.recorded',
    subjectId: row.id,
    detail: { propertyId: row.propertyId, amount: row.amount },
  })
  return row
}

/**
 * Throws a 400 if a reversal would make the held deposit negative, because it was already returned.
 * The tenant must be locked.
 */
async function requireHeld(
  db: Db,
  { kind, tenantId, amount }: IncomeRow,
  correctAmount: string | null | undefined,
) {
  if (kind !== 'deposit' || tenantId === null) return
  const { held } = await depositTotals(db, tenantId)
  if (centsOf(held) - centsOf(amount) + centsOf(correctAmount ?? '0') < 0)
    throw invalid({
      correctAmount: `Only ${formatDollars(held)} is held; reverse the return of the deposit first`,
    })
}

/**
 * Reverses a locked entry and records the correct amount in its place if there is one. Returns the
 * reversal. Throws a 409 if the entry is reversed already or is itself a reversal. Deductions from
 * a deposit are only reversed together with the return of that deposit.
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
  await requireHeld(db, entry, correctAmount)
  const { propertyId, tenantId, incomeType, kind, rentMonth, paymentMethod } = entry
  const facts = { propertyId, tenantId, incomeType, kind, rentMonth, paymentMethod }
  const reversal = {
    ...facts,
    amount: negated(entry.amount),
    dateReceived: date ?? (await companyDays(db, now)).today,
    description: description ?? null,
    reversesId: entry.id,
  }
  const correct = {
    ...facts,
    dateReceived: entry.dateReceived,
    description: entry.description,
  }
  const row = await (correctAmount
    ? insertIncome(db, actorId, reversal, { ...correct, amount: correctAmount })
    : insertIncome(db, actorId, reversal))
  await publish(db, actorId, {
    name: 'rentalIncome.reversed',
    subjectId: entry.id,
    detail: { propertyId, amount: entry.amount, correctAmount: correctAmount ?? null },
  })
  return row
}
