import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { settings } from '../../schema/settings.ts'
import { race } from '../../testing/race.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

let w: TestApp
let customerId: string
beforeAll(async () => {
  w = await testApp()
  await w.db.insert(settings).values({ companyName: 'Ridgeline', timeZone: 'America/Chicago' })
  const customer = { name: 'Nancy Boyd' }
  customerId = (await w.call('ada', 'POST', '/api/customers', customer)).body.id
})
afterAll(() => w.close())
beforeEach(async () => {
  await w.pool.query('delete from number_formats')
  await w.pool.query('delete from document_numbers')
  await w.pool.query('truncate invoices cascade')
})

const path = '/api/number-formats'
const change = (body: object, headers = {}) => w.call('ada', 'PUT', path, body, headers)

/** Issues an invoice. @returns its number without its year */
async function issued(): Promise<string> {
  const lines = [{ description: 'Door', quantity: '1', unitPrice: '60' }]
  const draft = { customerId, title: 'Doors', basis: { kind: 'lines' }, lines }
  const { id } = (await w.call('ada', 'POST', '/api/invoices', draft)).body
  const { body } = await w.call('ada', 'POST', `/api/invoices/${id}/issue`, {})
  return body.number.replace(String(w.clock.now.getUTCFullYear()), 'Y')
}

test('numbers have their first form, then the one that was chosen', async () => {
  const first = await w.call('ada', 'GET', path)
  expect(first.body).toMatchObject({
    ...{ invoicePrefix: '', invoiceDigits: 4, invoiceFirst: 1, invoiceLast: 0 },
    ...{ creditPrefix: 'CM-', creditDigits: 4, creditFirst: 1, creditLast: 0 },
  })
  expect(await issued()).toBe('Y-0001')
  const version = { 'if-match': first.headers.etag ?? '' }
  const changed = await change({ invoicePrefix: ' INV/', invoiceDigits: 6 }, version)
  expect(changed.body).toMatchObject({ invoicePrefix: 'INV/', invoiceDigits: 6, invoiceLast: 1 })
  expect(await issued()).toBe('INV/Y-000002')
  expect((await change({ creditDigits: 2 }, version)).status).toBe(412)
  expect((await change({ invoicePrefix: '', invoiceDigits: 1 })).status).toBe(200)
  expect(await issued()).toBe('Y-3')
})

test('a first number above the last one is the next, one below it waits for the next year', async () => {
  await change({ invoiceFirst: 40 })
  expect(await issued()).toBe('Y-0040')
  await change({ invoiceFirst: 7 })
  expect(await issued()).toBe('Y-0041')
  await change({ invoiceFirst: 100 })
  expect(await issued()).toBe('Y-0100')
  expect(await issued()).toBe('Y-0101')
})

test('of several first changes at once, one is made and the others are stale', async () => {
  const version = { 'if-match': (await w.call('ada', 'GET', path)).headers.etag ?? '' }
  const statuses = await race(w, 'lock table number_formats in exclusive mode', async () => {
    return (await change({ invoiceDigits: 5 }, version)).status
  })
  expect(statuses.sort()).toEqual([200, 412, 412])
})

test('invoices and credit memos never have the same prefix', async () => {
  const others = { invoicePrefix: 'Credit memos have numbers with this prefix' }
  expect((await change({ invoicePrefix: 'CM-' })).body).toMatchObject({ fields: others })
  const both = await change({ invoicePrefix: 'A', creditPrefix: 'A' })
  expect(both.body).toMatchObject({ code: 'invalid', fields: others })
  // A prefix stays taken by the numbers that have it.
  await issued()
  await w.pool.query(`update invoices set kind = 'creditMemo', total = -total, tax = -tax,
    number = 'CM-2026-0001' where number like '%-0001'`)
  expect((await change({ creditPrefix: 'CR-' })).status).toBe(200)
  expect((await change({ invoicePrefix: 'CM-' })).body).toMatchObject({ fields: others })
  expect((await change({ creditPrefix: 'CM-' })).status).toBe(200)
})

test.each([
  [{ invoicePrefix: 'x'.repeat(11) }, { invoicePrefix: 'At most 10 characters' }],
  [{ creditPrefix: 'É-' }, { creditPrefix: 'Only plain letters, digits and signs' }],
  [{ invoiceDigits: 0 }, { invoiceDigits: 'From 1 to 8 digits' }],
  [{ creditDigits: 9 }, { creditDigits: 'From 1 to 8 digits' }],
  [{ invoiceFirst: 1.5 }, { invoiceFirst: 'Whole numbers only' }],
  [{ creditFirst: 10_000_001 }, { creditFirst: 'From 1 to 10,000,000' }],
])('refuses %j', async (body, fields) => {
  expect((await change(body)).body).toMatchObject({ code: 'invalid', fields })
})
