import type { Deposits } from '@plumbline/contract/tenants.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { events } from '../../schema/live.ts'
import { rentalIncome } from '../../schema/rentals.ts'
import { settings } from '../../schema/settings.ts'
import { race } from '../../testing/race.ts'
import { addHome, clearRentals } from '../../testing/rentals.ts'
import { statementsOf } from '../../testing/statements.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

/** The first statement that locks when a lease is written. */
const LOCK = 'select from tenants for update'

let w: TestApp
let home = ''
let renee = ''
beforeAll(async () => {
  w = await testApp()
  // Nov 21 in the time zone of the company, Nov 20 in UTC.
  w.clock.now = new Date('2026-11-20T18:00:00Z')
  await w.db
    .insert(settings)
    .values({ companyName: 'C', holdingsName: 'H', timeZone: 'Pacific/Kiritimati' })
})
afterAll(() => w.close())
beforeEach(async () => {
  await clearRentals(w.db)
  home = await addHome(w.db, '9 Oak')
  const { body } = await w.call('ada', 'POST', '/api/tenants', {
    ...{ firstName: 'Renee', lastName: 'Castle', propertyId: home, securityDeposit: '1500' },
    ...{ leaseStart: '2026-01-01', monthlyRent: '1000' },
  })
  renee = body.id
})

/** Inserts an income entry of a kind. Returns its id. */
async function receive(
  kind: 'deposit' | 'late_fee' | 'other',
  amount: string,
  reversesId?: string,
) {
  const id = newId()
  await w.db.insert(rentalIncome).values({
    ...{ id, propertyId: home, tenantId: renee, kind, incomeType: kind, amount },
    ...{ dateReceived: '2026-01-02', reversesId: reversesId ?? null },
  })
  return id
}
const deposits = async (): Promise<Deposits> =>
  (await w.call('ada', 'GET', `/api/tenants/${renee}/deposits`)).body
const held = async () => (await w.call('ada', 'GET', `/api/tenants/${renee}`)).body.depositHeld
const returnDeposit = (amount: unknown, ...deductions: object[]) =>
  w.call('ada', 'POST', `/api/tenants/${renee}/deposit-returns`, {
    ...{ returnedOn: '2026-11-15', amount, deductions },
  })
const reverse = (id: string) => w.call('ada', 'POST', `/api/deposit-returns/${id}/reverse`)
const entries = () => w.db.select().from(rentalIncome).where(eq(rentalIncome.kind, 'other'))
const figures = ({ returns: _, ...rest }: Deposits) => rest

const paint = { description: 'Paint', amount: '105.25' }
const lock = { description: 'New lock', amount: '99.75' }

describe('the deposits of a tenant', () => {
  test('are the amounts received, less those returned or deducted', async () => {
    expect(await deposits()).toEqual({
      ...{ agreed: '1500.00', received: '0.00', deducted: '0.00', returned: '0.00' },
      ...{ held: '0.00', returns: [] },
    })
    await receive('deposit', '1500')
    await receive('late_fee', '75')
    await receive('other', '20')
    await receive('deposit', '-200', await receive('deposit', '200'))
    await receive('deposit', '100.10')
    expect(await held()).toBe('1600.10')
    expect((await returnDeposit('500', paint, lock)).status).toBe(201)
    const read = await deposits()
    expect(figures(read)).toEqual({
      ...{ agreed: '1500.00', received: '1600.10', deducted: '205.00', returned: '500.00' },
      held: '895.10',
    })
    expect(await held()).toBe('895.10')
    expect(read.returns).toHaveLength(1)
  })

  test('are returned less deductions, which become income of that day', async () => {
    await receive('deposit', '1500')
    const { status, body } = await w.call('ada', 'POST', `/api/tenants/${renee}/deposit-returns`, {
      ...{ returnedOn: '2026-11-15', amount: 1295, paymentMethod: 'Check', notes: ' By mail ' },
      deductions: [paint, lock],
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      ...{ id: expect.any(String), tenantId: renee, returnedOn: '2026-11-15', amount: '1295.00' },
      ...{ paymentMethod: 'Check', notes: 'By mail', reversesId: null, reversedById: null },
      recordedByName: 'Ada Adler',
      deductions: [
        { id: expect.any(String), ...paint },
        { id: expect.any(String), ...lock },
      ],
      createdAt: expect.any(String),
    })
    expect((await deposits()).returns).toEqual([body])
    expect(await entries()).toMatchObject(
      [paint, lock].map((deduction) => ({
        ...{ ...deduction, propertyId: home, tenantId: renee, depositReturnId: body.id },
        ...{ incomeType: 'Kept from deposit', dateReceived: '2026-11-15', rentMonth: null },
      })),
    )
    const publishedEvents = await w.db
      .select()
      .from(events)
      .where(eq(events.name, 'deposit.returned'))
    expect(publishedEvents).toMatchObject([{ subjectId: renee }])
  })

  test('can be returned or deducted up to the last cent', async () => {
    await receive('deposit', '1395')
    const tooMuch = await returnDeposit('1289.76', paint)
    expect([tooMuch.status, tooMuch.body.fields]).toEqual([
      400,
      { amount: 'Only $1,395.00 is held' },
    ])
    expect(await entries()).toEqual([])
    expect((await returnDeposit('1289.75', paint)).status).toBe(201)
    expect(await held()).toBe('0.00')
    expect((await returnDeposit('0.01')).body.fields).toEqual({ amount: 'Only $0.00 is held' })
  })

  test('can be deducted as a whole', async () => {
    await receive('deposit', '105.25')
    expect((await returnDeposit('0', paint)).body).toMatchObject({ amount: '0.00' })
    expect(figures(await deposits())).toMatchObject({ deducted: '105.25', held: '0.00' })
  })

  test.each([
    [{ amount: '0' }, { amount: 'Enter an amount to return or deduct' }],
    [{ amount: '-1' }, { amount: 'Amounts cannot be negative' }],
    [{ amount: '1.001' }, { amount: 'Amounts have at most two decimals' }],
    [{ returnedOn: '2026-11-31' }, { returnedOn: 'Enter a date as YYYY-MM-DD' }],
    [
      { deductions: [{ amount: '5' }] },
      { 'deductions.0.description': 'Say what the deduction is for' },
    ],
    [
      { deductions: [paint, { ...lock, amount: '0' }] },
      { 'deductions.1.amount': 'Enter an amount above zero' },
    ],
    [{ deductions: Array(31).fill(paint) }, { deductions: 'At most 30' }],
    [{ paymentMethod: 'x'.repeat(51) }, { paymentMethod: 'At most 50 characters' }],
  ])('cannot be returned with %j', async (change, fields) => {
    await receive('deposit', '1500')
    const url = `/api/tenants/${renee}/deposit-returns`
    const body = { returnedOn: '2026-11-15', amount: '10', ...change }
    const answer = await w.call('ada', 'POST', url, body)
    expect([answer.status, answer.body.fields]).toEqual([400, fields])
    expect(await held()).toBe('1500.00')
  })

  test('are returned by one of three concurrent calls', async () => {
    await receive('deposit', '1500')
    expect((await returnDeposit('1395', paint)).status).toBe(400)
    const answers = await race(w, LOCK, () => returnDeposit('1394.75', paint))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400])
    expect(await held()).toBe('0.00')
  })
})

test('twice the deductions take no more statements to book and to reverse', async () => {
  await receive('deposit', '5000')
  const statements = async (count: number) => {
    const sent: number[] = []
    const { body } = await counted(() => returnDeposit('1', ...Array(count).fill(paint)), sent)
    await counted(() => reverse(body.id), sent)
    return sent
  }
  const counted = async (call: () => ReturnType<typeof reverse>, sent: number[]) => {
    const made: Awaited<ReturnType<typeof reverse>>[] = []
    sent.push((await statementsOf(async () => made.push(await call()))).length)
    const [answer] = made
    expect(answer?.status).toBe(201)
    return { body: answer?.body }
  }
  const few = await statements(3)
  expect(Math.min(...few)).toBeGreaterThan(5)
  expect(await statements(6)).toEqual(few)
})

describe('a reversal', () => {
  test('undoes the return and its deductions, with the date of today', async () => {
    await receive('deposit', '1500')
    const { body: first } = await returnDeposit('1000', paint, lock)
    const { status, body } = await reverse(first.id)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      ...{ tenantId: renee, amount: '-1000.00', returnedOn: '2026-11-21', reversesId: first.id },
      ...{ reversedById: null, notes: null },
      deductions: [
        { description: 'Paint', amount: '-105.25' },
        { description: 'New lock', amount: '-99.75' },
      ],
    })
    expect(await deposits()).toEqual({
      ...{ agreed: '1500.00', received: '1500.00', deducted: '0.00', returned: '0.00' },
      ...{ held: '1500.00', returns: [{ ...first, reversedById: body.id }, body] },
    })
    const entriesById = new Map((await entries()).map((entry) => [entry.id, entry]))
    for (const [n, { id }] of body.deductions.entries()) {
      const original = entriesById.get(first.deductions[n].id)
      expect(entriesById.get(id)).toMatchObject({
        ...{ reversesId: original?.id, amount: `-${original?.amount}`, dateReceived: '2026-11-21' },
        ...{ propertyId: home, tenantId: renee, incomeType: 'Kept from deposit' },
      })
    }
    const publishedEvents = await w.db
      .select()
      .from(events)
      .where(eq(events.name, 'deposit.reversed'))
    expect(publishedEvents).toMatchObject([{ subjectId: renee }])
  })

  test('is made by one of three concurrent calls, and cannot itself be reversed', async () => {
    await receive('deposit', '1500')
    const { body: first } = await returnDeposit('0', paint)
    const answers = await race(w, LOCK, () => reverse(first.id))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    const made = answers.find(({ status }) => status === 201)?.body
    expect(made).toMatchObject({ amount: '0.00', deductions: [{ amount: '-105.25' }] })
    expect((await reverse(made.id)).body.code).toBe('alreadyReversed')
    expect(await held()).toBe('1500.00')
    expect((await returnDeposit('1394.75', paint)).status).toBe(201)
  })

  test('skips deductions that were reversed before', async () => {
    await receive('deposit', '1500')
    const { body: first } = await returnDeposit('1000', paint, lock)
    const [deduction] = await w.db
      .select()
      .from(rentalIncome)
      .where(eq(rentalIncome.id, first.deductions[0].id))
    await w.db.insert(rentalIncome).values({
      ...deduction,
      propertyId: home,
      id: newId(),
      reversesId: deduction?.id,
      amount: '-105.25',
      incomeType: 'x',
      kind: 'other',
      dateReceived: '2026-11-16',
    })
    expect((await reverse(first.id)).body.deductions).toMatchObject([{ description: 'New lock' }])
    expect(await held()).toBe('1500.00')
  })
})
