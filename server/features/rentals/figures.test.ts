import { addDays } from '@plumbline/contract/dates.ts'
import { dollarsFromCents } from '@plumbline/contract/money.ts'
import { propertyStatuses } from '@plumbline/contract/rentals.ts'
import { seededNumbers } from '@plumbline/contract/testing/random.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { rentalExpenses, rentalIncome, rentalProperties, tenants } from '../../schema/rentals.ts'
import { settings } from '../../schema/settings.ts'
import { plainFigures } from '../../testing/rentalFigures.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

const list = '/api/rental-properties'
const PROPERTIES = 150
const FIRST = '2016-12-01'
const LAST = '2026-11-30'

/** Leases around the last day of the ten years, with all edge cases. */
const lastLeases = [
  { leaseStart: '2026-03-15', leaseEnd: LAST },
  { leaseStart: '2026-03-15', leaseEnd: addDays(LAST, -1) },
  { leaseStart: LAST, leaseEnd: null },
  { leaseStart: addDays(LAST, 1), leaseEnd: '2027-11-30' },
  { leaseStart: LAST, leaseEnd: LAST },
  { leaseStart: '2026-03-15', leaseEnd: null },
]

/**
 * Homes with ten years of leases and gaps. Some are archived, some have a status set by hand or no
 * rent.
 */
function portfolio() {
  const below = seededNumbers(11)
  const homes: (typeof rentalProperties.$inferInsert)[] = []
  const leases: (typeof tenants.$inferInsert)[] = []
  for (let n = 0; n < PROPERTIES; n += 1) {
    const propertyId = newId()
    homes.push({
      ...{ id: propertyId, address: `${n} Oak St`, city: 'Elgin', state: 'IL', zipCode: '60120' },
      propertyType: 'House',
      monthlyRent: below(15) === 0 ? null : dollarsFromCents(below(400_000)),
      status: propertyStatuses[below(3)] ?? 'vacant',
      statusSetByHand: below(6) === 0,
      archivedAt: below(12) === 0 ? new Date('2026-02-01T12:00:00Z') : null,
    })
    const person = { propertyId, firstName: 'Ann', lastName: `Ash ${n}`, monthlyRent: '1200.10' }
    let leaseStart = addDays(FIRST, below(40))
    while (leaseStart < '2025-06-01') {
      const leaseEnd = addDays(leaseStart, 90 + below(500))
      if (leaseEnd < '2026-03-01') leases.push({ ...person, leaseStart, leaseEnd })
      leaseStart = addDays(leaseEnd, 1 + below(60))
    }
    const last = lastLeases[below(lastLeases.length + 1)]
    if (last) leases.push({ ...person, ...last })
    // A tenant whose lease is not agreed on yet.
    if (below(10) === 0) leases.push(person)
  }
  return { homes, leases }
}

let w: TestApp
beforeAll(async () => {
  w = await testApp()
  const company = { companyName: 'Ridgeline', holdingsName: 'Ridgeline Holdings' }
  await w.db.insert(settings).values({ ...company, timeZone: 'America/Denver' })
  const { homes, leases } = portfolio()
  await w.db.insert(rentalProperties).values(homes)
  for (let at = 0; at < leases.length; at += 1000)
    await w.db.insert(tenants).values(leases.slice(at, at + 1000))
  const months = sql`generate_series(${FIRST}::timestamp, ${LAST}::timestamp, '1 month') m`
  await w.db.execute(sql`
    insert into ${rentalIncome} (id, property_id, tenant_id, amount, income_type, kind, date_received, rent_month)
    select gen_random_uuid(), property_id, id, monthly_rent, 'Rent', 'rent', m::date + 3, m::date
    from ${tenants} cross join ${months} where m between lease_start and coalesce(lease_end, ${LAST})`)
  await w.db.execute(sql`
    insert into ${rentalExpenses} (id, property_id, amount, expense_type, description, date_incurred)
    select gen_random_uuid(), id, 80.37, 'Repairs', 'What was done', m::date + 9
    from ${rentalProperties} cross join ${months}`)
  await w.pool.query('analyze')
}, 60_000)
afterAll(() => w.close())

/** The figures that the API returns at a moment, in the form of the reference. */
async function figuresAt(now: string) {
  w.clock.now = new Date(now)
  const read = async (query: string) => (await w.call('ada', 'GET', `${list}${query}`)).body
  const properties = [...(await read('')), ...(await read('?archived=true'))]
  const statuses = new Map(properties.map(({ id, status }) => [id, status]))
  return { stats: await read('/stats'), statuses }
}

test(`figures of ${PROPERTIES} properties match a plain calculation around midnight of the company`, async () => {
  const homes = await w.db.select().from(rentalProperties)
  const leases = await w.db.select().from(tenants)
  expect(homes).toHaveLength(PROPERTIES)
  expect(leases.length).toBeGreaterThan(4 * PROPERTIES)
  expect(await w.db.$count(rentalIncome)).toBeGreaterThan(80 * PROPERTIES)

  // In Denver the last day of November ends at 7 in the morning.
  const before = await figuresAt('2026-11-30T06:59:59Z')
  expect(before).toEqual(plainFigures(homes, leases, addDays(LAST, -1)))
  const evening = await figuresAt('2026-12-01T06:59:59Z')
  expect(evening).toEqual(plainFigures(homes, leases, LAST))
  const after = await figuresAt('2026-12-01T07:00:00Z')
  expect(after).toEqual(plainFigures(homes, leases, addDays(LAST, 1)))
  const occupied = [before, evening, after].map(({ stats }) => stats.occupied)
  expect(new Set(occupied).size).toBe(3)
})
