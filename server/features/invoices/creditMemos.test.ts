import { addDays, dayIn } from '@plumbline/contract/dates.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readInvoice } from '../../documents/invoice.ts'
import { throttles } from '../../schema/auth.ts'
import { invoices } from '../../schema/invoices.ts'
import { settings } from '../../schema/settings.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

const timeZone = 'America/Chicago'

let w: TestApp
let customerId: string
beforeAll(async () => {
  w = await testApp()
  await w.db.insert(settings).values({ companyName: 'Ridgeline Builders', timeZone })
  const customer = { name: 'Nancy Boyd', address: '14 Lake Dr' }
  customerId = (await w.call('ada', 'POST', '/api/customers', customer)).body.id
})
afterAll(() => w.close())
beforeEach(async () => {
  await w.db.delete(throttles)
})

const today = () => dayIn(timeZone, w.clock.now)
const year = () => today().slice(0, 4)
const line = (description: string, unitPrice: string, facts: object = {}) => ({
  ...{ description, quantity: '1', unitPrice, ...facts },
})
const basis = { kind: 'lines' }
const light = line('Vanity light', '120.50', { taxable: true })
/** A credit of $130.44. */
const credit = { kind: 'creditMemo', title: 'Light', basis, lines: [light], taxRate: '8.25' }

const at = (id: string, step = '') => `/api/invoices/${id}${step}`
const add = (facts: object) => w.call('ada', 'POST', '/api/invoices', { customerId, ...facts })
const read = async (id: string) => (await w.call('ada', 'GET', at(id))).body
const listed = async (query: string) =>
  (await w.call('ada', 'GET', `/api/invoices?${query}`)).body.map(({ id }: { id: string }) => id)
const sums = async (query: string) =>
  (await w.call('ada', 'GET', `/api/invoice-totals?${query}`)).body

async function issued(facts: object, body: object = {}) {
  const added = await add(facts)
  expect(added.status, added.text).toBe(201)
  const answer = await w.call('ada', 'POST', at(added.body.id, '/issue'), body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

async function newCustomer(): Promise<string> {
  return (await w.call('ada', 'POST', '/api/customers', { name: 'Ana Ruiz' })).body.id
}

/** Uses a part of the credit of a customer for an invoice. Cents. */
async function use(customer: string, invoiceId: string, amount: number) {
  const body = { allocations: [{ invoiceId, amount }] }
  const answer = await w.call('ada', 'POST', `/api/customers/${customer}/apply-credit`, body)
  expect(answer.status, answer.text).toBe(200)
}
/** Takes all of a credit memo back from an invoice. */
async function takeBack(id: string, invoiceId: string) {
  const body = { kind: 'creditMemo', id }
  const answer = await w.call('ada', 'POST', at(invoiceId, '/release-credit'), body)
  expect(answer.status, answer.text).toBe(200)
}

describe('a credit memo', () => {
  test('is below zero under a number of its own, and nothing of it is owed or due', async () => {
    const { body: draft } = await add(credit)
    expect(draft).toMatchObject({ kind: 'creditMemo', status: 'draft', total: -13_044, tax: -994 })
    const memo = await issued(credit, { total: -13_044 })
    expect(memo).toMatchObject({
      ...{ number: `CM-${year()}-0001`, status: 'open', issuedOn: today(), dueOn: null },
      ...{ subtotal: -12_050, tax: -994, total: -13_044, owed: 0, paid: 0 },
    })
    expect((await issued(credit)).number).toBe(`CM-${year()}-0002`)
    const [row] = await w.pool
      .query('select total::int, tax::int, taxable::int, content from invoices where id = $1', [
        memo.id,
      ])
      .then(({ rows }) => rows)
    expect(row).toMatchObject({ total: -13_044, tax: -994, taxable: -12_050 })
    // On paper is what the customer gets.
    expect(readInvoice(row.content)).toMatchObject({
      ...{ kind: 'creditMemo', total: '130.44', tax: '9.94', contract: null, terms: null },
      lines: [{ description: 'Vanity light', amount: '120.50' }],
    })
    // Invoices count apart.
    const invoice = await issued({ ...credit, kind: 'invoice' })
    expect(invoice).toMatchObject({ number: `${year()}-0001`, total: 13_044 })
  })

  test('stays one, and an invoice stays one', async () => {
    const { body: memo } = await add(credit)
    const change = (id: string, facts: object) =>
      w.call('ada', 'PUT', at(id), { customerId, ...credit, ...facts })
    const refused = { code: 'invalid', fields: { kind: 'This stays as it was added' } }
    expect((await change(memo.id, { kind: 'invoice' })).body).toMatchObject(refused)
    expect((await change(memo.id, { lines: [line('Fan', '10')] })).body.total).toBe(-1000)
    const { body: invoice } = await add({ ...credit, kind: 'invoice' })
    expect((await change(invoice.id, {})).body).toMatchObject(refused)
  })

  test.each<[string, object]>([
    ['basis', { basis: { kind: 'amount', amount: '50' }, lines: [] }],
    ['discount', { discount: { kind: 'percent', value: '10' } }],
    ['lines', { lines: [line('Nothing', '0')] }],
    ['lines', { lines: [line('Charge', '-5')] }],
    ['kind', { kind: 'refund' }],
  ])('with a bad %s is refused, and nothing is written', async (field, facts) => {
    const before = await w.db.$count(invoices)
    const answer = await add({ ...credit, ...facts })
    expect(answer.status, answer.text).toBe(400)
    expect(Object.keys(answer.body.fields)[0]).toMatch(new RegExp(`^${field}`))
    expect(await w.db.$count(invoices)).toBe(before)
  })

  test('of a job is left to invoice again, and asks about no contract', async () => {
    const facts = { name: 'Bath', address: '230 Third St', customerId, approvedAmount: 100_000 }
    const jobId = (await w.call('ada', 'POST', '/api/jobs', facts)).body.id
    const percent = { title: 'All', jobId, basis: { kind: 'percent', soFar: '100' } }
    expect(await issued(percent)).toMatchObject({ total: 100_000 })
    const memo = await issued({ ...credit, jobId, taxRate: '0' })
    expect(memo).toMatchObject({ total: -12_050, left: 12_050 })
    const money = (await w.call('ada', 'GET', `/api/jobs/${jobId}/invoicing`)).body
    expect(money).toMatchObject({ invoiced: { amount: 87_950 }, paid: 0, owed: 100_000 })
    expect(money.invoices.map(({ kind }: { kind: string }) => kind)).toEqual([
      'invoice',
      'creditMemo',
    ])
    expect(await issued(percent)).toMatchObject({ total: 12_050, left: 0 })
    await w.call('ada', 'POST', at(memo.id, '/void'), { reason: 'The light stays' })
    expect((await read(memo.id)).left).toBe(-12_050)
  })

  test('is open until all of it is used, and void only while nothing of it is', async () => {
    const ana = await newCustomer()
    const invoice = await issued({ ...credit, kind: 'invoice', customerId: ana })
    const memo = await issued({ ...credit, customerId: ana })
    const customer = `customerId=${ana}`
    expect(await listed(`${customer}&status=open`)).toEqual([memo.id, invoice.id])
    expect(await listed(`${customer}&status=unpaid`)).toEqual([invoice.id])
    expect(await listed(`${customer}&status=paid`)).toEqual([])
    expect(await sums(customer)).toEqual({ count: 2, total: 0, owed: 13_044 })
    await use(ana, invoice.id, 3044)
    expect(await read(memo.id)).toMatchObject({ status: 'open', paid: -3044, owed: 0 })
    expect(await read(invoice.id)).toMatchObject({ status: 'partPaid', paid: 3044, owed: 10_000 })
    expect(await sums(`${customer}&status=open`)).toMatchObject({ count: 1, total: -13_044 })
    const voided = () => w.call('ada', 'POST', at(memo.id, '/void'), { reason: 'Wrong' })
    expect((await voided()).body).toMatchObject({ code: 'moneyApplied' })
    await use(ana, invoice.id, 10_000)
    expect(await read(memo.id)).toMatchObject({ status: 'paid', paid: -13_044 })
    expect(await listed(`${customer}&status=paid`)).toEqual([memo.id, invoice.id])
    expect(await sums(`${customer}&status=paid`)).toEqual({ count: 2, total: 0, owed: 0 })
    expect(await listed(`${customer}&status=open`)).toEqual([])
    await takeBack(memo.id, invoice.id)
    expect((await voided()).body).toMatchObject({ status: 'void', number: memo.number })
  })

  test('is listed by its kind, and by no due day', async () => {
    const ana = await newCustomer()
    const invoice = await issued({ ...credit, kind: 'invoice', customerId: ana })
    const memo = await issued({ ...credit, customerId: ana })
    const customer = `customerId=${ana}`
    expect(await listed(`${customer}&kind=creditMemo`)).toEqual([memo.id])
    expect(await listed(`${customer}&kind=invoice`)).toEqual([invoice.id])
    expect(await listed(`${customer}&dueFrom=${today()}`)).toEqual([invoice.id])
    expect(await listed(`${customer}&dueTo=${addDays(today(), 30)}`)).toEqual([invoice.id])
  })

  test('is never overdue, and has no due day to move', async () => {
    const ana = await newCustomer()
    const memo = await issued({ ...credit, customerId: ana })
    await w.pool.query(`update invoices set issued_on = '2024-01-05', due_on = '2024-01-05'
      where id = '${memo.id}'`)
    expect((await read(memo.id)).status).toBe('open')
    expect(await listed(`customerId=${ana}&status=overdue`)).toEqual([])
    const follow = (body: object) => w.call('ada', 'PUT', at(memo.id, '/follow-up'), body)
    expect((await follow({ dueOn: '2999-01-01' })).body).toMatchObject({
      fields: { dueOn: 'A credit memo is never due' },
    })
    expect((await follow({ note: 'Returned on Monday' })).body.note).toBe('Returned on Monday')
  })

  test('is copied as one when it is void', async () => {
    const memo = await issued(credit)
    const body = { reason: 'The wrong light', copy: true }
    const { copyId } = (await w.call('ada', 'POST', at(memo.id, '/void'), body)).body
    expect(await read(copyId)).toMatchObject({
      kind: 'creditMemo',
      status: 'draft',
      total: -13_044,
    })
  })

  test('says so on paper, in its PDF and at its link, and asks for no money', async () => {
    const ana = await newCustomer()
    const draft = (await add(credit)).body
    const paper = async (id: string) => (await w.call('ada', 'GET', at(id, '/document'))).text
    expect(await paper(draft.id)).toContain('Draft of a credit memo')
    const memo = await issued({ ...credit, customerId: ana, message: 'Sorry about the light.' })
    const page = await paper(memo.id)
    for (const words of [`Credit Memo ${memo.number}`, 'Credit to', 'Total credit', '$130.44'])
      expect(page).toContain(words)
    expect(page).not.toMatch(/\bDue\b|-\$|Bill to/)
    const pdf = await w.call('ada', 'GET', at(memo.id, '/document.pdf'))
    expect(pdf.headers['content-disposition']).toContain(`credit-memo-${memo.number}.pdf`)

    const { path } = (await w.call('ada', 'GET', at(memo.id, '/link'))).body
    const link = async () => (await w.call('nobody', 'GET', path)).text
    const shown = await link()
    for (const words of [`Credit Memo ${memo.number}`, '$130.44', 'This is credited to you'])
      expect(shown).toContain(words)
    expect(shown).not.toMatch(/\bDue\b|By check|-\$/)
    const invoice = await issued({ ...credit, kind: 'invoice', customerId: ana })
    await use(ana, invoice.id, 13_044)
    expect(await link()).toContain('All of it was used')
    await takeBack(memo.id, invoice.id)
    await w.call('ada', 'POST', at(memo.id, '/void'), { reason: 'It stays' })
    expect(await link()).toContain('no longer credited')
  })
})
