import { bucketOf } from '@plumbline/contract/ageing.ts'
import { addDays, dayIn } from '@plumbline/contract/dates.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessions } from '../../schema/auth.ts'
import { settings } from '../../schema/settings.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

const timeZone = 'America/Chicago'
const START = new Date('2026-03-02T18:00:00Z')

let w: TestApp
beforeAll(async () => {
  w = await testApp()
  await w.db.insert(settings).values({ companyName: 'Ridgeline Builders', timeZone })
  w.clock.now = START
})
afterAll(() => w.close())

const today = () => dayIn(timeZone, w.clock.now)
/** Lets days pass, of which the sessions notice nothing. */
async function pass(days: number) {
  w.clock.now = new Date(w.clock.now.getTime() + days * 86_400_000)
  const createdAt = sql`jsonb_build_object('createdAt', ${w.clock.now.toISOString()}::text)`
  await w.db.update(sessions).set({
    expire: new Date(w.clock.now.getTime() + 86_400_000),
    sess: sql`${sessions.sess} || ${createdAt}`,
  })
}

/** The body of a call that has to succeed. */
async function made(url: string, body: object) {
  const answer = await w.call('ada', 'POST', url, body)
  expect([200, 201], answer.text).toContain(answer.status)
  return answer.body
}
const get = async (url: string) => (await w.call('ada', 'GET', url)).body
const ageing = (asOf?: string) => get(`/api/receivables/ageing${asOf ? `?asOf=${asOf}` : ''}`)

const newCustomer = async (name: string): Promise<string> =>
  (await made('/api/customers', { name })).id

/** An invoice of dollars that is due when it is issued. */
async function issued(customerId: string, dollars: number): Promise<string> {
  const lines = [{ description: 'Door', quantity: '1', unitPrice: String(dollars) }]
  const draft = { customerId, title: 'Doors', basis: { kind: 'lines' }, lines, terms: 'receipt' }
  const { id } = await made('/api/invoices', draft)
  await made(`/api/invoices/${id}/issue`, {})
  return id
}
const pay = (customerId: string, amount: number, invoiceId?: string, part = amount) =>
  made('/api/payments', {
    ...{ customerId, day: today(), amount, method: 'check', keepCredit: true },
    allocations: invoiceId ? [{ invoiceId, amount: part }] : [],
  })

test.each([
  [-3, 'current'],
  [0, 'current'],
  [1, 'days1'],
  [30, 'days1'],
  [31, 'days31'],
  [60, 'days31'],
  [61, 'days61'],
  [90, 'days61'],
  [91, 'days91'],
] as const)('an amount that is %i days late is of the age %s', async (days, bucket) => {
  expect(bucketOf(days)).toBe(bucket)
  const customerId = await newCustomer(`Late by ${days}`)
  const id = await issued(customerId, 100)
  const due = addDays(today(), -days)
  // A day that is not due yet, or has passed.
  if (days <= 0) {
    await w.call('ada', 'PUT', `/api/invoices/${id}/follow-up`, { dueOn: due })
  } else await pass(days)
  const { customers } = await ageing()
  const found = customers.find((one: { name: string }) => one.name === `Late by ${days}`)
  expect(found).toMatchObject({ oldestDays: days, owed: 10_000, ages: { [bucket]: 10_000 } })
  expect(await get(`/api/customers/${customerId}/ageing`)).toMatchObject([
    { id, daysLate: days, bucket, owed: 10_000, total: 10_000 },
  ])
})

test('the sums are those of the customers, the oldest first, also without any', async () => {
  const { ages, owed, credit, count, customers, asOf } = await ageing()
  expect(asOf).toBe(today())
  expect(count).toBe(customers.length)
  const sum = (
    of: (row: { owed: number; credit: number; ages: Record<string, number> }) => number,
  ) => customers.map(of).reduce((all: number, one: number) => all + one, 0)
  expect([owed, credit]).toEqual([sum((row) => row.owed), sum((row) => row.credit)])
  for (const bucket of Object.keys(ages))
    expect([bucket, ages[bucket]]).toEqual([bucket, sum((row) => row.ages[bucket] ?? 0)])
  const days = customers.map(({ oldestDays }: { oldestDays: number }) => oldestDays)
  expect(days).toEqual([...days].sort((a, b) => b - a))
  expect(await ageing('2020-01-01')).toEqual({
    ...{ asOf: '2020-01-01', owed: 0, credit: 0, count: 0, customers: [] },
    ages: { current: 0, days1: 0, days31: 0, days61: 0, days91: 0 },
  })
})

test('a day of the past stays as it was, whatever is paid, taken back or void later', async () => {
  const customerId = await newCustomer('Nancy Boyd')
  const [first, second] = [await issued(customerId, 100), await issued(customerId, 50)]
  const of = async (asOf: string) => {
    const { customers } = await ageing(asOf)
    const found = customers.find((one: { name: string }) => one.name === 'Nancy Boyd')
    return [found?.owed, found?.credit]
  }
  const days: [string, number[]][] = []
  const after = async (owed: number, credit: number) => {
    days.push([today(), [owed, credit]])
    for (const [day, expected] of days) expect([day, await of(day)]).toEqual([day, expected])
    await pass(1)
  }
  await after(15_000, 0)
  const { id } = await pay(customerId, 12_000, first, 10_000)
  await after(5000, 2000)
  await made(`/api/customers/${customerId}/apply-credit`, {
    allocations: [{ invoiceId: second, amount: 1500 }],
  })
  await after(3500, 500)
  await made('/api/refunds', { customerId, day: today(), amount: 200, method: 'cash' })
  await after(3500, 300)
  const writeOff = { day: today(), amount: 1000, note: 'Moved away' }
  await made(`/api/invoices/${second}/write-off`, writeOff)
  await after(2500, 300)
  await made(`/api/invoices/${first}/release-credit`, { kind: 'payment', id })
  await after(12_500, 10_300)
  await made(`/api/invoices/${first}/void`, { reason: 'Twice' })
  await after(2500, 10_300)
  const line = { description: 'Scratched', quantity: '1', unitPrice: '40' }
  const memo = { customerId, kind: 'creditMemo', title: 'Scratches', basis: { kind: 'lines' } }
  const { id: memoId } = await made('/api/invoices', { ...memo, lines: [line] })
  await made(`/api/invoices/${memoId}/issue`, {})
  await after(2500, 14_300)
  await made(`/api/payments/${(await pay(customerId, 700)).id}/reverse`, { note: 'Bounced' })
  await after(2500, 14_300)
  await made(`/api/customers/${customerId}/apply-credit`, {
    allocations: [{ invoiceId: second, amount: 2500 }],
  })
  await after(0, 11_800)
  expect(await get(`/api/customers/${customerId}/account`)).toMatchObject({
    ...{ owed: 0, credit: 11_800 },
  })
})

test('a later day is refused', async () => {
  const { status, body } = await w.call(
    'ada',
    'GET',
    `/api/receivables/ageing?asOf=${addDays(today(), 1)}`,
  )
  expect([status, body.fields]).toEqual([400, { asOf: 'Choose a day up to today' }])
})
