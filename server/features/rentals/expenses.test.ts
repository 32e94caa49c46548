import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { jobs } from '../../schema/jobs.ts'
import { events } from '../../schema/live.ts'
import { rentalProperties } from '../../schema/rentals.ts'
import { settings } from '../../schema/settings.ts'
import { addHome, clearRentals } from '../../testing/rentals.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

const LIST = '/api/rental-expenses'
const others = ['sam', 'sue', 'cleo', 'carl'] as const

let w: TestApp
let elm: string
let oak: string
let roof: string
beforeAll(async () => {
  w = await testApp()
  w.clock.now = new Date('2026-12-01T03:00:00Z')
  await w.db
    .insert(settings)
    .values({ companyName: 'A', holdingsName: 'B', timeZone: 'America/Chicago' })
})
afterAll(() => w.close())
beforeEach(async () => {
  await clearRentals(w.db)
  await w.db.delete(jobs)
  elm = await addHome(w.db, '12 Elm St')
  oak = await addHome(w.db, '7 Oak Ave')
  const [job] = await w.db
    .insert(jobs)
    .values({ name: 'New roof', address: '12 Elm St' })
    .returning()
  roof = job?.id ?? ''
})

const bill = {
  amount: '48.10',
  expenseType: 'Repairs',
  description: 'Hinges',
  dateIncurred: '2026-11-20',
}
const send = (body: object) => w.call('ada', 'POST', LIST, body)
async function added(body: object = {}) {
  const answer = await send({ ...bill, propertyId: elm, ...body })
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}
const reverse = (id: string, body: object = {}) =>
  w.call('ada', 'POST', `${LIST}/${id}/reverse`, body)
const list = async (query = '') => (await w.call('ada', 'GET', `${LIST}${query}`)).body
const ids = async (query: string) => (await list(query)).map(({ id }: { id: string }) => id)
const total = async (query = '') => (await w.call('ada', 'GET', `${LIST}/total${query}`)).body
const publishedEvents = async () =>
  (await w.db.select().from(events).orderBy(events.id)).map(({ name, subjectId, jobId }) => ({
    name,
    subjectId,
    jobId,
  }))

describe('recording', () => {
  test('returns the expense with its property and job, and publishes one event', async () => {
    const expense = await added({
      vendor: ' Ace ',
      jobId: roof,
      receiptUrl: 'https://evil.example',
    })
    expect(expense).toEqual({
      id: expect.any(String),
      propertyId: elm,
      propertyAddress: '12 Elm St',
      amount: '48.10',
      expenseType: 'Repairs',
      vendor: 'Ace',
      description: 'Hinges',
      dateIncurred: '2026-11-20',
      receiptUrl: null,
      receiptType: null,
      jobId: roof,
      jobName: 'New roof',
      recurringId: null,
      reversesId: null,
      reversedById: null,
      recordedByName: 'Ada Adler',
      createdAt: expect.any(String),
    })
    expect(await list()).toEqual([expense])
    // The event has no job, because subs of a job receive its events.
    expect(await publishedEvents()).toEqual([
      { name: 'rentalExpense.recorded', subjectId: expense.id, jobId: null },
    ])
  })

  test('an expense of the portfolio has no property, null for empty fields, and an exact amount', async () => {
    const portfolio = await added({ propertyId: '', jobId: '', vendor: ' ', amount: 48.1 })
    const nothing = { propertyId: null, propertyAddress: null, jobId: null, jobName: null }
    expect(portfolio).toMatchObject({ ...nothing, vendor: null, amount: '48.10' })
    expect(await added({ amount: '99999999.99' })).toMatchObject({ amount: '99999999.99' })
    expect(await added({ amount: '0.01' })).toMatchObject({ amount: '0.01' })
  })

  test('accepts an expense of an archived property', async () => {
    await w.db.update(rentalProperties).set({ archivedAt: new Date() })
    expect(await added()).toMatchObject({ propertyId: elm })
  })

  test.each([
    [{ amount: '0' }, { amount: 'Enter an amount above zero' }],
    [{ amount: '-5' }, { amount: 'Amounts cannot be negative' }],
    [{ amount: '1.234' }, { amount: 'Amounts have at most two decimals' }],
    [{ amount: '100000000' }, { amount: 'That amount is too large' }],
    [{ amount: undefined }, { amount: 'Enter an amount' }],
    [{ expenseType: ' ' }, { expenseType: 'Choose a category' }],
    [{ expenseType: 'x'.repeat(51) }, { expenseType: 'At most 50 characters' }],
    [{ vendor: 'x'.repeat(301) }, { vendor: 'At most 300 characters' }],
    [{ vendor: 5 }, { vendor: 'Must be text' }],
    [{ description: '' }, { description: 'Description is required' }],
    [{ dateIncurred: '2026-02-30' }, { dateIncurred: 'Enter a date as YYYY-MM-DD' }],
    [{ dateIncurred: undefined }, { dateIncurred: 'Enter a date as YYYY-MM-DD' }],
    [{ propertyId: 'elm' }, { propertyId: 'Not a valid id' }],
    [{ propertyId: newId() }, { propertyId: 'This does not exist' }],
    [{ jobId: newId() }, { jobId: 'This does not exist' }],
  ])('refuses %j', async (change, fields) => {
    const answer = await send({ ...bill, propertyId: elm, ...change })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid', fields } })
    expect(await list()).toEqual([])
    expect(await publishedEvents()).toEqual([])
  })

  test('keeps the expense when its job is deleted', async () => {
    await added({ jobId: roof })
    await w.db.delete(jobs).where(eq(jobs.id, roof))
    expect(await list()).toMatchObject([{ jobId: null, jobName: null, amount: '48.10' }])
  })
})

describe('reversing', () => {
  test('adds the opposite entry once, with the date of the company', async () => {
    const expense = await added({ jobId: roof, vendor: 'Ace' })
    const { status, body } = await reverse(expense.id)
    expect(status).toBe(201)
    expect(body).toEqual({
      ...expense,
      id: expect.any(String),
      amount: '-48.10',
      dateIncurred: '2026-11-30',
      reversesId: expense.id,
      createdAt: expect.any(String),
    })
    expect(await list()).toEqual([body, { ...expense, reversedById: body.id }])
    expect(await total()).toEqual({ count: 2, amount: '0.00' })
    expect(await total(`?jobId=${roof}`)).toEqual({ count: 2, amount: '0.00' })
    expect((await publishedEvents()).at(-1)).toMatchObject({
      name: 'rentalExpense.reversed',
      subjectId: expense.id,
    })
    for (const id of [expense.id, body.id])
      expect(await reverse(id)).toMatchObject({ status: 409, body: { code: 'alreadyReversed' } })
    expect(await total()).toEqual({ count: 2, amount: '0.00' })
  })

  test('with a correct amount adds a corrected entry, which can be reversed too', async () => {
    const wrong = await added({ jobId: roof })
    const change = { description: 'Typing error', date: '2026-11-25', correctAmount: '84.01' }
    const { body: reversal } = await reverse(wrong.id, change)
    expect(reversal).toMatchObject({ description: 'Typing error', dateIncurred: '2026-11-25' })
    expect(await total()).toEqual({ count: 3, amount: '84.01' })
    const [, right] = await list()
    const facts = {
      propertyId: elm,
      jobId: roof,
      description: 'Hinges',
      dateIncurred: '2026-11-20',
    }
    expect(right).toMatchObject({ ...facts, amount: '84.01', reversesId: null, reversedById: null })
    expect((await reverse(right.id)).status).toBe(201)
    expect(await total()).toEqual({ count: 4, amount: '0.00' })
  })

  test('succeeds for one of thirty concurrent calls', async () => {
    const { id } = await added()
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => reverse(id, { correctAmount: '50.00' })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(29).fill(409)])
    expect(await total()).toEqual({ count: 3, amount: '50.00' })
  })

  test('works while the job of the expense is deleted', async () => {
    const { id } = await added({ jobId: roof })
    const [answer] = await Promise.all([
      reverse(id),
      w.call('ada', 'DELETE', `/api/jobs/${roof}`).then(({ status }) => expect(status).toBe(204)),
    ])
    expect(answer?.status).toBe(201)
    expect(await list()).toMatchObject([{ jobId: null }, { jobId: null }])
  })

  test.each([
    [{ correctAmount: '0' }, { correctAmount: 'Enter an amount above zero' }],
    [{ correctAmount: '1.005' }, { correctAmount: 'Amounts have at most two decimals' }],
    [{ date: 'soon' }, { date: 'Enter a date as YYYY-MM-DD' }],
    [{ description: 'x'.repeat(2001) }, { description: 'At most 2000 characters' }],
  ])('refuses %j', async (body, fields) => {
    const { id } = await added()
    expect(await reverse(id, body)).toMatchObject({ status: 400, body: { fields } })
    expect(await total()).toEqual({ count: 1, amount: '48.10' })
  })

  test('is a 404 for an unknown expense', async () => {
    expect((await reverse(newId())).status).toBe(404)
    expect((await reverse('1')).status).toBe(404)
  })
})

describe('the list', () => {
  test('is newest first by date, then by time of entry, in pages', async () => {
    const days = ['2026-11-02', '2026-11-20', '2026-10-31', '2026-11-02', '2026-11-30']
    const rows: { id: string }[] = []
    for (const dateIncurred of days) rows.push(await added({ dateIncurred }))
    const expected = [4, 1, 3, 0, 2].map((n) => rows[n]?.id)
    expect(await ids('')).toEqual(expected)
    const seen: string[] = []
    for (let next = `${LIST}?limit=2`; next; ) {
      const { body, headers } = await w.call('ada', 'GET', next)
      expect(headers['x-total-count']).toBe('5')
      seen.push(...body.map(({ id }: { id: string }) => id))
      next = /<(.*)>; rel="next"/.exec(String(headers.link))?.[1] ?? ''
    }
    expect(seen).toEqual(expected)
  })

  test('and the total agree for every filter', async () => {
    const hinges = (await added({ vendor: '100% Hardware' })).id
    const tax = (
      await added({ propertyId: oak, expenseType: 'Taxes', dateIncurred: '2026-12-31', amount: 1 })
    ).id
    const advice = (
      await added({ propertyId: null, description: 'Advice', dateIncurred: '2027-01-01' })
    ).id
    const work = (await added({ jobId: roof, dateIncurred: '2026-01-01', amount: '0.07' })).id
    const cases: [string, string[], string][] = [
      ['', [advice, tax, hinges, work], '97.27'],
      [`propertyId=${elm}`, [hinges, work], '48.17'],
      [`propertyId=${elm.toUpperCase()}`, [hinges, work], '48.17'],
      ['propertyId=portfolio', [advice], '48.10'],
      ['expenseType=Taxes', [tax], '1.00'],
      [`jobId=${roof}`, [work], '0.07'],
      ['from=2026-01-01&to=2026-12-31', [tax, hinges, work], '49.17'],
      ['from=2026-01-02', [advice, tax, hinges], '97.20'],
      ['search=100%25', [hinges], '48.10'],
      ['search=ADVICE', [advice], '48.10'],
      ['search=tax', [tax], '1.00'],
      [`propertyId=${oak}&expenseType=Repairs`, [], '0.00'],
    ]
    for (const [query, found, amount] of cases) {
      expect(await ids(`?${query}`), query).toEqual(found)
      expect(await total(`?${query}`), query).toEqual({ count: found.length, amount })
      const page = await w.call('ada', 'GET', `${LIST}?limit=200&${query}`)
      expect(page.headers['x-total-count'], query).toBe(String(found.length))
    }
  })

  test('has an exact total where floating-point numbers would not', async () => {
    for (let n = 0; n < 30; n++) await added({ amount: '0.10' })
    await added({ amount: '99999999.99' })
    expect(await total()).toEqual({ count: 31, amount: '100000002.99' })
  })

  test.each(['propertyId=x', 'jobId=1', 'from=2026-13-01', 'expenseType=', 'limit=0', 'after=z'])(
    'refuses ?%s',
    async (query) => {
      const { status, body } = await w.call('ada', 'GET', `${LIST}?${query}`)
      expect(status).toBe(400)
      expect(Object.keys(body.fields)).toEqual([query.split('=')[0]])
    },
  )
})

test('expenses are for admins only', async () => {
  const { id } = await added()
  for (const [method, url] of [
    ['GET', LIST],
    ['GET', `${LIST}/total`],
    ['POST', LIST],
    ['POST', `${LIST}/${id}/reverse`],
    ['POST', `${LIST}/${newId()}/reverse`],
  ] as const) {
    const body = method === 'GET' ? undefined : bill
    expect((await w.call('nobody', method, url, body)).status).toBe(401)
    for (const name of others)
      expect((await w.call(name, method, url, body)).status, `${name} ${url}`).toBe(403)
  }
  expect(await total()).toEqual({ count: 1, amount: '48.10' })
})
