import type { RentalExpense } from '@plumbline/contract/rentalExpenses.ts'
import type { RentalIncome } from '@plumbline/contract/rentalIncome.ts'
import type { Deposits } from '@plumbline/contract/tenants.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { jobs } from '../../schema/jobs.ts'
import { depositReturns, rentalExpenses, rentalIncome, tenants } from '../../schema/rentals.ts'
import { addHome, clearRentals } from '../../testing/rentals.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

let w: TestApp
let income: string
let expense: string
let jobId: string
let tenantId: string
let propertyId: string
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())
beforeEach(async () => {
  await clearRentals(w.db)
  propertyId = await addHome(w.db, '1 Elm St')
  const paid = { amount: '900.00', incomeType: 'Laundry', kind: 'other' } as const
  const [received] = await w.db
    .insert(rentalIncome)
    .values({ ...paid, propertyId, dateReceived: '2026-11-02' })
    .returning()
  const [job] = await w.db.insert(jobs).values({ name: 'Attic', address: '1 Elm St' }).returning()
  jobId = job?.id ?? ''
  const spent = { amount: '12.00', expenseType: 'Repairs', description: 'Hinges' }
  const [booked] = await w.db
    .insert(rentalExpenses)
    .values({ ...spent, propertyId, jobId, dateIncurred: '2026-11-02' })
    .returning()
  const lease = { leaseStart: '2026-01-01', monthlyRent: '900.00' }
  const [tenant] = await w.db
    .insert(tenants)
    .values({ propertyId, firstName: 'Renee', lastName: 'Castle', ...lease })
    .returning()
  tenantId = tenant?.id ?? ''
  await w.db.insert(depositReturns).values({ tenantId, amount: '1.00', returnedOn: '2026-11-02' })
  income = received?.id ?? ''
  expense = booked?.id ?? ''
})

test.each([
  'update rental_income set amount = 901',
  `update rental_income set date_received = '2026-11-03'`,
  'update rental_income set property_id = null',
  'delete from rental_income',
  'update rental_expenses set amount = 11',
  `update rental_expenses set description = 'x', receipt_key = 'y'`,
  'update rental_expenses set reverses_id = id',
  'update rental_expenses set recorded_by_id = (select id from users limit 1)',
  'delete from rental_expenses',
  'update deposit_returns set amount = 2',
  'delete from deposit_returns',
])('the database refuses to %s', async (statement) => {
  const books = async () => [
    await w.db.select().from(rentalIncome),
    await w.db.select().from(rentalExpenses),
    await w.db.select().from(depositReturns),
  ]
  const before = await books()
  await expect(w.pool.query(statement)).rejects.toThrow('the books are only added to')
  expect(await books()).toEqual(before)
})

test('a receipt can change, and a link ends with what it leads to', async () => {
  await w.db
    .update(rentalExpenses)
    .set({ receiptKey: 'key', receiptType: 'image/jpeg' })
    .where(eq(rentalExpenses.id, expense))
  const [other] = await w.db.insert(jobs).values({ name: 'Roof', address: '2 Elm' }).returning()
  const moved = w.db.execute(sql`update rental_expenses set job_id = ${other?.id}`)
  await expect(moved).rejects.toThrow()
  await w.db.delete(jobs).where(eq(jobs.id, jobId))
  expect(await w.db.select().from(rentalExpenses)).toMatchObject([
    { id: expense, receiptKey: 'key', jobId: null },
  ])
  expect(await w.db.$count(rentalIncome, eq(rentalIncome.id, income))).toBe(1)
})

test('every entry names the person who recorded it', async () => {
  const call = async (method: 'GET' | 'POST', url: string, body?: object) => {
    const answer = await w.call('ada', method, url, body)
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body
  }
  const spent = { propertyId, amount: '80', expenseType: 'Repairs', description: 'Valve' }
  const { id: paid } = await call('POST', '/api/rental-income', {
    ...{ propertyId, tenantId, amount: '500', incomeType: 'Deposit', dateReceived: '2026-11-01' },
  })
  await call('POST', `/api/rental-income/${paid}/reverse`, { correctAmount: '600' })
  const { id: bought } = await call('POST', '/api/rental-expenses', {
    ...spent,
    dateIncurred: '2026-11-01',
  })
  await call('POST', `/api/rental-expenses/${bought}/reverse`, { correctAmount: '90' })
  const { id: monthly, nextOn } = await call('POST', '/api/recurring-expenses', {
    ...spent,
    ...{ everyMonths: 1, startsOn: '2026-11-01' },
  })
  await call('POST', `/api/recurring-expenses/${monthly}/book`, { nextOn })
  const { id: returned } = await call('POST', `/api/tenants/${tenantId}/deposit-returns`, {
    ...{ returnedOn: '2026-11-15', amount: '100' },
    deductions: [{ description: 'Pane', amount: '45' }],
  })
  await call('POST', `/api/deposit-returns/${returned}/reverse`)

  const nameless = ({ recordedByName }: { recordedByName: string | null }) => !recordedByName
  const received: RentalIncome[] = await call('GET', '/api/rental-income')
  const spendings: RentalExpense[] = await call('GET', '/api/rental-expenses')
  const { returns }: Deposits = await call('GET', `/api/tenants/${tenantId}/deposits`)
  // Those of the set-up are like entries of an earlier version.
  expect(received.filter(nameless).map(({ id }) => id)).toEqual([income])
  expect(spendings.filter(nameless).map(({ id }) => id)).toEqual([expense])
  expect(returns.filter(nameless).map(({ amount }) => amount)).toEqual(['1.00'])
  const names = [...received, ...spendings, ...returns].map((one) => one.recordedByName)
  expect(names.filter((name) => name === 'Ada Adler')).toHaveLength(3 + 2 + 4 + 2)
})
