import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { events } from '../../schema/live.ts'
import { depositReturns, rentalIncome, tenants } from '../../schema/rentals.ts'
import { settings } from '../../schema/settings.ts'
import { race } from '../../testing/race.ts'
import { addHome, clearRentals } from '../../testing/rentals.ts'
import { statementsOf } from '../../testing/statements.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())
beforeEach(async () => {
  w.clock.now = new Date('2024-11-19T12:00:00Z')
  await clearRentals(w.db)
  await w.db.delete(settings)
})

const list = '/api/rental-income'

const newHome = (address = '9 Oak', archivedAt: Date | null = null) =>
  addHome(w.db, address, { archivedAt })

async function newTenant(propertyId: string | null, leaseStart: string | null, leaseEnd?: string) {
  const id = newId()
  const lease = { leaseStart, leaseEnd: leaseEnd ?? null, monthlyRent: '1850.00' }
  await w.db.insert(tenants).values({ id, propertyId, firstName: 'Ann', lastName: 'Ash', ...lease })
  return id
}

const post = (body: object) => w.call('ada', 'POST', list, body)
const rent = { amount: '1850.00', incomeType: 'Rent', dateReceived: '2024-11-02' }

async function newEntry(body: object) {
  const answer = await post(body)
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

const reverse = (id: string, body: object = {}) =>
  w.call('ada', 'POST', `${list}/${id}/reverse`, body)

const idsAt = async (query: string) =>
  (await w.call('ada', 'GET', `${list}?${query}`)).body.map(({ id }: { id: string }) => id)

describe('an entry', () => {
  test('has exactly what was sent, and is published', async () => {
    const propertyId = await newHome('9 Oak')
    const tenantId = await newTenant(propertyId, '2024-01-01')
    const facts = {
      ...{ propertyId, tenantId, amount: '900.50', incomeType: 'Rent', rentMonth: '2024-10' },
      ...{ dateReceived: '2024-11-02', paymentMethod: 'Check', description: 'First half' },
    }
    const entry = await newEntry(facts)
    expect(entry).toEqual({
      ...facts,
      ...{ id: entry.id, kind: 'rent', propertyAddress: '9 Oak', tenantName: 'Ann Ash' },
      ...{ reversesId: null, reversedById: null, depositReturnId: null },
      recordedByName: 'Ada Adler',
      createdAt: expect.any(String),
    })
    expect((await w.call('ada', 'GET', `${list}/${entry.id}`)).body).toEqual(entry)
    expect(await w.db.select().from(events)).toMatchObject([
      { name: 'rentalIncome.recorded', subjectId: entry.id, jobId: null },
    ])
  })

  test.each([
    ['Rent', 'rent', '2024-11'],
    ['Monthly rent', 'rent', '2024-11'],
    ['Rental Income', 'rent', '2024-11'],
    ['security DEPOSIT', 'deposit', null],
    ['Pet deposits', 'deposit', null],
    ['Late fees', 'late_fee', null],
    ['Direct deposit', 'other', null],
    ['Kept from deposit', 'other', null],
    ['Laundry', 'other', null],
  ])('with type %s has kind %s and month %s', async (incomeType, kind, rentMonth) => {
    const propertyId = await newHome()
    const tenantId = await newTenant(propertyId, '2020-01-01', '2020-12-31')
    expect(await newEntry({ ...rent, propertyId, tenantId, incomeType })).toMatchObject({
      ...{ incomeType, kind, rentMonth, tenantId },
      ...{ description: null, paymentMethod: null },
    })
  })

  test('may be of an archived property', async () => {
    const propertyId = await newHome('9 Oak', new Date('2024-06-01T00:00:00Z'))
    expect(await newEntry({ ...rent, propertyId })).toMatchObject({ propertyId })
  })

  test('of rent is assigned to the only tenant of its month', async () => {
    const propertyId = await newHome()
    const first = await newTenant(propertyId, '2024-02-10', '2024-06-30')
    const second = await newTenant(propertyId, '2024-09-16', '2024-10-01')
    const third = await newTenant(propertyId, '2024-11-01')
    await newTenant(null, '2024-02-10')
    await newTenant(await newHome('1 Elm'), '2024-01-01')
    const tenantAt = async (rentMonth: string, more: object = {}) =>
      (await newEntry({ ...rent, propertyId, rentMonth, ...more })).tenantId
    expect(await tenantAt('2024-01')).toBe(null)
    expect(await tenantAt('2024-02')).toBe(first)
    expect(await tenantAt('2024-06')).toBe(first)
    expect(await tenantAt('2024-07')).toBe(null)
    expect(await tenantAt('2024-09')).toBe(second)
    expect(await tenantAt('2024-10')).toBe(second)
    expect(await tenantAt('')).toBe(third)
    expect(await tenantAt('2026-01')).toBe(third)
    expect(await tenantAt('2024-11', { tenantId: null })).toBe(null)
    expect(await tenantAt('2024-11', { tenantId: '' })).toBe(null)
    expect(await tenantAt('2024-11', { tenantId: first })).toBe(first)
    const fee = { incomeType: 'Late fee', rentMonth: null }
    expect(await tenantAt('2024-11', fee)).toBe(null)
  })

  test('of rent has no tenant if two tenants share its month', async () => {
    const propertyId = await newHome()
    await newTenant(propertyId, '2024-01-01', '2024-11-14')
    await newTenant(propertyId, '2024-11-15')
    expect(await newEntry({ ...rent, propertyId })).toMatchObject({ tenantId: null })
  })

  test.each([
    [{ propertyId: newId() }, { propertyId: 'Choose one of your properties' }],
    [{ propertyId: '' }, { propertyId: 'Not a valid id' }],
    [{ tenantId: newId() }, { tenantId: 'Choose a tenant of this property' }],
    [{ tenantId: 'Ann' }, { tenantId: 'Not a valid id' }],
    [{ amount: '0.00' }, { amount: 'Enter an amount above zero' }],
    [{ amount: '-5' }, { amount: 'Amounts cannot be negative' }],
    [{ amount: '5.001' }, { amount: 'Amounts have at most two decimals' }],
    [{ amount: '100000000' }, { amount: 'That amount is too large' }],
    [{ amount: null }, { amount: 'Enter an amount' }],
    [{ incomeType: ' ' }, { incomeType: 'Choose a type' }],
    [{ incomeType: 'x'.repeat(51) }, { incomeType: 'At most 50 characters' }],
    [{ dateReceived: '2024-02-30' }, { dateReceived: 'Enter a date as YYYY-MM-DD' }],
    [{ rentMonth: '2024-13' }, { rentMonth: 'Enter a month as YYYY-MM' }],
    [{ rentMonth: '2199-01' }, { rentMonth: 'At most 24 months ahead' }],
    [{ incomeType: 'Security deposit' }, { tenantId: 'Choose the tenant of this deposit' }],
    [{ incomeType: 'Late fee', rentMonth: '2024-11' }, { rentMonth: 'Only rent is for a month' }],
    [{ paymentMethod: 'x'.repeat(51) }, { paymentMethod: 'At most 50 characters' }],
    [{ description: 'x'.repeat(2001) }, { description: 'At most 2000 characters' }],
  ])('is refused with %j, and not stored', async (wrong, fields) => {
    const propertyId = await newHome()
    const answer = await post({ ...rent, propertyId, ...wrong })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid', fields } })
    expect(await w.db.$count(rentalIncome)).toBe(0)
    expect(await w.db.$count(events)).toBe(0)
  })

  test('cannot have a tenant of another property', async () => {
    const propertyId = await newHome()
    const tenantId = await newTenant(await newHome('1 Elm'), '2024-01-01')
    expect((await post({ ...rent, propertyId, tenantId })).body.fields).toEqual({
      tenantId: 'Choose a tenant of this property',
    })
  })
})

describe('a reversal', () => {
  test('has the opposite amount and the same facts, on the day of the company', async () => {
    await w.db
      .insert(settings)
      .values({ companyName: 'C', holdingsName: 'H', timeZone: 'Pacific/Honolulu' })
    w.clock.now = new Date('2024-11-19T09:59:00Z')
    const propertyId = await newHome()
    await newTenant(propertyId, '2024-01-01')
    const more = { paymentMethod: 'Check', description: 'Bounced', rentMonth: '2024-10' }
    const entry = await newEntry({ ...rent, propertyId, ...more })
    const answer = await reverse(entry.id)
    expect(answer).toMatchObject({ status: 201 })
    expect(answer.body).toEqual({
      ...entry,
      ...{ id: answer.body.id, amount: '-1850.00', reversesId: entry.id, description: null },
      ...{ dateReceived: '2024-11-18', createdAt: expect.any(String) },
    })
    expect((await w.call('ada', 'GET', `${list}/${entry.id}`)).body).toEqual({
      ...entry,
      reversedById: answer.body.id,
    })
    expect((await w.call('ada', 'GET', `${list}/total`)).body).toEqual({ count: 2, amount: '0.00' })
    const published = await w.db.select().from(events)
    expect(published.map(({ name, subjectId }) => ({ name, subjectId }))).toContainEqual({
      name: 'rentalIncome.reversed',
      subjectId: entry.id,
    })
  })

  test('can add an entry with the correct amount', async () => {
    const propertyId = await newHome()
    const entry = await newEntry({ ...rent, propertyId, description: 'By mail' })
    const correction = { date: '2024-11-05', description: 'Typed wrong', correctAmount: '1805.00' }
    const { body } = await reverse(entry.id, correction)
    expect(body).toMatchObject({ dateReceived: '2024-11-05', description: 'Typed wrong' })
    const { body: all } = await w.call('ada', 'GET', `${list}?rentMonth=2024-11`)
    expect(all).toHaveLength(3)
    const correct = all.find(({ amount }: { amount: string }) => amount === '1805.00')
    expect(correct).toEqual({
      ...entry,
      ...{ id: correct.id, amount: '1805.00', createdAt: correct.createdAt },
    })
    const { body: total } = await w.call('ada', 'GET', `${list}/total?kind=rent`)
    expect(total).toEqual({ count: 3, amount: '1805.00' })
    // A correction can itself be corrected.
    expect((await reverse(correct.id)).status).toBe(201)
  })

  test('is made by one of three concurrent calls, and cannot itself be reversed', async () => {
    const entry = await newEntry({ ...rent, propertyId: await newHome() })
    const lock = 'select from rental_income for update'
    const again = () => reverse(entry.id, { correctAmount: '10.00' })
    const answers = await race(w, lock, again)
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(await w.db.$count(rentalIncome)).toBe(3)
    const reversal = answers.find(({ status }) => status === 201)?.body
    expect((await reverse(reversal.id)).body.code).toBe('alreadyReversed')
  })

  test('of a deposit that was returned cannot make the held amount negative', async () => {
    const propertyId = await newHome()
    const tenantId = await newTenant(propertyId, '2024-01-01')
    const paid = { ...rent, propertyId, tenantId, incomeType: 'Security deposit', amount: '1000' }
    const { id } = await newEntry(paid)
    await w.db
      .insert(depositReturns)
      .values({ tenantId, amount: '900.00', returnedOn: '2024-11-02' })
    for (const body of [{}, { correctAmount: '899.99' }])
      expect(await reverse(id, body)).toMatchObject({
        status: 400,
        body: { fields: { correctAmount: expect.stringContaining('Only $100.00 is held') } },
      })
    expect((await reverse(id, { correctAmount: '900' })).status).toBe(201)
  })

  test('of a deduction from a deposit is refused; its return has to be reversed', async () => {
    const propertyId = await newHome()
    const tenantId = await newTenant(propertyId, '2024-01-01')
    const [returned] = await w.db
      .insert(depositReturns)
      .values({ tenantId, amount: '900.00', returnedOn: '2024-11-02' })
      .returning()
    const [deduction] = await w.db
      .insert(rentalIncome)
      .values({
        ...{ propertyId, tenantId, amount: '50.00', incomeType: 'Kept from deposit' },
        ...{ kind: 'other', dateReceived: '2024-11-02', depositReturnId: returned?.id ?? null },
      })
      .returning()
    expect(await reverse(deduction?.id ?? '')).toMatchObject({
      status: 400,
      body: { fields: { depositReturnId: expect.stringContaining('return of that deposit') } },
    })
    expect(await w.db.$count(rentalIncome)).toBe(1)
  })

  test.each([
    [{ date: 'soon' }, { date: 'Enter a date as YYYY-MM-DD' }],
    [{ correctAmount: '0' }, { correctAmount: 'Enter an amount above zero' }],
    [{ description: 'x'.repeat(2001) }, { description: 'At most 2000 characters' }],
  ])('is refused with %j', async (body, fields) => {
    const entry = await newEntry({ ...rent, propertyId: await newHome() })
    expect(await reverse(entry.id, body)).toMatchObject({ status: 400, body: { fields } })
    expect(await w.db.$count(rentalIncome)).toBe(1)
  })
})

describe('the list', () => {
  test('is newest first, with filters, totals and pages', async () => {
    const oak = await newHome('9 Oak')
    const elm = await newHome('100% Elm')
    const ann = await newTenant(oak, '2024-01-01')
    const eve = await newTenant(elm, '2020-01-01', '2020-12-31')
    const entries = [
      { ...rent, propertyId: oak, dateReceived: '2024-09-30', rentMonth: '2024-10' },
      { ...rent, propertyId: oak, dateReceived: '2024-11-01', amount: '0.10' },
      { ...rent, propertyId: elm, dateReceived: '2024-11-01', amount: '0.20' },
      {
        ...{ ...rent, propertyId: elm, tenantId: eve },
        ...{ incomeType: 'Security deposit', dateReceived: '2024-10-15' },
      },
      { ...rent, propertyId: elm, incomeType: 'Late fee', dateReceived: '2024-10-10', amount: 40 },
      { ...rent, propertyId: elm, incomeType: 'Laundry', paymentMethod: 'Coins', amount: 1 },
    ]
    const made: string[] = []
    for (const entry of entries) made.push((await newEntry(entry)).id)
    const [first, second, third, deposit, fee, laundry] = made
    const all = [laundry, third, second, deposit, fee, first]
    expect(await idsAt('')).toEqual(all)
    const expected: [string, (string | undefined)[], string][] = [
      [`propertyId=${oak}`, [second, first], '1850.10'],
      [`tenantId=${ann}`, [second, first], '1850.10'],
      ['kind=rent', [third, second, first], '1850.30'],
      ['kind=deposit', [deposit], '1850.00'],
      ['kind=income', [laundry, third, second, fee, first], '1891.30'],
      ['incomeType=Laundry', [laundry], '1.00'],
      ['incomeType=laundry', [], '0.00'],
      ['incomeType=Rent&from=2024-11-01', [third, second], '0.30'],
      ['from=2024-10-10&to=2024-10-15', [deposit, fee], '1890.00'],
      ['rentMonth=2024-10', [first], '1850.00'],
      ['rentMonth=2024-09&rentMonthTo=2024-10', [first], '1850.00'],
      ['rentMonth=2024-10&rentMonthTo=2024-11', [third, second, first], '1850.30'],
      ['search=ann%20ash', [second, deposit, first], '3700.10'],
      ['search=100%25', [laundry, third, deposit, fee], '1891.20'],
      ['search=coins', [laundry], '1.00'],
      ['search=late', [fee], '40.00'],
      [`propertyId=${newId()}`, [], '0.00'],
    ]
    for (const [query, ids, amount] of expected) {
      expect(await idsAt(query), query).toEqual(ids)
      const { body } = await w.call('ada', 'GET', `${list}/total?${query}`)
      expect(body, query).toEqual({ count: ids.length, amount })
    }

    const paged: string[] = []
    let next: string | undefined = `${list}?limit=2`
    while (next) {
      const answer = await w.call('ada', 'GET', next)
      expect(answer.headers['x-total-count']).toBe('6')
      paged.push(...answer.body.map(({ id }: { id: string }) => id))
      next = /<([^>]+)>/.exec(String(answer.headers.link ?? ''))?.[1]
    }
    expect(paged).toEqual(all)
  })

  test.each([
    ['kind=gift', 'kind'],
    [`incomeType=${'x'.repeat(51)}`, 'incomeType'],
    ['from=soon', 'from'],
    ['rentMonth=2024', 'rentMonth'],
    ['propertyId=9', 'propertyId'],
    ['limit=2&after=9', 'after'],
    [`limit=2&after=2024-02-30_${newId()}`, 'after'],
    ['limit=0', 'limit'],
  ])('refuses %s', async (query, field) => {
    const answer = await w.call('ada', 'GET', `${list}?${query}`)
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.fields)).toEqual([field])
  })

  test('takes as many statements for more entries', async () => {
    const propertyId = await newHome()
    const statements = () => statementsOf(() => w.call('ada', 'GET', list))
    await newEntry({ ...rent, propertyId })
    const few = await statements()
    for (let n = 0; n < 5; n++) await newEntry({ ...rent, propertyId })
    expect(await statements()).toHaveLength(few.length)
  })
})

describe('access to the books', () => {
  test.each(['sam', 'cleo'] as const)('is refused to %s', async (name) => {
    const entry = await newEntry({ ...rent, propertyId: await newHome() })
    const property = `/api/rental-properties/${entry.propertyId}`
    const calls = [
      ['GET', list],
      ['GET', `${list}/total`],
      ['GET', `${list}/${entry.id}`],
      ['POST', list],
      ['POST', `${list}/${entry.id}/reverse`],
      ['GET', '/api/rent-grid?from=2024-01'],
      ['GET', '/api/rent-grid/totals?from=2024-01'],
      ['GET', `${property}/rent?month=2024-11`],
    ] as const
    for (const [method, path] of calls)
      expect((await w.call(name, method, path)).status, path).toBe(403)
    expect((await w.call('nobody', 'GET', list)).status).toBe(401)
  })

  test('is a 404 for an unknown entry or property', async () => {
    for (const id of [newId(), 'nine']) {
      expect((await w.call('ada', 'GET', `${list}/${id}`)).status).toBe(404)
      expect((await reverse(id)).status).toBe(404)
      const month = `/api/rental-properties/${id}/rent?month=2024-11`
      expect((await w.call('ada', 'GET', month)).status).toBe(404)
    }
  })
})
