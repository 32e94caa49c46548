import { addDays, dayIn, daysBetween } from '@plumbline/contract/dates.ts'
import { centsOf } from '@plumbline/contract/dollars.ts'
import { dollarsFromCents } from '@plumbline/contract/money.ts'
import { addMonths } from '@plumbline/contract/months.ts'
import {
  RENT_GRACE_DAYS,
  type RentedLease,
  rentDueOn,
  rentOfMonth,
  rentStateOf,
} from '@plumbline/contract/rent.ts'
import type { RentCell, RentGridRow, RentGridTotals } from '@plumbline/contract/rentalIncome.ts'
import { seededNumbers } from '@plumbline/contract/testing/random.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { leaseChanges, rentalIncome, rentalProperties, tenants } from '../../schema/rentals.ts'
import { settings } from '../../schema/settings.ts'
import { openRents } from '../../testing/openRents.ts'
import { addHome, clearRentals } from '../../testing/rentals.ts'
import { statementsOf } from '../../testing/statements.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())
beforeEach(async () => {
  at('2024-11-19')
  await clearRentals(w.db)
  await w.db.delete(settings)
})

const at = (day: string) => {
  w.clock.now = new Date(`${day}T12:00:00Z`)
}

const propertyRow = (address: string) => ({
  ...{ id: newId(), address, city: 'Bend', state: 'OR', zipCode: '97701' },
  propertyType: 'House',
})

const newHome = (address: string, more: Parameters<typeof addHome>[2] = {}) =>
  addHome(w.db, address, more)

async function newLease(propertyId: string, name: string, days: string, monthlyRent: string) {
  const id = newId()
  const [leaseStart, leaseEnd] = days.split(' ')
  await w.db.insert(tenants).values({
    ...{ id, propertyId, firstName: name, lastName: 'Ash', leaseStart, leaseEnd, monthlyRent },
    ...{ phone: '555-0101', email: `${name}@example.com` },
  })
  return id
}

async function pay(propertyId: string, rentMonth: string, dateReceived: string, amount: string) {
  const body = { propertyId, incomeType: 'Rent', rentMonth, dateReceived, amount }
  const answer = await w.call('ada', 'POST', '/api/rental-income', body)
  expect(answer.status, answer.text).toBe(201)
  return answer.body.id as string
}

const reverse = (id: string, body: object) =>
  w.call('ada', 'POST', `/api/rental-income/${id}/reverse`, body)

const read = async (url: string) => {
  const answer = await w.call('ada', 'GET', url)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const gridOf = (query: string): Promise<RentGridRow[]> => read(`/api/rent-grid?${query}`)
const totalsOf = (query: string): Promise<RentGridTotals> => read(`/api/rent-grid/totals?${query}`)

const asText = ({ month, expected, received, state, daysLate }: RentCell) =>
  `${month}: ${received} of ${expected}, ${state}${daysLate === null ? '' : ` ${daysLate}`}`
const cellsOf = async (query: string) => (await gridOf(query)).map(({ cells }) => cells.map(asText))
const none = (month: string) => `${month}: 0.00 of 0.00, none`

describe('the grid', () => {
  test('shows how each month of a lease was paid', async () => {
    const home = await newHome('1 Ash Rd')
    const ann = await newLease(home, 'Ann', '2023-12-01', '1000.00')
    const paid = [
      '2023-12-01',
      '2024-01-06',
      '2024-02-01',
      '2024-03-10',
      '2024-08-01',
      '2024-09-01',
    ]
    for (const day of paid) await pay(home, day.slice(0, 7), day, '1000.00')
    // Payments in part, not at all, reversed, reversed and corrected, in two parts, and ahead of
    // time.
    await pay(home, '2024-04', '2024-04-01', '400.00')
    await reverse(await pay(home, '2024-06', '2024-06-01', '1000.00'), { date: '2024-06-09' })
    await pay(home, '2024-07', '2024-07-03', '900.00')
    const wrong = await pay(home, '2024-07', '2024-07-04', '1000.00')
    await reverse(wrong, { date: '2024-07-20', correctAmount: '100.00' })
    await pay(home, '2024-10', '2024-10-01', '999.99')
    await pay(home, '2024-10', '2024-10-07', '0.01')
    await pay(home, '2024-11', '2024-10-28', '1000.00')

    expect(await gridOf('from=2023-12')).toMatchObject([
      {
        ...{ propertyId: home, address: '1 Ash Rd', city: 'Bend', status: 'occupied' },
        ...{ tenantName: 'Ann Ash', vacantSince: null, received: '9400.00' },
        cells: Array.from({ length: 12 }, () => ({ tenantId: ann })),
      },
    ])
    expect(await cellsOf('from=2023-12')).toEqual([
      [
        '2023-12: 1000.00 of 1000.00, paid',
        '2024-01: 1000.00 of 1000.00, paid',
        '2024-02: 1000.00 of 1000.00, paid',
        '2024-03: 1000.00 of 1000.00, paidLate 9',
        '2024-04: 400.00 of 1000.00, part 232',
        '2024-05: 0.00 of 1000.00, missing 202',
        '2024-06: 0.00 of 1000.00, missing 171',
        '2024-07: 1000.00 of 1000.00, paid',
        '2024-08: 1000.00 of 1000.00, paid',
        '2024-09: 1000.00 of 1000.00, paid',
        '2024-10: 1000.00 of 1000.00, paidLate 6',
        '2024-11: 1000.00 of 1000.00, paid',
      ],
    ])
    const totals = await totalsOf('from=2023-12')
    expect(totals).toMatchObject({
      received: '9400.00',
      missing: { count: 2, amount: '2000.00' },
      part: { count: 1, amount: '600.00' },
    })
    expect(totals.months.slice(3, 6)).toEqual([
      { month: '2024-03', expected: '1000.00', received: '1000.00' },
      { month: '2024-04', expected: '1000.00', received: '400.00' },
      { month: '2024-05', expected: '1000.00', received: '0.00' },
    ])
  })

  test('prorates a month in which tenants change, with a due day for each tenant', async () => {
    const home = await newHome('2 Beech Rd')
    await newLease(home, 'Xia', '2024-04-11 2024-06-15', '900.00')
    const yan = await newLease(home, 'Yan', '2024-06-16', '1200.00')
    await pay(home, '2024-04', '2024-04-11', '600.00')
    await pay(home, '2024-05', '2024-05-01', '900.00')
    const june = async () => (await gridOf('from=2024-04'))[0]?.cells[2] as RentCell
    at('2024-06-06')
    expect(asText(await june())).toBe('2024-06: 0.00 of 1050.00, open')
    at('2024-06-07')
    expect(asText(await june())).toBe('2024-06: 0.00 of 1050.00, missing 6')
    await pay(home, '2024-06', '2024-06-07', '450.00')
    expect(asText(await june())).toBe('2024-06: 450.00 of 1050.00, open')
    expect((await totalsOf('from=2024-04')).part.count).toBe(0)
    at('2024-06-22')
    expect(asText(await june())).toBe('2024-06: 450.00 of 1050.00, part 6')
    expect((await totalsOf('from=2024-04')).part).toEqual({ count: 1, amount: '600.00' })
    await pay(home, '2024-06', '2024-06-20', '600.00')
    expect(await june()).toMatchObject({ received: '1050.00', state: 'paid', tenantId: yan })
    expect((await cellsOf('from=2024-04'))[0]?.slice(0, 2)).toEqual([
      '2024-04: 600.00 of 600.00, paid',
      '2024-05: 900.00 of 900.00, paid',
    ])
  })

  test('shows homes without a lease, a leap-year month, and payments nobody owed', async () => {
    const home = await newHome('3 Cedar Rd')
    const cy = await newLease(home, 'Cy', '2023-02-01 2024-02-10', '870.00')
    await pay(home, '2024-02', '2024-02-01', '300.00')
    await pay(home, '2024-03', '2024-03-01', '50.00')
    await newHome('4 Dogwood Rd', { status: 'maintenance', statusSetByHand: true })
    await newLease(await newHome('5 Elm Rd'), 'Eva', '2024-11-14', '1500.00')
    const [cedar, dogwood, elm] = await gridOf('from=2024-02')
    expect(cedar).toMatchObject({ status: 'vacant', tenantName: null, vacantSince: '2024-02-10' })
    expect(cedar?.cells.slice(0, 3).map(asText)).toEqual([
      '2024-02: 300.00 of 300.00, paid',
      '2024-03: 50.00 of 0.00, extra',
      none('2024-04'),
    ])
    expect(cedar?.cells.slice(0, 2).map(({ tenantId }) => tenantId)).toEqual([cy, null])
    expect(dogwood).toMatchObject({ status: 'maintenance', vacantSince: null, received: '0.00' })
    const months = Array.from({ length: 12 }, (_, n) => none(addMonths('2024-02', n)))
    expect(dogwood?.cells.map(asText)).toEqual(months)
    expect(elm?.cells.slice(8).map(asText)).toEqual([
      none('2024-10'),
      '2024-11: 0.00 of 850.00, open',
      '2024-12: 0.00 of 1500.00, open',
      '2025-01: 0.00 of 1500.00, open',
    ])
  })

  test('has archived properties only in periods with leases or entries', async () => {
    const archivedAt = new Date('2024-06-01T00:00:00Z')
    const paid = await newHome('1 Ash Rd', { archivedAt })
    await pay(paid, '2024-01', '2024-01-01', '10.00')
    const leased = await newHome('2 Beech Rd', { archivedAt })
    await newLease(leased, 'Ann', '2022-01-01 2023-12-31', '500.00')
    await newHome('3 Cedar Rd', { archivedAt })
    const addressesAt = async (from: string) =>
      (await gridOf(`from=${from}`)).map(({ address }) => address)
    expect(await addressesAt('2023-02')).toEqual(['1 Ash Rd', '2 Beech Rd'])
    expect(await addressesAt('2024-01')).toEqual(['1 Ash Rd'])
    expect(await addressesAt('2023-01')).toEqual(['2 Beech Rd'])
    expect(await addressesAt('2024-02')).toEqual([])
    expect((await totalsOf('from=2024-02')).months).toHaveLength(12)
    expect(await totalsOf('from=2023-02')).toMatchObject({ received: '10.00' })
  })

  test('is late by the date of the company', async () => {
    const home = await newHome('1 Ash Rd')
    await newLease(home, 'Ann', '2024-11-01', '500.00')
    const stateIn = async (timeZone: string) => {
      await w.db.delete(settings)
      await w.db.insert(settings).values({ companyName: 'C', holdingsName: 'H', timeZone })
      const late = (await totalsOf('from=2024-11')).missing.count
      const { open } = await read('/api/rental-reports/late-rents')
      return [(await gridOf('from=2024-11'))[0]?.cells[0]?.state, late, open]
    }
    w.clock.now = new Date('2024-11-07T05:30:00Z')
    expect(await stateIn('UTC')).toEqual(['missing', 1, '500.00'])
    expect(await stateIn('America/Chicago')).toEqual(['open', 0, '0.00'])
    w.clock.now = new Date('2024-11-06T15:30:00Z')
    expect(await stateIn('UTC')).toEqual(['open', 0, '0.00'])
    expect(await stateIn('Asia/Tokyo')).toEqual(['missing', 1, '500.00'])
  })

  test('searches, pages by address, and takes as many statements for more homes', async () => {
    for (const [n, city] of ['Bend', 'Sisters', 'Bend', 'Bend', 'Bend'].entries()) {
      const home = await newHome(`${n} Oak`, { city })
      await newLease(home, n === 3 ? 'Zoe' : 'Ann', '2024-01-01', '100.00')
      await pay(home, '2024-01', '2024-01-01', `${n + 1}.00`)
    }
    const addresses = (rows: RentGridRow[]) => rows.map(({ address }) => address)
    expect(addresses(await gridOf('from=2024-01&search=sist'))).toEqual(['1 Oak'])
    expect(addresses(await gridOf('from=2024-01&search=zoe%20a'))).toEqual(['3 Oak'])
    expect((await totalsOf('from=2024-01&search=zoe%20a')).received).toBe('4.00')
    expect(await gridOf('from=2024-01&search=%25')).toEqual([])

    const paged: string[] = []
    let next: string | undefined = '/api/rent-grid?from=2024-01&limit=2'
    while (next) {
      const answer = await w.call('ada', 'GET', next)
      expect(answer.headers['x-total-count']).toBe('5')
      paged.push(...addresses(answer.body))
      next = /<([^>]+)>/.exec(String(answer.headers.link ?? ''))?.[1]
    }
    expect(paged).toEqual(['0 Oak', '1 Oak', '2 Oak', '3 Oak', '4 Oak'])
    const one = await statementsOf(() => gridOf('from=2024-01&limit=1'))
    expect(await statementsOf(() => gridOf('from=2024-01&limit=5'))).toHaveLength(one.length)
    expect(one.filter((text) => text.includes('rental_'))).toHaveLength(2)
  })

  test.each([
    ['from=2024', 'from'],
    ['from=2999-02', 'from'],
    ['from=2024-01&after=9&limit=2', 'after'],
  ])('refuses %j', async (query, field) => {
    for (const path of ['/api/rent-grid', '/api/rent-grid/totals']) {
      if (path.endsWith('totals') && field === 'after') continue
      const answer = await w.call('ada', 'GET', `${path}?${query}`)
      expect(answer).toMatchObject({
        status: 400,
        body: { fields: { [field]: expect.any(String) } },
      })
    }
    expect(await gridOf('from=2999-01')).toEqual([])
  })
})

describe('one month of a home', () => {
  test('has the tenants with what they owe, how they paid before, and the entries', async () => {
    const home = await newHome('2 Beech Rd')
    const xia = await newLease(home, 'Xia', '2024-03-01 2024-06-15', '900.00')
    const yan = await newLease(home, 'Yan', '2024-06-16', '1200.00')
    await pay(home, '2024-03', '2024-02-27', '900.00')
    await pay(home, '2024-04', '2024-04-09', '900.00')
    await pay(home, '2024-05', '2024-05-20', '899.99')
    const monthOf = (month: string) => read(`/api/rental-properties/${home}/rent?month=${month}`)
    const facts = (name: string) => ({ phone: '555-0101', email: `${name}@example.com` })
    expect(await monthOf('2024-06')).toEqual({
      month: '2024-06',
      leases: [
        {
          ...{ tenantId: xia, tenantName: 'Xia Ash', ...facts('Xia'), dueOn: '2024-06-01' },
          ...{ expected: '450.00', received: '0.00', paidBefore: { months: 2, mostDays: 8 } },
        },
        {
          ...{ tenantId: yan, tenantName: 'Yan Ash', ...facts('Yan'), dueOn: '2024-06-16' },
          ...{ expected: '600.00', received: '0.00', paidBefore: { months: 0, mostDays: 0 } },
        },
      ],
      entries: [],
    })

    const july = await pay(home, '2024-07', '2024-07-02', '1200.00')
    const { body: reversal } = await reverse(july, { date: '2024-07-09' })
    const again = await pay(home, '2024-07', '2024-07-15', '1200.00')
    const { leases, entries } = await monthOf('2024-07')
    expect(leases).toMatchObject([{ tenantId: yan, expected: '1200.00', received: '1200.00' }])
    expect(entries.map(({ id }: { id: string }) => id)).toEqual([july, reversal.id, again])
    expect(entries[0]).toMatchObject({ tenantName: 'Yan Ash', reversedById: reversal.id })
    // A reversed payment does not count as paid in time.
    expect((await monthOf('2024-08')).leases[0].paidBefore).toEqual({ months: 1, mostDays: 14 })
    expect(await monthOf('2024-02')).toMatchObject({ leases: [], entries: [] })
  })

  test('is this month by default, and refuses an invalid month', async () => {
    const address = `/api/rental-properties/${await newHome('2 Beech Rd')}/rent`
    expect((await w.call('ada', 'GET', address)).body.month).toBe(
      dayIn('America/Chicago', w.clock.now).slice(0, 7),
    )
    expect(await w.call('ada', 'GET', `${address}?month=2024-13`)).toMatchObject({
      status: 400,
      body: { fields: { month: expect.any(String) } },
    })
  })
})

const random = seededNumbers(2024)
const number = (from: number, to: number) => from + random(to - from + 1)

/** An entry of a random ledger. `reversed` ones do not count as paid on a day. */
interface Entry {
  readonly month: string
  readonly cents: number
  readonly day: string
  readonly reversed: boolean
  /** The tenant who paid. Null if the entry does not name one. */
  readonly tenantId: string | null
}
interface Ledger {
  readonly property: ReturnType<typeof propertyRow>
  readonly leases: readonly (RentedLease & { readonly id: string })[]
  readonly entries: readonly Entry[]
}

/** Up to three consecutive leases with rent changes. */
function randomLeases() {
  let free = addDays('2023-08-01', number(0, 300))
  return Array.from({ length: number(0, 3) }, () => {
    const leaseStart = addDays(free, number(0, 40))
    const leaseEnd = addDays(leaseStart, number(0, 250))
    free = addDays(leaseEnd, 1)
    const rentCents = number(0, 3) === 0 ? number(0, 5) : number(50_000, 200_000)
    const change = { startsOn: addDays(leaseStart, number(1, 120)), rentCents: number(1, 200_000) }
    const rentFrom = number(0, 4) === 0 ? addDays(leaseStart, number(0, 60)) : null
    const changes = number(0, 1) === 0 ? [change] : []
    return { id: newId(), leaseStart, leaseEnd, rentCents, changes, rentFrom }
  })
}

/**
 * Payments for some months: exact, too low, too high, in two parts, reversed, or for months that
 * nobody rented.
 */
function randomEntries(leases: Ledger['leases'], months: readonly string[]): Entry[] {
  return months.flatMap((month) => {
    const owed = leases.reduce((sum, lease) => sum + rentOfMonth(lease, month), 0)
    const day = () => addDays(`${month}-01`, number(-5, 25))
    const payers = [null, ...leases.filter((lease) => rentDueOn(lease, month)).map(({ id }) => id)]
    const entry = (cents: number, reversed = false) => {
      const tenantId = payers[number(0, payers.length - 1)] ?? null
      return { month, cents, day: day(), reversed, tenantId }
    }
    const kinds = [
      () => [entry(owed)],
      () => [entry(owed)],
      () => [entry(Math.floor(owed / 2))],
      () => [entry(Math.floor(owed / 2)), entry(owed - Math.floor(owed / 2))],
      () => [entry(owed + number(1, 5))],
      () => [entry(number(1, 200_000), true), entry(owed - 1)],
      () => [entry(owed, true)],
      () => [entry(number(1, 200_000))],
      () => [],
    ]
    return (kinds[number(0, kinds.length - 1)]?.() ?? []).filter(({ cents }) => cents > 0)
  })
}

/** A cell and its overdue rent in cents. */
interface Reference {
  readonly cell: RentCell
  readonly overdue: number
}

/** The cell computed with the rule of the contract. */
function referenceCell({ leases, entries }: Ledger, month: string, today: string): Reference {
  const owed = leases.flatMap((lease) => {
    const due = rentDueOn(lease, month)
    return due ? [{ tenantId: lease.id, cents: rentOfMonth(lease, month), due }] : []
  })
  const valid = entries.filter((entry) => entry.month === month && !entry.reversed)
  const received = valid.reduce((sum, { cents }) => sum + cents, 0)
  const expected = owed.reduce((sum, { cents }) => sum + cents, 0)
  const rents = openRents(
    owed,
    valid.map(({ tenantId, cents }) => ({ tenantId, amount: dollarsFromCents(cents) })),
  )
  const firstOpen = rents.find(({ open }) => open > 0) ?? rents.at(-1)
  const rentFree = leases.find(
    ({ leaseStart, leaseEnd, rentFrom }) =>
      rentFrom &&
      rentFrom > leaseStart &&
      leaseStart.slice(0, 7) <= month &&
      month <= addDays(rentFrom, -1).slice(0, 7) &&
      month <= (leaseEnd ?? month).slice(0, 7),
  )
  const dueOn = firstOpen?.due ?? null
  const paidOn =
    valid
      .map(({ day }) => day)
      .sort()
      .at(-1) ?? null
  const state = rentStateOf({ expected, received, dueOn, paidOn }, today)
  const until = { paidLate: paidOn, part: today, missing: today }[state as string] ?? null
  const cell = {
    ...{ month, state, tenantId: firstOpen?.tenantId ?? rentFree?.id ?? null },
    ...{ expected: dollarsFromCents(expected), received: dollarsFromCents(received) },
    daysLate: dueOn && until ? daysBetween(dueOn, until) : null,
  }
  const late = rents.filter(({ due }) => daysBetween(due, today) > RENT_GRACE_DAYS)
  return { cell, overdue: late.reduce((sum, { open }) => sum + open, 0) }
}

/** The totals of cells, summed in cents. */
function referenceTotals(months: readonly string[], rows: readonly (readonly Reference[])[]) {
  const all = rows.flat()
  const cells = all.map(({ cell }) => cell)
  const sum = (of: readonly RentCell[], amount: (cell: RentCell) => number) =>
    dollarsFromCents(of.reduce((total, cell) => total + amount(cell), 0))
  const expected = (cell: RentCell) => centsOf(cell.expected)
  const received = (cell: RentCell) => centsOf(cell.received)
  const late = (state: RentCell['state']) => {
    const of = all.filter(({ cell }) => cell.state === state)
    const cents = of.reduce((total, { overdue }) => total + overdue, 0)
    return { count: of.length, amount: dollarsFromCents(cents) }
  }
  return {
    months: months.map((month) => {
      const of = cells.filter((cell) => cell.month === month)
      return { month, expected: sum(of, expected), received: sum(of, received) }
    }),
    received: sum(cells, received),
    missing: late('missing'),
    part: late('part'),
  }
}

async function insertLedgers(ledgers: readonly Ledger[]) {
  await w.db.insert(rentalProperties).values(ledgers.map(({ property }) => property))
  const leases = ledgers.flatMap(({ property, leases }) =>
    leases.map((lease) => ({ ...lease, propertyId: property.id })),
  )
  await w.db.insert(tenants).values(
    leases.map(({ rentCents, changes: _, ...lease }) => ({
      ...{ ...lease, firstName: 'Ann', lastName: 'Ash' },
      monthlyRent: dollarsFromCents(rentCents),
    })),
  )
  await w.db.insert(leaseChanges).values(
    leases.flatMap(({ id, changes }) =>
      changes.map(({ startsOn, rentCents }) => ({
        ...{ tenantId: id, kind: 'rent' as const, startsOn },
        monthlyRent: dollarsFromCents(rentCents),
      })),
    ),
  )
  const entries = ledgers.flatMap(({ property, entries }) =>
    entries.map((entry) => ({ ...entry, id: newId(), propertyId: property.id })),
  )
  const rowOf = ({ propertyId, tenantId, month, cents, day }: Entry & { propertyId: string }) => ({
    ...{
      propertyId,
      tenantId,
      incomeType: 'Rent',
      kind: 'rent' as const,
      rentMonth: `${month}-01`,
    },
    ...{ amount: dollarsFromCents(cents), dateReceived: day },
  })
  await w.db
    .insert(rentalIncome)
    .values(entries.map((entry) => ({ ...rowOf(entry), id: entry.id })))
  const reversals = entries
    .filter(({ reversed }) => reversed)
    .map((entry) => ({
      ...rowOf({ ...entry, cents: -entry.cents, day: addDays(entry.day, 3) }),
      reversesId: entry.id,
    }))
  await w.db.insert(rentalIncome).values(reversals)
  return reversals.length
}

test('the cells and totals of 100 random ledgers match a plain calculation', async () => {
  const all = Array.from({ length: 20 }, (_, n) => addMonths('2023-08', n))
  const ledgers = Array.from({ length: 100 }, (_, n): Ledger => {
    const leases = randomLeases()
    const property = propertyRow(`${String(n).padStart(3, '0')} Oak`)
    return { property, leases, entries: randomEntries(leases, all) }
  })
  expect(await insertLedgers(ledgers)).toBeGreaterThan(30)

  const seen = new Set<string>()
  for (const [from, today] of [
    ['2023-09', '2024-08-31'],
    ['2024-02', '2024-06-09'],
  ] as const) {
    at(today)
    const months = Array.from({ length: 12 }, (_, n) => addMonths(from, n))
    const rows = await gridOf(`from=${from}`)
    const reference = ledgers.map((ledger) =>
      months.map((month) => referenceCell(ledger, month, today)),
    )
    for (const [n, cells] of reference.entries()) {
      expect(rows[n]?.cells, rows[n]?.address).toEqual(cells.map(({ cell }) => cell))
      expect(rows[n]?.received).toBe(referenceTotals(months, [cells]).received)
      for (const { cell } of cells) seen.add(cell.state)
    }
    expect(await totalsOf(`from=${from}`)).toEqual(referenceTotals(months, reference))
    for (let n = 0; n < ledgers.length; n += 10) {
      const search = encodeURIComponent(String(ledgers[n]?.property.address))
      const own = referenceTotals(months, reference.slice(n, n + 1))
      expect(await totalsOf(`from=${from}&search=${search}`)).toEqual(own)
    }
  }
  expect([...seen].sort()).toEqual(
    ['extra', 'missing', 'none', 'open', 'paid', 'paidLate', 'part'].sort(),
  )
})
