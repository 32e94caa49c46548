import { addDays } from '@plumbline/contract/dates.ts'
import { centsOf } from '@plumbline/contract/dollars.ts'
import { dollarsFromCents } from '@plumbline/contract/money.ts'
import { addMonths } from '@plumbline/contract/months.ts'
import { type RentedLease, rentDueOn, rentOfMonth, rentOn } from '@plumbline/contract/rent.ts'
import { seededNumbers } from '@plumbline/contract/testing/random.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import type { Database } from '../../platform/db/open.ts'
import { testDatabase } from '../../platform/db/testing.ts'
import { leaseChanges, rentalProperties, tenants } from '../../schema/rentals.ts'
import { expectedRent, leaseCovers, rentOn as rentOnSql } from './rent.ts'

let database: Database
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const random = seededNumbers(11)
const number = (from: number, to: number) => from + random(to - from + 1)

/**
 * A lease with up to three rent changes. It begins and ends on any day within a few years that
 * include a leap day.
 */
function randomLease(): RentedLease {
  const leaseStart = addDays('2023-10-01', number(0, 400))
  const leaseEnd = number(0, 4) === 0 ? null : addDays(leaseStart, number(0, 700))
  const changes = Array.from({ length: number(0, 3) }, () => ({
    startsOn: addDays(leaseStart, number(1, 800)),
    rentCents: number(0, 400_000),
  }))
  const days = new Set<string>()
  return {
    leaseStart,
    leaseEnd,
    rentCents: number(0, 400_000),
    changes: changes.filter(({ startsOn }) => !days.has(startsOn) && days.add(startsOn)),
    rentFrom: number(0, 3) === 0 ? addDays(leaseStart, number(0, 300)) : null,
  }
}

test('the rent of 200 random leases is the same in SQL and by the rule for each month', async () => {
  const { db } = database
  const leases = Array.from({ length: 200 }, () => ({ ...randomLease(), id: newId() }))
  const [property] = await db
    .insert(rentalProperties)
    .values(
      leases.map(({ id }) => ({
        ...{ id, address: '9 Oak', city: 'Bend', state: 'OR', zipCode: '97701' },
        propertyType: 'House',
      })),
    )
    .returning()
  expect(property).toBeTruthy()
  await db.insert(tenants).values(
    leases.map(({ id, leaseStart, leaseEnd, rentCents, rentFrom }) => ({
      ...{ id, propertyId: id, firstName: 'Ann', lastName: 'Ash', leaseStart, leaseEnd },
      ...{ monthlyRent: dollarsFromCents(rentCents), rentFrom: rentFrom ?? null },
    })),
  )
  await db.insert(leaseChanges).values(
    leases.flatMap(({ id, changes }) =>
      changes.map(({ startsOn, rentCents }) => ({
        ...{
          tenantId: id,
          kind: 'rent' as const,
          startsOn,
          monthlyRent: dollarsFromCents(rentCents),
        },
      })),
    ),
  )

  const months = Array.from({ length: 40 }, (_, n) => addMonths('2023-10', n))
  const byRule = leases.flatMap((lease) =>
    months.flatMap((month) => {
      const due = rentDueOn(lease, month)
      return due ? [`${lease.id} ${month} ${rentOfMonth(lease, month)} ${due}`] : []
    }),
  )
  const { rows } = await db.execute<Record<'id' | 'month' | 'expected' | 'due', string>>(sql`
    select e.tenant_id as id, to_char(e.month, 'YYYY-MM') as month, e.expected::text as expected, e.due_on::text as due
    from ${expectedRent({ to: sql`'2027-01-31'::date` })} e`)
  const inSql = rows.map(
    ({ id, month, expected, due }) => `${id} ${month} ${centsOf(expected)} ${due}`,
  )
  expect(inSql.toSorted()).toEqual(byRule.toSorted())

  const day = '2024-11-17'
  const { rows: today } = await db.execute<{ id: string; rent: string; covers: boolean }>(sql`
    select t.id, ${rentOnSql(sql`${day}::date`)} as rent, ${leaseCovers(sql`${day}::date`)} as covers from ${tenants} t`)
  const found = new Map(today.map((row) => [row.id, row]))
  for (const lease of leases) {
    const { rent = '', covers } = found.get(lease.id) ?? {}
    expect(centsOf(rent)).toBe(rentOn(lease, day))
    expect(covers).toBe(lease.leaseStart <= day && (lease.leaseEnd ?? day) >= day)
  }
})
