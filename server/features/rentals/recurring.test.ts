import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { events } from '../../schema/live.ts'
import { recurringExpenses, rentalExpenses, rentalProperties } from '../../schema/rentals.ts'
import { settings } from '../../schema/settings.ts'
import { addHome, clearRentals } from '../../testing/rentals.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

const LIST = '/api/recurring-expenses'
const others = ['sam', 'sue', 'cleo', 'carl'] as const

let w: TestApp
let elm: string
beforeAll(async () => {
  w = await testApp()
  await w.db
    .insert(settings)
    .values({ companyName: 'A', holdingsName: 'B', timeZone: 'America/Chicago' })
})
afterAll(() => w.close())
beforeEach(async () => {
  w.clock.now = new Date('2026-12-01T03:00:00Z')
  await clearRentals(w.db)
  elm = await addHome(w.db, '12 Elm St')
})

const insurance = {
  amount: '980.00',
  expenseType: 'Insurance',
  vendor: 'Prairie Mutual',
  description: 'Premium',
  everyMonths: 12,
  startsOn: '2026-12-08',
}
async function added(body: object = {}) {
  const answer = await w.call('ada', 'POST', LIST, { ...insurance, propertyId: elm, ...body })
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}
const list = async () => (await w.call('ada', 'GET', LIST)).body
const booked = async () => (await w.call('ada', 'GET', '/api/rental-expenses')).body
const change = (id: string, body: object) => w.call('ada', 'PUT', `${LIST}/${id}`, body)
const book = (id: string, body: object) => w.call('ada', 'POST', `${LIST}/${id}/book`, body)
const skip = (id: string, nextOn: string) => w.call('ada', 'POST', `${LIST}/${id}/skip`, { nextOn })
const publishedEvents = async () =>
  (await w.db.select().from(events).orderBy(events.id)).map(({ name, subjectId }) => [
    name,
    subjectId,
  ])

describe('adding', () => {
  test('returns it with its next date, and books nothing', async () => {
    const expense = await added()
    expect(expense).toEqual({
      ...insurance,
      id: expect.any(String),
      propertyId: elm,
      propertyAddress: '12 Elm St',
      nextOn: '2026-12-08',
      isDue: true,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
    expect(await list()).toEqual([expense])
    expect(await booked()).toEqual([])
    expect(await publishedEvents()).toEqual([['recurringExpense.changed', expense.id]])
  })

  test('needs no property for an expense of the portfolio', async () => {
    const nothing = { propertyId: null, propertyAddress: null, vendor: null }
    expect(await added({ propertyId: '', vendor: '' })).toMatchObject(nothing)
    expect(await list()).toHaveLength(1)
  })

  test.each([
    [{ amount: '0' }, { amount: 'Enter an amount above zero' }],
    [{ amount: '-1' }, { amount: 'Amounts cannot be negative' }],
    [{ expenseType: '' }, { expenseType: 'Choose a category' }],
    [{ description: ' ' }, { description: 'Description is required' }],
    [{ everyMonths: 2 }, { everyMonths: 'Choose how often' }],
    [{ everyMonths: '12' }, { everyMonths: 'Choose how often' }],
    [{ everyMonths: undefined }, { everyMonths: 'Choose how often' }],
    [{ startsOn: '2026-02-29' }, { startsOn: 'Enter a date as YYYY-MM-DD' }],
    [{ propertyId: newId() }, { propertyId: 'This does not exist' }],
  ])('refuses %j', async (body, fields) => {
    const answer = await w.call('ada', 'POST', LIST, { ...insurance, propertyId: elm, ...body })
    expect(answer).toMatchObject({ status: 400, body: { fields } })
    expect(await list()).toEqual([])
    expect(await publishedEvents()).toEqual([])
  })
})

describe('the next date', () => {
  test.each([
    ['2026-01-31', 1, ['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']],
    ['2027-11-30', 3, ['2028-02-29', '2028-05-30', '2028-08-30']],
    ['2026-08-31', 6, ['2027-02-28', '2027-08-31', '2028-02-29']],
    ['2028-02-29', 12, ['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']],
  ])('starting on %s, every %i months', async (startsOn, everyMonths, days) => {
    const { id, nextOn } = await added({ startsOn, everyMonths })
    expect(nextOn).toBe(startsOn)
    let last = startsOn
    for (const day of days) {
      expect((await skip(id, last)).body.nextOn).toBe(day)
      last = day
    }
    expect(await booked()).toEqual([])
  })

  test('is proposed 14 days before, on the calendar of the company', async () => {
    // December 1 begins at 06:00 UTC.
    w.clock.now = new Date('2026-12-01T05:59:59Z')
    await added({ startsOn: '2026-12-14' })
    await added({ startsOn: '2026-12-15' })
    await added({ startsOn: '2026-10-01' })
    const due = async () =>
      (await list()).map((row: { nextOn: string; isDue: boolean }) => [row.nextOn, row.isDue])
    expect(await due()).toEqual([
      ['2026-10-01', true],
      ['2026-12-14', true],
      ['2026-12-15', false],
    ])
    w.clock.now = new Date('2026-12-01T06:00:00Z')
    expect((await due()).at(-1)).toEqual(['2026-12-15', true])
    expect(await booked()).toEqual([])
  })

  test('is not listed for an archived property', async () => {
    const { id } = await added()
    await added({ propertyId: null })
    await w.db.update(rentalProperties).set({ archivedAt: new Date() })
    expect(await list()).toMatchObject([{ propertyId: null }])
    await w.db.update(rentalProperties).set({ archivedAt: null })
    expect((await list()).map((row: { id: string }) => row.id)).toContain(id)
  })
})

describe('booking', () => {
  test('adds the proposed expense and moves to the next date', async () => {
    const { id } = await added()
    const { status, body } = await book(id, { nextOn: '2026-12-08' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      propertyId: elm,
      propertyAddress: '12 Elm St',
      amount: '980.00',
      expenseType: 'Insurance',
      vendor: 'Prairie Mutual',
      description: 'Premium',
      dateIncurred: '2026-12-08',
      recurringId: id,
    })
    expect(await booked()).toEqual([body])
    expect(await list()).toMatchObject([{ nextOn: '2027-12-08', isDue: false }])
    expect((await publishedEvents()).slice(1)).toEqual([
      ['rentalExpense.recorded', body.id],
      ['recurringExpense.changed', id],
    ])
  })

  test('accepts another amount and another date', async () => {
    const { id } = await added()
    const other = { nextOn: '2026-12-08', amount: '1012.5', dateIncurred: '2026-12-10' }
    expect((await book(id, other)).body).toMatchObject({
      amount: '1012.50',
      dateIncurred: '2026-12-10',
    })
    expect(await list()).toMatchObject([{ amount: '980.00', nextOn: '2027-12-08' }])
    const plain = { nextOn: '2027-12-08', dateIncurred: '' }
    expect((await book(id, plain)).body).toMatchObject({ dateIncurred: '2027-12-08' })
  })

  test('is a 409 for a date already booked or skipped', async () => {
    const { id } = await added()
    await skip(id, '2026-12-08')
    const twice = { status: 409, body: { code: 'alreadyBooked' } }
    expect(await book(id, { nextOn: '2026-12-08' })).toMatchObject(twice)
    expect(await skip(id, '2026-12-08')).toMatchObject(twice)
    expect(await book(id, { nextOn: '2028-12-08' })).toMatchObject(twice)
    expect(await booked()).toEqual([])
    expect(await list()).toMatchObject([{ nextOn: '2027-12-08' }])
  })

  test('succeeds for one of several concurrent calls that book or skip the date', async () => {
    const { id } = await added({ everyMonths: 1 })
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => book(id, { nextOn: '2026-12-08' })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)])
    expect(await booked()).toHaveLength(1)
    const mixed = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        n % 2 ? skip(id, '2027-01-08') : book(id, { nextOn: '2027-01-08' }),
      ),
    )
    expect(mixed.filter(({ status }) => status < 300)).toHaveLength(1)
    expect(await list()).toMatchObject([{ nextOn: '2027-02-08' }])
  })

  test.each([
    [{}, { nextOn: 'Enter a date as YYYY-MM-DD' }],
    [{ nextOn: '2026-12-08', amount: '0' }, { amount: 'Enter an amount above zero' }],
    [
      { nextOn: '2026-12-08', dateIncurred: '2026-2-1' },
      { dateIncurred: 'Enter a date as YYYY-MM-DD' },
    ],
  ])('refuses %j', async (body, fields) => {
    const { id } = await added()
    expect(await book(id, body)).toMatchObject({ status: 400, body: { fields } })
    expect(await booked()).toEqual([])
    expect(await list()).toMatchObject([{ nextOn: '2026-12-08' }])
  })
})

describe('changing', () => {
  test('changes only the fields sent, and no booked expense', async () => {
    const { id, updatedAt } = await added()
    await book(id, { nextOn: '2026-12-08' })
    const { status, body } = await change(id, { amount: '1100', propertyId: '' })
    expect(status).toBe(200)
    const after = { amount: '1100.00', propertyId: null, vendor: 'Prairie Mutual' }
    expect(body).toMatchObject({ ...after, nextOn: '2027-12-08' })
    expect(body.updatedAt > updatedAt).toBe(true)
    expect(await booked()).toMatchObject([{ amount: '980.00', propertyId: elm }])
    expect((await change(id, {})).body).toEqual(body)
  })

  test('to a new first day restarts the dates; sending the same day does not', async () => {
    const { id } = await added({ everyMonths: 1 })
    await skip(id, '2026-12-08')
    const next = async (body: object) => (await change(id, body)).body.nextOn
    expect(await next({ startsOn: '2026-12-08' })).toBe('2027-01-08')
    expect(await next({ startsOn: '2027-03-31' })).toBe('2027-03-31')
    expect((await skip(id, '2027-03-31')).body.nextOn).toBe('2027-04-30')
  })

  test('to another interval keeps the next date', async () => {
    const { id } = await added({ everyMonths: 1 })
    await skip(id, '2026-12-08')
    await skip(id, '2027-01-08')
    expect((await change(id, { everyMonths: 12 })).body).toMatchObject({ nextOn: '2027-02-08' })
    expect((await skip(id, '2027-02-08')).body.nextOn).toBe('2028-02-08')
  })

  test('refuses an unknown property, an invalid interval and an invalid amount', async () => {
    const { id, updatedAt } = await added()
    const problem = async (body: object) => (await change(id, body)).body.fields
    expect(await problem({ propertyId: newId() })).toEqual({ propertyId: 'This does not exist' })
    expect(await problem({ everyMonths: 5 })).toEqual({ everyMonths: 'Choose how often' })
    expect(await problem({ amount: '1.234' })).toEqual({
      amount: 'Amounts have at most two decimals',
    })
    expect(await list()).toMatchObject([{ amount: '980.00', updatedAt }])
  })
})

test('deleting keeps booked expenses', async () => {
  const { id } = await added()
  await book(id, { nextOn: '2026-12-08' })
  expect((await w.call('ada', 'DELETE', `${LIST}/${id}`)).status).toBe(204)
  expect((await w.call('ada', 'DELETE', `${LIST}/${id}`)).status).toBe(404)
  expect(await list()).toEqual([])
  expect(await booked()).toMatchObject([{ amount: '980.00', recurringId: null }])
  expect((await publishedEvents()).at(-1)).toEqual(['recurringExpense.deleted', id])
})

test('reversing an expense locks its recurring expense before the expense', async () => {
  const { id } = await added()
  const { body: expense } = await book(id, { nextOn: '2026-12-08' })
  let reversed = Promise.resolve<object>({})
  await w.db.transaction(async (tx) => {
    const recurring = tx.select().from(recurringExpenses).where(eq(recurringExpenses.id, id))
    await recurring.for('update')
    reversed = w.call('ada', 'POST', `/api/rental-expenses/${expense.id}/reverse`, {})
    const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await w.db.execute(waiting)).rows.length).toBe(1)
    await tx.select().from(rentalExpenses).for('update', { noWait: true })
    await tx.delete(recurringExpenses)
  })
  expect(await reversed).toMatchObject({ status: 201, body: { recurringId: null } })
})

test('booking succeeds or is a 404 while the property is deleted', async () => {
  const { id } = await added()
  const deletion = w.db.delete(rentalProperties).where(eq(rentalProperties.id, elm))
  const answers = await Promise.allSettled([book(id, { nextOn: '2026-12-08' }), deletion])
  const expenses = await booked()
  const [answer] = answers
  expect(answer).toMatchObject({ value: { status: expenses.length === 1 ? 201 : 404 } })
})

test('recurring expenses are for admins only', async () => {
  const { id } = await added()
  for (const [method, url] of [
    ['GET', LIST],
    ['POST', LIST],
    ['PUT', `${LIST}/${id}`],
    ['DELETE', `${LIST}/${id}`],
    ['POST', `${LIST}/${id}/book`],
    ['POST', `${LIST}/${id}/skip`],
    ['POST', `${LIST}/${newId()}/skip`],
  ] as const) {
    const body = method === 'GET' ? undefined : { ...insurance, nextOn: '2026-12-08' }
    expect((await w.call('nobody', method, url, body)).status).toBe(401)
    for (const name of others)
      expect((await w.call(name, method, url, body)).status, `${name} ${url}`).toBe(403)
  }
  expect(await list()).toMatchObject([{ nextOn: '2026-12-08' }])
  for (const method of ['PUT', 'DELETE'] as const)
    expect((await w.call('ada', method, `${LIST}/${newId()}`, {})).status).toBe(404)
  expect((await book(newId(), { nextOn: '2026-12-08' })).status).toBe(404)
  expect((await skip(newId(), '2026-12-08')).status).toBe(404)
})
