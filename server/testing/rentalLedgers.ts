import { addDays } from '@plumbline/contract/dates.ts'
import { dollarsFromCents } from '@plumbline/contract/money.ts'
import { DEDUCTION_TYPE, incomeKindOf } from '@plumbline/contract/rentalIncome.ts'
import { seededNumbers } from '@plumbline/contract/testing/random.ts'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../platform/db/handle.ts'
import { newId } from '../platform/db/ids.ts'
import {
  depositReturns,
  leaseChanges,
  rentalExpenses,
  rentalIncome,
  rentalProperties,
  tenants,
} from '../schema/rentals.ts'

export interface Ledgers {
  readonly properties: (typeof rentalProperties.$inferInsert & { id: string })[]
  readonly tenants: (typeof tenants.$inferInsert & { id: string; leaseStart: string })[]
  readonly changes: (typeof leaseChanges.$inferInsert)[]
  readonly returns: (typeof depositReturns.$inferInsert & { id: string })[]
  readonly income: (typeof rentalIncome.$inferInsert & { id: string })[]
  readonly expenses: (typeof rentalExpenses.$inferInsert & { id: string })[]
}

const categories = ['Repairs', 'repairs', 'Insurance', 'Taxes', 'Pest control', 'Utilities']
const incomeNames = [
  'Rent',
  'rent',
  'Rent',
  'Late fee',
  'Laundry',
  'Pet deposit',
  'Security deposit',
]

/**
 * Random properties with up to three consecutive leases, rent changes, payments of every kind in
 * odd cents, reversals, returned deposits and expenses, from 2023 to 2026. The same seed gives the
 * same data. A few properties are archived, a few expenses belong to the whole portfolio.
 */
export function randomLedgers(seed: number, count: number): Ledgers {
  const below = seededNumbers(seed)
  const cents = (max: number) => dollarsFromCents(1 + below(max))
  const one = <T>(list: readonly T[]) => list[below(list.length)] as T
  const day = () => addDays('2023-01-01', below(1460))
  const made: Ledgers = {
    properties: [],
    tenants: [],
    changes: [],
    returns: [],
    income: [],
    expenses: [],
  }
  /** Adds an entry and, for one in eight, its reversal. */
  const book = <T extends { id: string; amount: string }>(list: T[], entry: T, later: object) => {
    list.push(entry)
    if (below(8) === 0)
      list.push({
        ...entry,
        ...later,
        id: newId(),
        amount: `-${entry.amount}`,
        reversesId: entry.id,
      })
  }
  for (let n = 0; n < count; n += 1) {
    const propertyId = newId()
    made.properties.push({
      ...{ id: propertyId, address: `${n} Oak St`, city: 'Elgin', state: 'IL', zipCode: '60120' },
      ...{ propertyType: 'House', monthlyRent: cents(400_000) },
      purchasePrice: below(3) === 0 ? null : cents(40_000_000),
      archivedAt: below(12) === 0 ? new Date('2026-02-01T12:00:00Z') : null,
    })
    let free = addDays('2023-01-01', below(500))
    for (let lease = below(4); lease > 0; lease -= 1) {
      const leaseStart = free
      const isOpen = lease === 1 && below(3) === 0
      const leaseEnd = isOpen ? null : addDays(leaseStart, below(600))
      free = addDays(leaseEnd ?? leaseStart, 1 + below(60))
      const id = newId()
      made.tenants.push({
        ...{ id, propertyId, firstName: 'Ann', lastName: `Ash ${n}`, leaseStart, leaseEnd },
        ...{ monthlyRent: cents(300_000), status: below(3) === 0 ? 'former' : 'active' },
        rentFrom: below(4) === 0 ? addDays(leaseStart, below(200)) : null,
      })
      if (below(2) === 0)
        made.changes.push({
          ...{ tenantId: id, kind: 'rent', monthlyRent: cents(300_000) },
          startsOn: addDays(leaseStart, 1 + below(400)),
        })
      for (let entry = below(12); entry > 0; entry -= 1) {
        const incomeType = one(incomeNames)
        const kind = incomeKindOf(incomeType)
        const dateReceived = addDays(leaseStart, below(500))
        const facts = { propertyId, tenantId: id, amount: cents(300_000), incomeType, kind }
        const rentMonth = kind === 'rent' ? `${dateReceived.slice(0, 7)}-01` : null
        const reversedOn = { dateReceived: addDays(dateReceived, below(60)) }
        book(made.income, { id: newId(), ...facts, dateReceived, rentMonth }, reversedOn)
      }
      if (below(3) === 0) {
        const back = { id: newId(), tenantId: id, amount: cents(100_000), returnedOn: day() }
        made.returns.push(back)
        made.income.push({
          ...{ id: newId(), propertyId, tenantId: id, amount: cents(50_000), kind: 'other' },
          ...{
            incomeType: DEDUCTION_TYPE,
            dateReceived: back.returnedOn,
            depositReturnId: back.id,
          },
        })
      }
    }
    for (let entry = below(6); entry > 0; entry -= 1) {
      const dateIncurred = day()
      const facts = {
        amount: cents(500_000),
        expenseType: one(categories),
        description: 'Odd work',
      }
      const place = { propertyId: below(9) === 0 ? null : propertyId, dateIncurred }
      book(made.expenses, { id: newId(), ...facts, ...place }, { dateIncurred: day() })
    }
  }
  return made
}

/** Inserts the ledgers. */
export async function insertLedgers(db: Db, ledgers: Ledgers): Promise<void> {
  const write = async <T extends PgTable>(table: T, rows: readonly T['$inferInsert'][]) => {
    for (let at = 0; at < rows.length; at += 1000)
      await db.insert(table).values(rows.slice(at, at + 1000) as never)
  }
  await write(rentalProperties, ledgers.properties)
  await write(tenants, ledgers.tenants)
  await write(leaseChanges, ledgers.changes)
  await write(depositReturns, ledgers.returns)
  await write(rentalIncome, ledgers.income)
  await write(rentalExpenses, ledgers.expenses)
}
