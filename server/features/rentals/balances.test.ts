import { addDays } from '@plumbline/contract/dates.ts'
import { centsOf } from '@plumbline/contract/dollars.ts'
import { dollarsFromCents } from '@plumbline/contract/money.ts'
import { addMonths } from '@plumbline/contract/months.ts'
import { type RentedLease, rentDueOn, rentOfMonth } from '@plumbline/contract/rent.ts'
import type { LedgerMonth, Tenant } from '@plumbline/contract/tenants.ts'
import { seededNumbers } from '@plumbline/contract/testing/random.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import {
  depositReturns,
  leaseChanges,
  rentalIncome,
  rentalProperties,
  tenants,
} from '../../schema/rentals.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

const TODAY = '2026-02-17'
let w: TestApp
beforeAll(async () => {
  w = await testApp()
  w.clock.now = new Date(`${TODAY}T12:00:00Z`)
})
afterAll(() => w.close())

const random = seededNumbers(23)
const number = (from: number, to: number) => from + random(to - from + 1)
const times = <T>(count: number, make: (n: number) => T) =>
  Array.from({ length: count }, (_, n) => make(n))

/**
 * A tenant with a lease around today, payments in any order, some of them reversed, and a partly
 * returned deposit.
 */
function randomTenant() {
  const leaseStart = addDays('2024-06-01', number(0, 700))
  const days = new Set(times(number(0, 3), () => addDays(leaseStart, number(1, 500))))
  const lease: RentedLease = {
    leaseStart,
    leaseEnd: number(0, 3) === 0 ? null : addDays(leaseStart, number(0, 600)),
    rentCents: number(0, 300_000),
    changes: [...days].map((startsOn) => ({ startsOn, rentCents: number(0, 300_000) })),
    rentFrom: number(0, 3) === 0 ? addDays(leaseStart, number(0, 200)) : null,
  }
  const payments = times(number(0, 12), () => ({
    ...{ id: newId(), month: addMonths('2024-05', number(0, 26)), cents: number(0, 300_000) },
    isReversed: number(0, 4) === 0,
  }))
  const deposit = {
    received: number(1, 200_000),
    returned: number(0, 100_000),
    deducted: number(0, 50_000),
  }
  return { id: newId(), returnId: newId(), lease, payments, deposit }
}
type Random = ReturnType<typeof randomTenant>

async function insert(people: Random[]) {
  const about = { city: 'Bend', state: 'OR', zipCode: '97701', propertyType: 'House' }
  await w.db
    .insert(rentalProperties)
    .values(people.map(({ id }) => ({ ...about, id, address: `${id} Oak` })))
  await w.db.insert(tenants).values(
    people.map(({ id, lease: { leaseStart, leaseEnd, rentCents, rentFrom } }) => ({
      ...{ id, propertyId: id, firstName: 'Ann', lastName: 'Ash', leaseStart, leaseEnd },
      ...{ monthlyRent: dollarsFromCents(rentCents), rentFrom: rentFrom ?? null },
    })),
  )
  await w.db.insert(leaseChanges).values(
    people.flatMap(({ id, lease }) =>
      lease.changes.map(({ startsOn, rentCents }) => ({
        ...{ tenantId: id, kind: 'rent' as const, startsOn },
        monthlyRent: dollarsFromCents(rentCents),
      })),
    ),
  )
  await w.db.insert(depositReturns).values(
    people.map(({ id, returnId, deposit }) => ({
      ...{ id: returnId, tenantId: id, returnedOn: TODAY },
      amount: dollarsFromCents(deposit.returned),
    })),
  )
  const entry = { incomeType: 'x', dateReceived: TODAY }
  await w.db.insert(rentalIncome).values(
    people.flatMap(({ id, returnId, payments, deposit }) => [
      ...payments.flatMap(({ id: entryId, month, cents, isReversed }) => {
        const rent = { ...entry, propertyId: id, tenantId: id, kind: 'rent' as const }
        const paid = { ...rent, rentMonth: `${month}-01` }
        return [
          { ...paid, id: entryId, amount: dollarsFromCents(cents) },
          ...(isReversed
            ? [{ ...paid, amount: dollarsFromCents(-cents), reversesId: entryId }]
            : []),
        ]
      }),
      {
        ...{ ...entry, propertyId: id, tenantId: id, kind: 'deposit' as const },
        amount: dollarsFromCents(deposit.received),
      },
      {
        ...{ ...entry, propertyId: id, tenantId: id, kind: 'other' as const },
        ...{ amount: dollarsFromCents(deposit.deducted), depositReturnId: returnId },
      },
    ]),
  )
}

/** The balance of the tenant today by the rule of the contract, in cents. */
function balanceOf({ lease, payments }: Random): number {
  const due = times(40, (n) => addMonths('2024-01', n)).filter(
    (month) => (rentDueOn(lease, month) ?? '9999') <= TODAY,
  )
  const expected = due.reduce((sum, month) => sum + rentOfMonth(lease, month), 0)
  const counted = payments.filter(({ isReversed }) => !isReversed)
  return expected - counted.reduce((sum, { cents }) => sum + cents, 0)
}

test('balances and deposits of 100 random tenants match the rule and the sums of the ledgers', async () => {
  const people = times(100, randomTenant)
  await insert(people)
  const { body } = await w.call('ada', 'GET', '/api/tenants')
  const found = new Map<string, Tenant>(body.map((tenant: Tenant) => [tenant.id, tenant]))
  for (const person of people) {
    const { balance = '', depositHeld = '' } = found.get(person.id) ?? {}
    const { received, returned, deducted } = person.deposit
    expect(balance).toMatch(/^-?\d+\.\d\d$/)
    expect(centsOf(balance)).toBe(balanceOf(person))
    expect(centsOf(depositHeld)).toBe(received - returned - deducted)
  }
  for (const person of people.slice(0, 40)) {
    const url = `/api/tenants/${person.id}`
    expect((await w.call('ada', 'GET', url)).body).toEqual(found.get(person.id))
    const { body: ledger } = await w.call('ada', 'GET', `${url}/ledger`)
    const sum = ledger.reduce(
      (cents: number, { isDue, expected, received }: LedgerMonth) =>
        cents + (isDue ? centsOf(expected) : 0) - centsOf(received),
      0,
    )
    expect(sum).toBe(balanceOf(person))
    const months = ledger.map(({ month }: LedgerMonth) => month)
    expect(months).toEqual(months.toSorted().toReversed())
  }
})
