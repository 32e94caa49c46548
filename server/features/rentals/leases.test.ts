import type { LeaseChange, LedgerMonth, Tenant } from '@plumbline/contract/tenants.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { events } from '../../schema/live.ts'
import { rentalIncome } from '../../schema/rentals.ts'
import { settings } from '../../schema/settings.ts'
import { race } from '../../testing/race.ts'
import { addHome, clearRentals } from '../../testing/rentals.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

/** The first statement that locks when a lease is written. */
const LOCK = 'select from tenants for update'

let w: TestApp
let home = ''
beforeAll(async () => {
  w = await testApp()
  await w.db.insert(settings).values({ companyName: 'C', holdingsName: 'H', timeZone: 'UTC' })
})
afterAll(() => w.close())
beforeEach(async () => {
  await clearRentals(w.db)
  await w.db.update(settings).set({ timeZone: 'UTC' })
  home = await addHome(w.db, '9 Oak')
  setToday('2026-11-20')
})

/** Sets the clock to noon of a day in the time zone of the company. */
function setToday(day: string) {
  w.clock.now = new Date(`${day}T12:00:00Z`)
}

const at = (id: string, more = '') => `/api/tenants/${id}${more}`
const get = async (id: string): Promise<Tenant> => (await w.call('ada', 'GET', at(id))).body
const ledger = async (id: string): Promise<LedgerMonth[]> =>
  (await w.call('ada', 'GET', at(id, '/ledger'))).body
const changes = async (id: string): Promise<LeaseChange[]> =>
  (await w.call('ada', 'GET', at(id, '/lease-changes'))).body
async function addLease(leaseStart: string, leaseEnd: string | null, more: object = {}) {
  const rent = { monthlyRent: '1000', propertyId: home }
  const body = { firstName: 'Renee', lastName: 'Castle', leaseStart, leaseEnd, ...rent, ...more }
  const answer = await w.call('ada', 'POST', '/api/tenants', body)
  expect(answer.status, answer.text).toBe(201)
  return answer.body.id as string
}
const change = (id: string, body: object) =>
  w.call('ada', 'POST', at(id, '/lease-changes'), { kind: 'rent', monthlyRent: '1100', ...body })
async function changed(id: string, body: object): Promise<LeaseChange> {
  const answer = await change(id, body)
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}
const removeLeaseChange = (changeId: string) =>
  w.call('ada', 'DELETE', `/api/lease-changes/${changeId}`)
const moveOut = (id: string, leaseEnd: string) =>
  w.call('ada', 'POST', at(id, '/move-out'), { leaseEnd })
const andre = { firstName: 'Andre', lastName: 'Wells' }

/** Inserts a rent payment for a month (`YYYY-MM`), received on a day. Returns its id. */
async function addPayment(
  tenantId: string,
  month: string,
  amount: string,
  day: string,
  reversesId?: string,
) {
  const id = newId()
  await w.db.insert(rentalIncome).values({
    ...{ id, propertyId: home, tenantId, amount, rentMonth: `${month}-01`, kind: 'rent' },
    ...{ incomeType: 'Rent', dateReceived: day, reversesId: reversesId ?? null },
  })
  return id
}

describe('a renewal after the end of the lease', () => {
  const renewal = { kind: 'renewal', startsOn: '2026-11-01', leaseEnd: '2027-10-31' }
  const months = async (id: string) =>
    (await ledger(id)).map(({ month, expected }) => [month, expected])

  test('is refused with the days between until it is said what they were', async () => {
    const id = await addLease('2026-08-01', '2026-08-31')
    const gap = 'Sep 1 – Oct 31, 2026 lies between. Choose what it was'
    expect(await change(id, renewal)).toMatchObject({
      status: 409,
      body: { code: 'leaseGap', fields: { gap } },
    })
    expect(await changes(id)).toEqual([])
    expect((await change(id, { ...renewal, gap: 'else' })).status).toBe(400)
  })

  test.each([
    ['stayed', '1000.00'],
    ['empty', undefined],
  ] as const)('when %s, %s is owed for a month between', async (gap, rent) => {
    const id = await addLease('2026-08-01', '2026-08-31')
    await changed(id, { ...renewal, gap })
    const between = rent
      ? [
          ['2026-10', rent],
          ['2026-09', rent],
        ]
      : []
    expect(await months(id)).toEqual([['2026-11', '1100.00'], ...between, ['2026-08', '1000.00']])
  })

  test('owes nothing for empty days of a month, and taken back ends the lease as before', async () => {
    const id = await addLease('2026-08-01', '2026-08-31')
    const { id: renewed } = await changed(id, { ...renewal, startsOn: '2026-09-16', gap: 'empty' })
    // 15 of 30 days at 1100.
    expect((await months(id)).find(([month]) => month === '2026-09')?.[1]).toBe('550.00')
    expect((await removeLeaseChange(renewed)).status).toBe(204)
    expect(await changes(id)).toEqual([])
    expect((await get(id)).leaseEnd).toBe('2026-08-31')
  })

  /** The reports of a day: the status of the home, its tenant, and the state of the lease. */
  async function shownOn(day: string, tenantId: string) {
    setToday(day)
    const [roll] = (await w.call('ada', 'GET', '/api/rental-reports/rent-roll')).body.rows
    const { body: property } = await w.call('ada', 'GET', `/api/rental-properties/${home}`)
    const { body: stats } = await w.call('ada', 'GET', '/api/rental-properties/stats')
    const [row] = (await w.call('ada', 'GET', '/api/rent-grid?from=2026-08')).body
    expect([roll.status, row.status]).toEqual([property.status, property.status])
    expect([roll.tenantId, stats.occupied]).toEqual([
      property.tenantId,
      property.tenantId === null ? 0 : 1,
    ])
    const { leaseState } = await get(tenantId)
    const leased = row.cells.map((cell: { tenantId: string | null }) => cell.tenantId !== null)
    return { ...property, leaseState, vacantSince: row.vacantSince, leased: leased.slice(0, 4) }
  }

  test('leaves the home vacant in every report on the days it was empty', async () => {
    const id = await addLease('2026-08-01', '2026-08-31')
    await changed(id, { ...renewal, gap: 'empty' })
    const leased = { status: 'occupied', tenantId: id, leaseState: 'current', vacantSince: null }
    const empty = { status: 'vacant', tenantId: null, leaseState: 'upcoming' }
    const months = { leased: [true, false, false, true] }
    expect(await shownOn('2026-08-31', id)).toMatchObject({ ...leased, ...months })
    for (const day of ['2026-09-01', '2026-10-31'])
      expect(await shownOn(day, id)).toMatchObject({
        ...{ ...empty, ...months, vacantSince: '2026-08-31' },
      })
    expect(await shownOn('2026-11-01', id)).toMatchObject({ ...leased, ...months })
  })

  test('leaves the home leased on the days they stayed, and on days without rent within a lease', async () => {
    const stayed = await addLease('2026-08-01', '2026-08-31')
    await changed(stayed, { ...renewal, gap: 'stayed' })
    await changed(stayed, { startsOn: '2026-12-01', monthlyRent: '0' })
    for (const day of ['2026-09-01', '2026-12-15'])
      expect(await shownOn(day, stayed)).toMatchObject({
        ...{ status: 'occupied', leaseState: 'current', leased: [true, true, true, true] },
      })
  })

  test('is due from its first day after empty days of the same month', async () => {
    const id = await addLease('2026-08-01', '2026-08-31')
    await changed(id, { ...renewal, startsOn: '2026-09-16', gap: 'empty' })
    expect((await ledger(id)).find(({ month }) => month === '2026-09')?.dueOn).toBe('2026-09-16')
  })

  test.each([
    ['2026-08-31', '2026-09-01'],
    ['2026-10-31', '2026-09-15'],
  ])('a lease until %s that is renewed from %s has no days between', async (leaseEnd, startsOn) => {
    const id = await addLease('2026-08-01', leaseEnd)
    await changed(id, { ...renewal, startsOn })
    expect(await changes(id)).toHaveLength(1)
  })
})

describe('the rent of a lease', () => {
  // Computed by hand: each day costs the rent in force divided by the days of its month.
  const tables: [
    string,
    { lease: [string, string | null]; rents?: [string, string][]; rentFrom?: string },
    string,
    [string, string][],
  ][] = [
    [
      'starts and ends mid-month',
      { lease: ['2026-01-16', '2026-03-10'] },
      '2026-04-02',
      // 16 of 31, a whole month, 10 of 31.
      [
        ['2026-03', '322.58'],
        ['2026-02', '1000.00'],
        ['2026-01', '516.13'],
      ],
    ],
    [
      'changes mid-month',
      { lease: ['2025-09-01', null], rents: [['2025-10-11', '1310.00']] },
      '2025-11-30',
      // October: 10 of 31 days at 1000, 21 at 1310.
      [
        ['2025-11', '1310.00'],
        ['2025-10', '1210.00'],
        ['2025-09', '1000.00'],
      ],
    ],
    [
      'changes twice in a month',
      {
        lease: ['2026-06-05', '2026-06-30'],
        rents: [
          ['2026-06-10', '1500.00'],
          ['2026-06-20', '600.00'],
        ],
      },
      '2026-06-30',
      // 5 of 30 days at 1000, 10 at 1500, 11 at 600.
      [['2026-06', '886.67']],
    ],
    [
      'starts on a leap day',
      { lease: ['2024-02-29', '2024-03-31'] },
      '2024-04-01',
      [
        ['2024-03', '1000.00'],
        ['2024-02', '34.48'],
      ],
    ],
    [
      'ends on a leap day',
      { lease: ['2024-01-31', '2024-02-29'] },
      '2024-03-15',
      [
        ['2024-02', '1000.00'],
        ['2024-01', '32.26'],
      ],
    ],
    [
      'changes on a leap day',
      { lease: ['2024-02-01', '2024-02-29'], rents: [['2024-02-29', '2450.00']] },
      '2024-02-29',
      // 28 of 29 days at 1000, one at 2450.
      [['2024-02', '1050.00']],
    ],
    [
      'runs over the end of a year',
      { lease: ['2025-12-31', '2026-01-01'] },
      '2026-02-01',
      [
        ['2026-01', '32.26'],
        ['2025-12', '32.26'],
      ],
    ],
    [
      'changes with the year',
      { lease: ['2025-12-01', '2026-01-31'], rents: [['2026-01-01', '1040.50']] },
      '2026-02-01',
      [
        ['2026-01', '1040.50'],
        ['2025-12', '1000.00'],
      ],
    ],
    [
      'is older than the books',
      { lease: ['2020-03-01', null], rents: [['2025-01-01', '1200.00']], rentFrom: '2026-09-16' },
      '2026-10-31',
      [
        ['2026-10', '1200.00'],
        ['2026-09', '600.00'],
      ],
    ],
  ]

  test.each(tables)('%s', async (_, { lease, rents = [], rentFrom }, today, expected) => {
    setToday(today)
    const id = await addLease(...lease, { rentFrom })
    for (const [startsOn, monthlyRent] of rents) await changed(id, { startsOn, monthlyRent })
    const months = await ledger(id)
    expect(months.map(({ month, expected: rent }) => [month, rent])).toEqual(expected)
    const cents = expected.reduce((sum, [, rent]) => sum + Math.round(Number(rent) * 100), 0)
    expect((await get(id)).balance).toBe((cents / 100).toFixed(2))
  })

  test('today is that of the latest change, or of the first or last day of the lease', async () => {
    const id = await addLease('2025-03-10', '2025-12-31')
    await changed(id, { startsOn: '2025-06-15', monthlyRent: '1100' })
    await changed(id, { startsOn: '2025-09-01', monthlyRent: '1200' })
    const rentOn = async (day: string) => {
      setToday(day)
      return (await get(id)).rentToday
    }
    expect(await rentOn('2025-01-01')).toBe('1000.00')
    expect(await rentOn('2025-06-14')).toBe('1000.00')
    expect(await rentOn('2025-06-15')).toBe('1100.00')
    expect(await rentOn('2026-06-01')).toBe('1200.00')
    await moveOut(id, '2025-08-31')
    expect(await rentOn('2026-06-01')).toBe('1100.00')
  })
})

describe('the day of the company', () => {
  // At 5:30 UTC it is Dec 1 only on Kiritimati, an hour later in Chicago too, and at 10:30 not yet
  // in Pago Pago.
  const moments: [string, string, string][] = [
    ['Pacific/Kiritimati', '2025-12-01T05:30:00Z', '2025-12-01'],
    ['America/Chicago', '2025-12-01T05:30:00Z', '2025-11-30'],
    ['Pacific/Pago_Pago', '2025-12-01T05:30:00Z', '2025-11-30'],
    ['America/Chicago', '2025-12-01T06:30:00Z', '2025-12-01'],
    ['Pacific/Pago_Pago', '2025-12-01T10:30:00Z', '2025-11-30'],
    ['Pacific/Kiritimati', '2025-11-30T10:30:00Z', '2025-12-01'],
  ]

  test.each(moments)('%s at %s is %s', async (timeZone, moment, day) => {
    const ending = await addLease('2025-11-01', '2025-11-30')
    const starting = await addLease('2025-12-01', null, andre)
    await w.db.update(settings).set({ timeZone })
    w.clock.now = new Date(moment)
    const isDecember = day === '2025-12-01'
    expect(await get(ending)).toMatchObject({
      ...{ leaseState: isDecember ? 'ended' : 'current', daysToExpiry: isDecember ? -1 : 0 },
      balance: '1000.00',
    })
    expect(await get(starting)).toMatchObject({
      ...{ leaseState: isDecember ? 'current' : 'upcoming', daysToExpiry: null },
      balance: isDecember ? '1000.00' : '0.00',
    })
    const isDue = (await ledger(starting)).map((row) => [row.month, row.isDue])
    expect(isDue).toEqual(isDecember ? [['2025-12', true]] : [])
  })

  test('three companies can have three dates at the same moment', async () => {
    // At 10:15 UTC it is still Nov 30 in Pago Pago, Dec 1 in Chicago, and Dec 2 on Kiritimati.
    const id = await addLease('2025-12-01', '2025-12-01')
    w.clock.now = new Date('2025-12-01T10:15:00Z')
    const seen: unknown[] = []
    for (const timeZone of ['Pacific/Pago_Pago', 'America/Chicago', 'Pacific/Kiritimati']) {
      await w.db.update(settings).set({ timeZone })
      const { leaseState, daysToExpiry, balance } = await get(id)
      seen.push([leaseState, daysToExpiry, balance])
    }
    expect(seen).toEqual([
      ['upcoming', 1, '0.00'],
      ['current', 0, '32.26'],
      ['ended', -1, '32.26'],
    ])
  })
})

describe('the ledger', () => {
  test('shows what was due and paid, newest first, and sums to the balance', async () => {
    const id = await addLease('2026-08-15', null)
    await addPayment(id, '2026-07', '100', '2026-07-20')
    await addPayment(id, '2026-08', '548.39', '2026-08-15')
    const wrong = await addPayment(id, '2026-09', '1000', '2026-09-28')
    await addPayment(id, '2026-09', '-1000', '2026-09-29', wrong)
    await addPayment(id, '2026-09', '400', '2026-09-05')
    await addPayment(id, '2026-10', '600', '2026-10-02')
    await addPayment(id, '2026-10', '400', '2026-10-30')
    await addPayment(id, '2027-01', '250', '2026-11-19')
    const dated = (dueOn: string | null, isDue: boolean, paidOn: string | null) => ({
      ...{ dueOn, isDue, paidOn },
    })
    expect(await ledger(id)).toEqual([
      ...[
        { month: '2027-01', expected: '1000.00', received: '250.00' },
        { month: '2026-12', expected: '1000.00', received: '0.00' },
        { month: '2026-11', expected: '1000.00', received: '0.00' },
        { month: '2026-10', expected: '1000.00', received: '1000.00' },
        { month: '2026-09', expected: '1000.00', received: '400.00' },
        { month: '2026-08', expected: '548.39', received: '548.39' },
        { month: '2026-07', expected: '0.00', received: '100.00' },
      ].map((row, n) => ({
        ...row,
        ...[
          dated('2027-01-01', false, '2026-11-19'),
          dated('2026-12-01', false, null),
          dated('2026-11-01', true, null),
          dated('2026-10-01', true, '2026-10-30'),
          dated('2026-09-01', true, '2026-09-05'),
          dated('2026-08-15', true, '2026-08-15'),
          dated(null, false, '2026-07-20'),
        ][n],
      })),
    ])
    // 3548.39 are due, 2298.39 were received.
    expect((await get(id)).balance).toBe('1250.00')
  })

  test('does not count rent that is due later this month', async () => {
    const id = await addLease('2026-11-21', null)
    expect(await ledger(id)).toMatchObject([{ month: '2026-11', expected: '333.33', isDue: false }])
    expect((await get(id)).balance).toBe('0.00')
    setToday('2026-11-21')
    expect((await get(id)).balance).toBe('333.33')
  })

  test('counts a payment with a future date from that date on, like balance and rent roll', async () => {
    const id = await addLease('2026-11-01', null)
    await addPayment(id, '2026-11', '400', '2026-11-20')
    await addPayment(id, '2026-11', '600', '2026-11-21')
    const seen = async () => {
      const { body: roll } = await w.call('ada', 'GET', '/api/rental-reports/rent-roll')
      const months = (await ledger(id)).map(({ received, paidOn }) => [received, paidOn])
      return [(await get(id)).balance, roll.balance, months]
    }
    expect(await seen()).toEqual(['600.00', '600.00', [['400.00', '2026-11-20']]])
    setToday('2026-11-21')
    expect(await seen()).toEqual(['0.00', '0.00', [['1000.00', '2026-11-21']]])
  })

  test('without a lease is empty', async () => {
    const { body } = await w.call('ada', 'POST', '/api/tenants', andre)
    expect(await ledger(body.id)).toEqual([])
  })
})

describe('moving out', () => {
  test('ends the lease, keeps its history, and allows a new lease from the next day', async () => {
    const id = await addLease('2026-03-01', '2027-02-28')
    const { status, body } = await moveOut(id, '2026-11-10')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ...{ status: 'former', leaseState: 'former', daysToExpiry: null, leaseEnd: '2026-11-10' },
      ...{ propertyId: home, leaseStart: '2026-03-01', balance: '8333.33' },
    })
    expect((await addLease('2026-11-11', null, andre)).length).toBe(36)
    expect((await moveOut(id, '2026-11-09')).body.code).toBe('hasMovedOut')
    const publishedEvents = await w.db
      .select()
      .from(events)
      .where(eq(events.name, 'tenant.movedOut'))
    expect(publishedEvents).toMatchObject([{ subjectId: id, detail: { leaseEnd: '2026-11-10' } }])
  })

  test('on a future day keeps the tenant active until then', async () => {
    const id = await addLease('2026-03-01', '2027-02-28')
    expect((await moveOut(id, '2027-01-31')).body).toMatchObject({
      ...{ status: 'active', leaseState: 'current', leaseEnd: '2027-01-31' },
    })
    const listed = async (status: string) =>
      (await w.call('ada', 'GET', `/api/tenants?status=${status}`)).body.length
    expect([await listed('active'), await listed('former')]).toEqual([1, 0])
    expect((await moveOut(id, '2026-11-22')).body.leaseEnd).toBe('2026-11-22')
    setToday('2026-11-23')
    expect([await listed('active'), await listed('former')]).toEqual([0, 1])
  })

  test('may be after the end of the lease, but not overlap another lease', async () => {
    const id = await addLease('2026-01-01', '2026-10-31')
    await addLease('2026-12-01', null, andre)
    const taken = await moveOut(id, '2026-12-01')
    expect([taken.status, taken.body.code, taken.body.fields]).toEqual([
      409,
      'leaseOverlaps',
      { leaseEnd: 'Leased to Andre Wells from Dec 1, 2026 on' },
    ])
    expect((await moveOut(id, '2026-11-30')).body.leaseEnd).toBe('2026-11-30')
  })

  test('needs a lease, and a day after its start', async () => {
    const id = await addLease('2026-03-01', null)
    const refused = async (tenant: string, leaseEnd: unknown) => {
      const { status, body } = await moveOut(tenant, leaseEnd as string)
      return [status, body.fields?.leaseEnd]
    }
    expect(await refused(id, '2026-02-28')).toEqual([400, 'The lease starts on Mar 1, 2026'])
    expect(await refused(id, 'soon')).toEqual([400, 'Enter a date as YYYY-MM-DD'])
    expect((await moveOut(id, '2026-03-01')).status).toBe(200)
    const { body } = await w.call('ada', 'POST', '/api/tenants', andre)
    expect(await refused(body.id, '2026-11-10')).toEqual([400, 'This tenant has no lease'])
  })

  test('can be undone by a change of the tenant', async () => {
    const id = await addLease('2026-03-01', '2027-02-28')
    await moveOut(id, '2026-11-10')
    const back = { status: 'active', leaseEnd: '2027-02-28' }
    const { body } = await w.call('ada', 'PUT', at(id), back)
    expect(body).toMatchObject({ ...back, leaseState: 'current', daysToExpiry: 100 })
  })

  test('succeeds for one of three concurrent calls', async () => {
    const id = await addLease('2026-03-01', null)
    const answers = await race(w, LOCK, () => moveOut(id, '2026-11-10'))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })
})

describe('a change of a lease', () => {
  test('is a new rent, or a renewal with a new end, oldest first', async () => {
    const id = await addLease('2026-01-01', '2026-12-31')
    const rent = await changed(id, {
      startsOn: '2026-07-01',
      monthlyRent: '1050',
      leaseEnd: '2030-01-01',
    })
    expect(rent).toEqual({
      ...{ id: expect.any(String), kind: 'rent', startsOn: '2026-07-01', monthlyRent: '1050.00' },
      ...{ leaseEnd: null, previousEnd: null, createdAt: expect.any(String) },
    })
    const renewal = await changed(id, {
      ...{ kind: 'renewal', startsOn: '2027-01-01', monthlyRent: '1100', leaseEnd: '2027-12-31' },
    })
    expect(renewal).toMatchObject({ leaseEnd: '2027-12-31', previousEnd: '2026-12-31' })
    const open = { kind: 'renewal', startsOn: '2028-01-01', leaseEnd: null }
    expect(await changed(id, open)).toMatchObject({ leaseEnd: null, previousEnd: '2027-12-31' })
    expect((await get(id)).leaseEnd).toBeNull()
    expect((await changes(id)).map(({ startsOn }) => startsOn)).toEqual([
      ...['2026-07-01', '2027-01-01', '2028-01-01'],
    ])
    const publishedEvents = await w.db.select().from(events).where(eq(events.name, 'lease.changed'))
    expect(publishedEvents.map(({ subjectId }) => subjectId)).toEqual([id, id, id])
  })

  test.each([
    [{ startsOn: '2026-01-01' }, { startsOn: expect.stringContaining('starts on Jan 1, 2026') }],
    [{ startsOn: '2025-06-01' }, { startsOn: expect.stringContaining('starts on Jan 1, 2026') }],
    [{ startsOn: '2027-01-01' }, { startsOn: 'The lease ends on Dec 31, 2026' }],
    [{ startsOn: '2026-07-01' }, { startsOn: expect.stringContaining('changes on Jul 1, 2026') }],
    [{ startsOn: '2026-06-30' }, { startsOn: expect.stringContaining('changes on Jul 1, 2026') }],
    [{ startsOn: '2026-13-01' }, { startsOn: 'Enter a date as YYYY-MM-DD' }],
    [{ monthlyRent: '-5' }, { monthlyRent: 'Amounts cannot be negative' }],
    [{ monthlyRent: '1.005' }, { monthlyRent: 'Amounts have at most two decimals' }],
    [{ kind: 'end' }, { kind: 'kind is rent or renewal' }],
    [
      { kind: 'renewal', leaseEnd: '2026-09-30' },
      { leaseEnd: 'The renewal cannot end before it starts' },
    ],
  ])('is refused with %j', async (body, fields) => {
    const id = await addLease('2026-01-01', '2026-12-31')
    await changed(id, { startsOn: '2026-07-01' })
    const answer = await change(id, { startsOn: '2026-10-01', ...body })
    expect([answer.status, answer.body.fields]).toEqual([400, fields])
    expect(await changes(id)).toHaveLength(1)
  })

  test('needs a lease, and a tenant who has not moved out', async () => {
    const { body } = await w.call('ada', 'POST', '/api/tenants', andre)
    expect((await change(body.id, { startsOn: '2026-10-01' })).body.fields).toEqual({
      startsOn: 'This tenant has no lease',
    })
    const id = await addLease('2026-01-01', null)
    await moveOut(id, '2026-11-10')
    const answer = await change(id, { startsOn: '2026-10-01' })
    expect([answer.status, answer.body.code]).toEqual([409, 'hasMovedOut'])
  })

  test('cannot renew into another lease of the home', async () => {
    const id = await addLease('2026-01-01', '2026-12-31')
    await addLease('2027-06-01', '2027-12-31', andre)
    const renewal = { kind: 'renewal', startsOn: '2027-01-01' }
    for (const leaseEnd of ['2027-06-01', null])
      expect((await change(id, { ...renewal, leaseEnd })).body).toMatchObject({
        code: 'leaseOverlaps',
        fields: { leaseEnd: 'Leased to Andre Wells from Jun 1, 2027 to Dec 31, 2027' },
      })
    expect((await get(id)).leaseEnd).toBe('2026-12-31')
    expect((await change(id, { ...renewal, leaseEnd: '2027-05-31' })).status).toBe(201)
  })

  test('is made by one of three concurrent calls', async () => {
    const id = await addLease('2026-01-01', null)
    const answers = await race(w, LOCK, () => change(id, { startsOn: '2026-10-01' }))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400])
    expect(await changes(id)).toHaveLength(1)
  })
})

describe('removing a change of a lease', () => {
  test('is possible for the last one, and restores the end before a renewal', async () => {
    const id = await addLease('2026-01-01', '2026-12-31')
    const rent = await changed(id, { startsOn: '2026-07-01' })
    const renewal = await changed(id, {
      ...{ kind: 'renewal', startsOn: '2027-01-01', leaseEnd: '2027-12-31' },
    })
    const early = await removeLeaseChange(rent.id)
    expect([early.status, early.body.code]).toEqual([409, 'notLastChange'])
    expect((await removeLeaseChange(renewal.id)).status).toBe(204)
    expect(await get(id)).toMatchObject({ leaseEnd: '2026-12-31', rentToday: '1100.00' })
    expect((await removeLeaseChange(rent.id)).status).toBe(204)
    expect(await get(id)).toMatchObject({ leaseEnd: '2026-12-31', rentToday: '1000.00' })
    expect((await removeLeaseChange(rent.id)).status).toBe(404)
    expect(await changes(id)).toEqual([])
    const publishedEvents = await w.db.select().from(events).where(eq(events.name, 'lease.changed'))
    expect(publishedEvents.map(({ subjectId }) => subjectId)).toEqual([id, id, id, id])
  })

  test('is refused if the restored days are leased to another tenant', async () => {
    const id = await addLease('2026-01-01', null)
    const renewal = await changed(id, {
      ...{ kind: 'renewal', startsOn: '2026-12-01', leaseEnd: '2027-05-31' },
    })
    await addLease('2027-06-01', null, andre)
    const answer = await removeLeaseChange(renewal.id)
    expect([answer.status, answer.body.code, answer.body.fields]).toEqual([
      409,
      'leaseOverlaps',
      { leaseEnd: 'Leased to Andre Wells from Jun 1, 2027 on' },
    ])
    expect(await changes(id)).toHaveLength(1)
  })

  test('keeps an end that was corrected after the renewal', async () => {
    const id = await addLease('2026-01-01', '2026-12-31')
    const renewal = await changed(id, {
      ...{ kind: 'renewal', startsOn: '2027-01-01', leaseEnd: '2027-12-31' },
    })
    await w.call('ada', 'PUT', at(id), { leaseEnd: '2027-06-30' })
    expect((await removeLeaseChange(renewal.id)).status).toBe(204)
    expect((await get(id)).leaseEnd).toBe('2027-06-30')
  })

  test('keeps the last day of a tenant who moved out', async () => {
    const id = await addLease('2026-01-01', '2026-10-31')
    const renewal = await changed(id, {
      ...{ kind: 'renewal', startsOn: '2026-11-01', leaseEnd: null },
    })
    await moveOut(id, '2026-11-10')
    expect((await removeLeaseChange(renewal.id)).status).toBe(204)
    expect(await get(id)).toMatchObject({ leaseEnd: '2026-11-10', status: 'former' })
  })
})
