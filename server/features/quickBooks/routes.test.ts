import { dayIn } from '@plumbline/contract/dates.ts'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { invoices } from '../../schema/invoices.ts'
import { quickBooksRuns } from '../../schema/quickBooks.ts'
import { settings } from '../../schema/settings.ts'
import { race } from '../../testing/race.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

const timeZone = 'America/Chicago'

let w: TestApp
let customerId: string
const apps: TestApp[] = []
// Each test exports everything of its company.
beforeEach(async () => {
  w = await testApp()
  apps.push(w)
  await w.db.insert(settings).values({ companyName: 'Ridgeline Builders', timeZone })
  customerId = await newCustomer({
    ...{ name: '=cmd', company: 'Boyd, "Nancy" & Sons', address: '14 Lake Dr', taxExempt: true },
    ...{ taxCertificate: 'TX-1', contacts: [{ name: 'Nancy', email: 'n@example.com' }] },
  })
})
afterAll(() => Promise.all(apps.map((app) => app.close())))

const today = () => dayIn(timeZone, w.clock.now)
/** A day as the files have it. */
const us = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`
const post = (url: string, body: object) => w.call('ada', 'POST', url, body)
const get = async (url: string) => (await w.call('ada', 'GET', url)).body
const state = () => get('/api/quickbooks')

/** The body of a call that has to succeed. */
async function made(url: string, body: object = {}) {
  const answer = await post(url, body)
  expect([200, 201], answer.text).toContain(answer.status)
  return answer.body
}

const newCustomer = async (facts: object): Promise<string> =>
  (await made('/api/customers', facts)).id

const door = { description: 'Door', quantity: '2', unit: 'hour', unitPrice: '60', taxable: true }

/** An invoice, by default of $120, that was issued. */
async function issued(facts: object = {}) {
  const draft = { customerId, title: 'Doors', basis: { kind: 'lines' }, lines: [door], ...facts }
  const { id } = await made('/api/invoices', draft)
  return made(`/api/invoices/${id}/issue`)
}

const pay = (amount: number, invoiceId?: string, used = amount) =>
  made('/api/payments', {
    ...{ customerId, day: today(), amount, method: 'check', reference: '1042', keepCredit: true },
    allocations: invoiceId === undefined ? [] : [{ invoiceId, amount: used }],
  })

const run = () => made('/api/quickbooks-runs')

interface Done {
  readonly id: string
  readonly files: readonly { readonly name: string }[]
}
const fileOf = (id: string, place: number) => `/api/quickbooks-runs/${id}/file?place=${place}`

/** The cells of a file of a run, without the header. */
async function cells({ id, files }: Done, name: string) {
  const { text } = await w.call(
    'ada',
    'GET',
    fileOf(
      id,
      files.findIndex((file) => file.name === name),
    ),
  )
  return parse(text, { bom: true }).slice(1)
}
/** The cells of one column. */
const column = async (done: Done, name: string, at: number) =>
  (await cells(done, name)).map((row: string[]) => row[at])

describe('an export', () => {
  test('has every cell of customers, invoices and payments', async () => {
    const job = { name: 'Bath', address: '230 Third St', customerId, approvedAmount: 14_505 }
    const { id: jobId } = await made('/api/jobs', job)
    const lines = [door, { ...door, description: '-2+3', unitPrice: '0.015', taxable: false }]
    const discount = { kind: 'percent', value: '5' }
    const first = await issued({ lines, discount, taxRate: '8.25', terms: 'net30' })
    const basis = { kind: 'percent', soFar: '30' }
    const second = await issued({ jobId, basis, lines: [], title: 'Progress' })
    const check = await pay(10_000, second.id, 4352)
    const memo = await issued({ kind: 'creditMemo', lines: [{ ...door, quantity: '1' }] })
    const back = { customerId, day: today(), amount: 1000, method: 'cash' }
    await made('/api/refunds', back)

    const done = await run()
    expect(done).toMatchObject({
      ...{ customers: 1, invoices: 2, creditMemos: 1, payments: 2, createdByName: 'Ada Adler' },
      files: [
        { name: 'customers.csv', rows: 1 },
        { name: 'invoices-1.csv', rows: 4 },
        { name: 'payments.csv', rows: 4 },
      ],
    })
    expect(await cells(done, 'customers.csv')).toEqual([
      ["'=cmd", 'Boyd, "Nancy" & Sons', 'n@example.com', '', '14 Lake Dr', 'TX-1'],
    ])
    const head = (invoice: { number: string; dueOn: string }, terms: string, memoText: string) => [
      ...[invoice.number, "'=cmd", us(today()), us(invoice.dueOn), terms, memoText, 'Services'],
    ]
    expect(await cells(done, 'invoices-1.csv')).toEqual([
      [...head(first, 'Net 30', 'Doors'), 'Door (hour)', '2', '60', '120.00', 'TAX', '9.41'],
      [...head(first, 'Net 30', 'Doors'), "'-2+3 (hour)", '2', '0.015', '0.03', 'NON', '0.00'],
      [...head(first, 'Net 30', 'Doors'), 'Discount, 5%', '1', '-6.00', '-6.00', 'NON', '0.00'],
      [
        ...head(second, 'Net 14', 'Bath: Progress'),
        ...['30% of the contract', '1', '43.52', '43.52'],
        ...['NON', '0.00'],
      ],
    ])
    const paid = [us(today()), "'=cmd", 'Payment', 'Check', '1042', '100.00']
    expect(check.unapplied).toBe(5648)
    expect(await cells(done, 'payments.csv')).toEqual([
      [...paid, second.number, '43.52'],
      [...paid, '', '56.48'],
      [us(today()), "'=cmd", 'Refund', 'Cash', '', '-10.00', '', '-10.00'],
      [us(today()), "'=cmd", 'Credit memo', '', memo.number, '60.00', '', '60.00'],
    ])
  })

  test('has no use of a payment that was taken back', async () => {
    const invoice = await issued()
    const { id } = await pay(12_000, invoice.id)
    await made(`/api/invoices/${invoice.id}/release-credit`, { kind: 'payment', id })
    const paid = [us(today()), "'=cmd", 'Payment', 'Check', '1042', '120.00']
    expect(await cells(await run(), 'payments.csv')).toEqual([[...paid, '', '120.00']])
  })

  test('has rows that add up to the total of each invoice', async () => {
    const uneven = { ...door, quantity: '3', unitPrice: '33.3333' }
    const discount = { kind: 'amount', value: '0.07' }
    const one = await issued({ lines: [uneven, door], discount, taxRate: '8.875' })
    const rows: string[][] = await cells(await run(), 'invoices-1.csv')
    const sum = rows.reduce((all, row) => all + Number(row[10]) + Number(row[12]), 0)
    expect(Math.round(sum * 100)).toBe(one.total)
  })

  test('of 250 invoices has three files, and a second one is refused', async () => {
    const { id } = await issued()
    const [{ id: _, number: __, linkHash: ___, ...row }] = (await w.db.select().from(invoices)) as [
      typeof invoices.$inferSelect,
    ]
    await w.db.insert(invoices).values(
      Array.from({ length: 249 }, (_, at) => ({
        ...{ ...row, linkHash: null, linkMadeAt: null },
        number: `2026-${String(1000 + at)}`,
      })),
    )
    expect(await state()).toMatchObject({ invoices: 250, creditMemos: 0, payments: 0 })
    const done = await run()
    expect(done.files).toMatchObject([
      { name: 'customers.csv', rows: 1 },
      { name: 'invoices-1.csv', rows: 100 },
      { name: 'invoices-2.csv', rows: 100 },
      { name: 'invoices-3.csv', rows: 50 },
    ])
    const names = ['invoices-1.csv', 'invoices-2.csv', 'invoices-3.csv']
    const numbers = (await Promise.all(names.map((name) => column(done, name, 0)))).flat()
    expect(new Set(numbers).size).toBe(250)
    expect(numbers).toContain((await get(`/api/invoices/${id}`)).number)
    expect(await state()).toMatchObject({ invoices: 0, creditMemos: 0, payments: 0 })
    const again = await post('/api/quickbooks-runs', {})
    expect([again.status, again.body.code]).toEqual([409, 'nothingToExport'])
  })

  test('takes no drafts, and nothing void, reversed or written off', async () => {
    const draft = { customerId, title: 'Doors', basis: { kind: 'lines' }, lines: [door] }
    await made('/api/invoices', draft)
    const wrong = await issued()
    await made(`/api/invoices/${wrong.id}/void`, { reason: 'The wrong customer' })
    const bounced = await pay(5000)
    await made(`/api/payments/${bounced.id}/reverse`, { note: 'It bounced' })
    expect((await post('/api/quickbooks-runs', {})).status).toBe(409)
    const one = await issued()
    await made(`/api/invoices/${one.id}/write-off`, { day: today(), amount: 12_000, note: 'Moved' })
    expect(await run()).toMatchObject({ invoices: 1, payments: 0, creditMemos: 0 })
  })

  test('that several people ask for at once is made once', async () => {
    await issued()
    const lock = `select pg_advisory_xact_lock(hashtextextended('quickBooks', 0))`
    const answers = await race(w, lock, () => post('/api/quickbooks-runs', {}))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(await w.db.$count(quickBooksRuns)).toBe(1)
  })

  test('has only what is new, and its customers once', async () => {
    await issued()
    await run()
    const later = await issued()
    const next = await run()
    expect(next).toMatchObject({ customers: 0, invoices: 1, files: [{ name: 'invoices-1.csv' }] })
    expect(await column(next, 'invoices-1.csv', 0)).toEqual([later.number])
    expect((await get('/api/quickbooks-runs')).map(({ id }: { id: string }) => id)[0]).toBe(next.id)
  })

  test('names a customer as the run that took it did, and no two alike', async () => {
    const before = await newCustomer({ name: 'Ana Ruiz' })
    await issued({ customerId: before })
    await run()
    await w.call('ada', 'PUT', `/api/customers/${before}`, { name: 'Ana Boyd' })
    const other = await newCustomer({ name: 'ana ruiz' })
    await issued({ customerId: before })
    await issued({ customerId: other })
    const next = await run()
    expect(await column(next, 'customers.csv', 0)).toEqual(['ana ruiz (2)'])
    expect(await column(next, 'invoices-1.csv', 1)).toEqual(['Ana Ruiz', 'ana ruiz (2)'])
  })

  test('has the invoices of a merged customer with the one it was merged into', async () => {
    const other = await newCustomer({ name: 'Ana Ruiz' })
    await issued({ customerId: other })
    await made(`/api/customers/${customerId}/merge`, { customerId: other })
    const done = await run()
    expect(await column(done, 'customers.csv', 0)).toEqual(["'=cmd"])
    expect(await column(done, 'invoices-1.csv', 1)).toEqual(["'=cmd"])
  })
})

describe('an export that was made', () => {
  test('is downloaded with the same bytes after everything changed', async () => {
    const one = await issued()
    const { id } = await run()
    const bytes = () =>
      Promise.all(
        [0, 1].map(async (place) => {
          const { text, headers } = await w.call('ada', 'GET', fileOf(id, place))
          return [text, headers['content-disposition'], headers['content-type']]
        }),
      )
    const before = await bytes()
    const day = today()
    expect(before.map(([, name]) => name)).toEqual([
      `attachment; filename="quickbooks-${day}-customers.csv"`,
      `attachment; filename="quickbooks-${day}-invoices-1.csv"`,
    ])
    expect(before[0]?.[2]).toBe('text/csv; charset=utf-8')
    for (const place of [2, 9999])
      expect((await w.call('ada', 'GET', fileOf(id, place))).status).toBe(404)
    expect((await w.call('ada', 'GET', fileOf(id, -1))).status).toBe(400)
    await w.call('ada', 'PUT', `/api/customers/${customerId}`, { name: 'Nancy Boyd' })
    await w.call('ada', 'PUT', `/api/invoices/${one.id}/follow-up`, { dueOn: '2999-12-31' })
    await pay(12_000, one.id)
    await run()
    expect(await bytes()).toEqual(before)
  })

  test('is undone: what it took is new again, and its files are gone', async () => {
    await issued()
    await pay(5000)
    const { id } = await run()
    expect((await w.call('ada', 'DELETE', `/api/quickbooks-runs/${id}`)).status).toBe(204)
    expect(await state()).toMatchObject({ invoices: 1, payments: 1, changedCount: 0 })
    expect((await w.call('ada', 'GET', fileOf(id, 0))).status).toBe(404)
    expect(await run()).toMatchObject({ customers: 1, invoices: 1, payments: 1 })
  })

  test('lists what was voided, reversed or applied since', async () => {
    const [gone, open] = [await issued(), await issued()]
    const [bounced, credit] = [await pay(5000), await pay(7000)]
    await run()
    expect((await state()).changed).toEqual([])
    await made(`/api/invoices/${gone.id}/void`, { reason: 'The wrong customer' })
    await made(`/api/payments/${bounced.id}/reverse`, { note: 'It bounced' })
    const allocations = [{ invoiceId: open.id, amount: 7000 }]
    await made(`/api/customers/${customerId}/apply-credit`, { allocations })
    const of = { id: expect.any(String), customerId, customerName: '=cmd', day: today() }
    const { changed, changedCount } = await state()
    expect(changedCount).toBe(3)
    expect(changed).toEqual(
      expect.arrayContaining([
        { ...of, kind: 'voided', invoiceId: gone.id, number: gone.number, amount: 12_000 },
        { ...of, kind: 'reversed', invoiceId: null, number: null, amount: 5000 },
        { ...of, kind: 'applied', invoiceId: open.id, number: open.number, amount: 7000 },
      ]),
    )
    const release = { kind: 'payment', id: credit.id }
    await made(`/api/invoices/${open.id}/release-credit`, release)
    expect((await state()).changedCount).toBe(2)
  })
})

test('subs and clients neither read nor make one', async () => {
  await issued()
  const { id } = await run()
  for (const name of ['sam', 'cleo'] as const) {
    const urls = ['/api/quickbooks', '/api/quickbooks-runs', fileOf(id, 0)]
    for (const url of urls) expect((await w.call(name, 'GET', url)).status).toBe(403)
    expect((await w.call(name, 'POST', '/api/quickbooks-runs', {})).status).toBe(403)
  }
})
