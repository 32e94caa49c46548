import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { jobs } from '../../schema/jobs.ts'
import { rentalExpenses, rentalIncome } from '../../schema/rentals.ts'
import { addHome, clearRentals } from '../../testing/rentals.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

let w: TestApp
let income: string
let expense: string
let jobId: string
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())
beforeEach(async () => {
  await clearRentals(w.db)
  const propertyId = await addHome(w.db, '1 Elm St')
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
  'delete from rental_expenses',
])('the database refuses to %s', async (statement) => {
  const books = async () => [
    await w.db.select().from(rentalIncome),
    await w.db.select().from(rentalExpenses),
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
