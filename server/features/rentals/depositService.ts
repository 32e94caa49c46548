import { centsOf, formatDollars } from '@plumbline/contract/dollars.ts'
import { Failure, invalid } from '@plumbline/contract/failures.ts'
import { DEDUCTION_TYPE, incomeKindOf } from '@plumbline/contract/rentalIncome.ts'
import type { DepositReturn, Deposits, NewDepositReturn } from '@plumbline/contract/tenants.ts'
import { companyDays } from '../../access/company/service.ts'
import { publish } from '../../events/publish.ts'
import type { Db } from '../../platform/db/handle.ts'
import * as queries from './depositQueries.ts'
import { negated } from './entries.ts'
import type { TenantRow } from './tenantQueries.ts'

/**
 * The deposits of a tenant: the amounts agreed, received, deducted, returned and held, and the
 * returns.
 */
export async function readDeposits(db: Db, { id, securityDeposit }: TenantRow): Promise<Deposits> {
  return {
    agreed: securityDeposit,
    ...(await queries.depositTotals(db, id)),
    returns: await queries.listReturns(db, id),
  }
}

/**
 * Returns a deposit to a locked tenant and books the deductions as income. Throws a 400 for more
 * than is held.
 */
export async function returnDeposit(
  db: Db,
  actorId: string,
  { id: tenantId, propertyId }: TenantRow,
  { deductions = [], ...returned }: NewDepositReturn,
): Promise<DepositReturn> {
  const cents = [returned, ...deductions].reduce((sum, { amount }) => sum + centsOf(amount), 0)
  if (cents === 0) throw invalid({ amount: 'Enter an amount to return or deduct' })
  const { held } = await queries.depositTotals(db, tenantId)
  if (cents > centsOf(held) || !propertyId)
    throw invalid({ amount: `Only ${formatDollars(held)} is held` })
  const depositReturnId = await queries.insertReturn(db, actorId, { ...returned, tenantId })
  await queries.insertDeductions(
    db,
    actorId,
    deductions.map((deduction) => ({
      ...deduction,
      ...{ propertyId, tenantId, depositReturnId, dateReceived: returned.returnedOn },
      ...{ incomeType: DEDUCTION_TYPE, kind: incomeKindOf(DEDUCTION_TYPE) },
    })),
  )
  await publish(db, actorId, { name: 'deposit.returned', subjectId: tenantId })
  return queries.readReturn(db, depositReturnId)
}

/**
 * Reverses a return and its deductions on the day of `now`. Its tenant must be locked. Throws a 409
 * the second time.
 */
export async function reverseReturn(
  db: Db,
  actorId: string,
  { id: reversesId, tenantId, amount, paymentMethod, ...original }: DepositReturn,
  now: Date,
): Promise<DepositReturn> {
  if (original.reversesId || original.reversedById) throw new Failure('alreadyReversed')
  const deductions = await queries.deductionsOfReturn(db, reversesId)
  const { today } = await companyDays(db, now)
  const depositReturnId = await queries.insertReturn(db, actorId, {
    ...{ tenantId, reversesId, paymentMethod, amount: negated(amount), returnedOn: today },
  })
  await queries.insertDeductions(
    db,
    actorId,
    deductions.map(({ id, createdAt: _, ...entry }) => ({
      ...entry,
      ...{ depositReturnId, reversesId: id, amount: negated(entry.amount), dateReceived: today },
    })),
  )
  await publish(db, actorId, { name: 'deposit.reversed', subjectId: tenantId })
  return queries.readReturn(db, depositReturnId)
}
