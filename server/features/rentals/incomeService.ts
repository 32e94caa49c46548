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
import { opposite } from './entries.ts'
import { type IncomeRow, insertIncome } from './income.ts'
import { lockProperty } from './properties.ts'

/** Holds the property of a new entry until the transaction ends; a 400 for one that does not exist. */
async function requireProperty(db: Db, { propertyId }: NewRentalIncome) {
  if (!(await lockProperty(db, propertyId)))
    throw invalid({ propertyId: 'Choose one of your properties' })
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
 * The tenant of a new entry: the one named, a 400 for one of another property. When none is named, rent belongs to the only
 * tenant whose lease has days in its month.
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

/** The first day of the month that an entry is for; a 400 for a month of anything but rent, or one too far ahead. */
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

/** Records money received; a 400 for an unknown property, a tenant of another one, or a deposit without a tenant. */
export async function recordIncome(
  db: Db,
  actorId: string,
  income: NewRentalIncome,
  now: Date,
): Promise<IncomeRow> {
  const kind = incomeKindOf(income.incomeType)
  if (kind === 'deposit' && !income.tenantId)
    throw invalid({ tenantId: 'Choose whose deposit this is' })
  const rentMonth = rentMonthOf(income, (await companyDays(db, now)).today)
  await requireProperty(db, income)
  const tenantId = await tenantOf(db, income, rentMonth)
  const row = await insertIncome(db, { ...income, tenantId, rentMonth, kind })
  await publish(db, actorId, {
    name: 'rentalIncome.recorded',
    subjectId: row.id,
    detail: { propertyId: row.propertyId, amount: row.amount },
  })
  return row
}

/** A 400 when a deposit was already returned, so that less than nothing would be held. Its tenant is locked. */
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
  await requireHeld(db, entry, correctAmount)
  const { propertyId, tenantId, incomeType, kind, rentMonth, paymentMethod } = entry
  const facts = { propertyId, tenantId, incomeType, kind, rentMonth, paymentMethod }
  const reversal = {
    ...facts,
    amount: opposite(entry.amount),
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
    ? insertIncome(db, reversal, { ...correct, amount: correctAmount })
    : insertIncome(db, reversal))
  await publish(db, actorId, {
    name: 'rentalIncome.reversed',
    subjectId: entry.id,
    detail: { propertyId, amount: entry.amount, correctAmount: correctAmount ?? null },
  })
  return row
}
