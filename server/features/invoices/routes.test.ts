import { addDays, dayIn } from '@plumbline/contract/dates.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readInvoice } from '../../documents/invoice.ts'
import { throttles } from '../../schema/auth.ts'
import { invoiceSources, invoices } from '../../schema/invoices.ts'
import { jobs } from '../../schema/jobs.ts'
import { settings } from '../../schema/settings.ts'
import { race } from '../../testing/race.ts'
import { statementsOf } from '../../testing/statements.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

const timeZone = 'America/Chicago'

let w: TestApp
let customerId: string
beforeAll(async () => {
  w = await testApp()
  const company = { companyName: 'Ridgeline Builders', timeZone, address: '1200 Shoe Factory Rd' }
  await w.db.insert(settings).values(company)
  const customer = { name: 'Nancy Boyd', address: '14 Lake Dr' }
  customerId = (await w.call('ada', 'POST', '/api/customers', customer)).body.id
})
afterAll(() => w.close())
beforeEach(async () => {
  await w.db.delete(throttles)
})

const today = () => dayIn(timeZone, w.clock.now)
const line = (description: string, unitPrice: string, facts: object = {}) => ({
  ...{ description, quantity: '1', unitPrice, ...facts },
})
const lines = { basis: { kind: 'lines' }, lines: [line('Hanging a door', '120.50')] }

const add = (facts: object) =>
  w.call('ada', 'POST', '/api/invoices', { customerId, title: 'Doors', ...facts })
const at = (id: string, step = '') => `/api/invoices/${id}${step}`
const read = async (id: string) => (await w.call('ada', 'GET', at(id))).body
const issue = (id: string, body: object = {}) => w.call('ada', 'POST', at(id, '/issue'), body)
const moneyOf = async (jobId: string) =>
  (await w.call('ada', 'GET', `/api/jobs/${jobId}/invoicing`)).body

/** A draft that has to be accepted. */
async function draft(facts: object): Promise<string> {
  const answer = await add(facts)
  expect(answer.status, answer.text).toBe(201)
  return answer.body.id
}

/** An invoice that has to be issued. */
async function issued(facts: object, body: object = {}) {
  const answer = await issue(await draft(facts), body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

/** A job with a contract that nobody signed, in cents. */
async function newJob(approvedAmount: number): Promise<string> {
  const job = { name: 'Primary bath', address: '230 Third St', customerId, approvedAmount }
  return (await w.call('ada', 'POST', '/api/jobs', job)).body.id
}

/**
 * A job made from a bid of $1,100, $100 of it tax, that was signed: a deposit of 30 %, $500 when
 * the tile is in, and the rest.
 */
async function signedJob(): Promise<string> {
  const bid = { name: 'Primary bath', address: '230 Third St', customerId }
  const { id } = (await w.call('ada', 'POST', '/api/pending-bids', bid)).body
  await w.call('ada', 'PUT', `/api/pending-bids/${id}/pricing`, {
    sections: [{ title: 'Bath', lines: [line('Tile', '1000', { taxable: true })] }],
    taxRate: '10',
    schedule: [
      { title: 'Deposit', share: { kind: 'percent', value: '30' } },
      { title: 'Tile in', share: { kind: 'amount', value: '500' } },
      { title: 'On completion' },
    ],
  })
  const sent = (await w.call('ada', 'POST', `/api/pending-bids/${id}/proposals`, {})).body
  const { path } = (await w.call('ada', 'GET', `/api/proposals/${sent.id}/link`)).body
  const signature = {
    ...{ step: 'approve', name: 'Nancy Boyd', consent: 'yes', way: 'typed', strokes: '' },
    ...{ version: sent.sha256, total: '1100.00' },
  }
  await w.app.inject({
    method: 'POST',
    url: path,
    payload: new URLSearchParams(signature).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', host: 'localhost' },
  })
  return (await w.call('ada', 'GET', `/api/pending-bids/${id}`)).body.jobId
}

/** An approved change order. */
async function change(jobId: string, title: string, unitPrice: string): Promise<string> {
  const order = { title, lines: [line(title, unitPrice)] }
  const { id } = (await w.call('ada', 'POST', `/api/jobs/${jobId}/change-orders`, order)).body
  await w.call('ada', 'POST', `/api/change-orders/${id}/accept`, { note: 'By phone' })
  return id
}

const step = (place: number) => ({ basis: { kind: 'step', step: place } })
const percent = (soFar: string) => ({ basis: { kind: 'percent', soFar } })

describe('a draft', () => {
  test('has no number and amounts as of now; lines are taxed by its rate', async () => {
    const id = await draft({
      lines: [line('Door', '60', { quantity: '2', taxable: true }), line('Permit', '30.005')],
      ...{ basis: { kind: 'lines' }, taxRate: '8.25', discount: { kind: 'percent', value: '10' } },
      ...{ terms: 'net7', note: 'Knocks twice', message: 'Thank you.' },
    })
    expect(await read(id)).toMatchObject({
      ...{ number: null, status: 'draft', customerName: 'Nancy Boyd', jobName: null, left: null },
      // 12,000 and 3,001 cents less 1,500; the tax is of 10,800.
      ...{ subtotal: 15_001, discountAmount: 1500, tax: 891, total: 14_392, owed: 0 },
      ...{ issuedOn: null, note: 'Knocks twice', problem: null },
      events: [{ kind: 'created', actorName: expect.any(String) }],
    })
  })

  test('is replaced as a whole, moved to another job, and deleted', async () => {
    const [jobId, other] = [await newJob(10_000), await newJob(20_000)]
    const id = await draft({ jobId, ...percent('50') })
    const body = { customerId, jobId: other, title: 'Half', ...percent('50') }
    const changed = await w.call('ada', 'PUT', at(id), body)
    expect(changed.body).toMatchObject({ title: 'Half', jobId: other, total: 10_000 })
    expect((await w.call('ada', 'DELETE', at(id))).status).toBe(204)
    expect((await w.call('ada', 'GET', at(id))).status).toBe(404)
    expect((await moneyOf(other)).invoices).toEqual([])
  })

  test.each<[string, object]>([
    ['basis', { ...percent('50') }],
    ['basis', step(3)],
    ['basis', { basis: { kind: 'percent' } }],
    ['lines', { basis: { kind: 'lines' }, lines: [line('Credit', '5', { quantity: '-1' })] }],
    ['changeOrderIds', { ...lines, changeOrderIds: ['00000000-0000-7000-8000-000000000000'] }],
    ['customerId', { ...lines, customerId: '00000000-0000-7000-8000-000000000000' }],
    ['jobId', { ...lines, jobId: '00000000-0000-7000-8000-000000000000' }],
  ])('with a bad %s is refused, and nothing is written', async (field, facts) => {
    const jobId = await newJob(0)
    const before = await w.db.$count(invoices)
    const answer = await add({ jobId, ...facts })
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.fields).map((name) => name.split('.')[0])).toEqual([field])
    expect(await w.db.$count(invoices)).toBe(before)
  })

  test('of another job is not filled with its payments and change orders', async () => {
    const [signed, other] = [await signedJob(), await newJob(50_000)]
    const changeOrderIds = [await change(signed, 'Towel rail', '126')]
    expect((await add({ jobId: other, ...step(0) })).body.fields).toHaveProperty('basis')
    expect((await add({ jobId: other, ...lines, changeOrderIds })).body.fields).toHaveProperty(
      'changeOrderIds',
    )
  })
})

describe('a job', () => {
  test('is invoiced by its schedule and its change orders, to the cent and its tax', async () => {
    const jobId = await signedJob()
    const rail = await change(jobId, 'Towel rail', '126')
    expect(await moneyOf(jobId)).toMatchObject({
      contract: { amount: 122_600, tax: 10_000, taxable: 100_000 },
      invoiced: { amount: 0, tax: 0, taxable: 0 },
      steps: [
        { title: 'Deposit', amount: 33_000, invoiceId: null },
        { title: 'Tile in', amount: 50_000, invoiceId: null },
        { title: 'On completion', amount: 27_000, invoiceId: null },
      ],
      changes: [{ id: rail, number: 1, amount: 12_600, tax: 0, isInvoiced: false }],
    })
    const deposit = await issued({ jobId, title: 'Deposit', ...step(0) })
    const second = await issued({ jobId, title: 'Tile in', ...step(1), changeOrderIds: [rail] })
    const last = await issued({ jobId, title: 'On completion', ...step(2) })
    expect([deposit, second, last].map(({ total }) => total)).toEqual([33_000, 62_600, 27_000])
    const taxes = [deposit, second, last].map(({ tax }) => tax)
    expect(taxes.reduce((all, tax) => all + tax)).toBe(10_000)
    const { invoiced, steps, changes, invoices: list } = await moneyOf(jobId)
    expect(invoiced).toEqual({ amount: 122_600, tax: 10_000, taxable: 100_000 })
    expect(steps[1].invoiceId).toBe(second.id)
    expect(changes[0]).toMatchObject({ isInvoiced: true, invoiceId: second.id })
    expect(list.map(({ id }: { id: string }) => id)).toEqual([deposit.id, second.id, last.id])
    expect(last).toMatchObject({ left: 0 })
  })

  test('a payment that is a draft is not part of the last one', async () => {
    const jobId = await signedJob()
    await issued({ jobId, ...step(0) })
    const second = await draft({ jobId, ...step(1) })
    expect((await moneyOf(jobId)).steps).toMatchObject([
      ...[{ isDrafted: false }, { isDrafted: true, invoiceId: second }, { isDrafted: false }],
    ])
    const last = await draft({ jobId, ...step(2) })
    const totals = await Promise.all([second, last].map(read))
    expect(totals).toMatchObject([{ total: 50_000 }, { total: 27_000 }])
    // Once it is deleted, the last one is all that is left again.
    await w.call('ada', 'DELETE', at(second))
    expect(await read(last)).toMatchObject({ total: 77_000 })
  })

  test('a payment and a change order are on one invoice, until that is void', async () => {
    const jobId = await signedJob()
    const changeOrderIds = [await change(jobId, 'Towel rail', '126')]
    const { id } = await issued({ jobId, ...step(0), changeOrderIds })
    const refused = [
      await add({ jobId, ...step(0) }),
      await add({ jobId, ...lines, changeOrderIds }),
    ]
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
      [409, 'alreadyInvoiced'],
      [409, 'alreadyInvoiced'],
    ])
    // It may still be changed itself.
    const other = await draft({ jobId, ...step(1) })
    const body = { customerId, jobId, title: 'Again', ...step(1) }
    expect((await w.call('ada', 'PUT', at(other), body)).status).toBe(200)
    await w.call('ada', 'POST', at(id, '/void'), { reason: 'The wrong day' })
    await draft({ jobId, ...step(0), changeOrderIds })
  })

  test('two drafts of one payment at once: one is added', async () => {
    const jobId = await signedJob()
    const lock = `select from jobs where id = '${jobId}' for update`
    const answers = await race(w, lock, () => add({ jobId, ...step(0) }))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(await w.db.$count(invoiceSources)).toBeGreaterThan(0)
  })

  test('that is moved to a job waits for the job before it locks its customer', async () => {
    const jobId = await signedJob()
    const id = await draft({ ...lines })
    const body = { customerId, jobId, title: 'Deposit', ...step(0) }
    const holder = await w.pool.connect()
    try {
      await holder.query(`begin; select from jobs where id = '${jobId}' for update`)
      const moved = w.call('ada', 'PUT', at(id), body)
      const waiting = `select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await w.pool.query(waiting)).rowCount).toBe(1)
      // Others of the job take it next.
      await holder.query(`select from customers where id = '${customerId}' for update nowait`)
      await holder.query('commit')
      expect((await moved).body).toMatchObject({ jobId, total: 33_000 })
    } finally {
      // Rolls back a transaction that is still open.
      holder.release(true)
    }
  })

  test('more than is left of the contract is issued when it is meant', async () => {
    const jobId = await newJob(100_000)
    await issued({ jobId, ...percent('60') })
    const id = await draft({ jobId, basis: { kind: 'amount', amount: '400.01' } })
    const refused = await issue(id)
    expect([refused.status, refused.body.code]).toEqual([409, 'overContract'])
    expect(await read(id)).toMatchObject({ status: 'draft', left: 40_000 })
    expect((await issue(id, { overContract: true })).body).toMatchObject({ left: -1 })
    // Nothing is left, which is not less than nothing.
    expect((await add({ jobId, ...percent('100') })).body.fields).toHaveProperty('basis')
    // A job without a contract has none to exceed.
    const open = { name: 'By the hour', address: '230 Third St', customerId }
    const { id: byTheHour } = (await w.call('ada', 'POST', '/api/jobs', open)).body
    await issued({ jobId: byTheHour, ...lines })
  })

  test('with invoices is not deleted; drafts alone are deleted with it', async () => {
    const jobId = await newJob(100_000)
    const id = await draft({ jobId, ...percent('60') })
    const contents = await w.call('ada', 'GET', `/api/jobs/${jobId}/contents`)
    expect(contents.body).toMatchObject({ invoices: 1 })
    await issue(id)
    const refused = await w.call('ada', 'DELETE', `/api/jobs/${jobId}`)
    expect([refused.status, refused.body.code]).toEqual([409, 'moneyRecorded'])
    // A void one stays as well.
    await w.call('ada', 'POST', at(id, '/void'), { reason: 'Twice' })
    expect((await w.call('ada', 'DELETE', `/api/jobs/${jobId}`)).status).toBe(409)
    const other = await newJob(100_000)
    const gone = await draft({ jobId: other, ...percent('60') })
    expect((await w.call('ada', 'DELETE', `/api/jobs/${other}`)).status).toBe(204)
    expect((await w.call('ada', 'GET', at(gone))).status).toBe(404)
  })
})

describe('the rules that somebody tried to break', () => {
  const bidOf = async (facts: object = {}) => {
    const bid = { name: 'Porch', address: '4 Elm St', customerId, ...facts }
    return (await w.call('ada', 'POST', '/api/pending-bids', bid)).body.id as string
  }
  const convert = async (bidId: string) => {
    await w.call('ada', 'POST', `/api/pending-bids/${bidId}/convert`)
    return (await w.call('ada', 'GET', `/api/pending-bids/${bidId}`)).body.jobId as string
  }

  test('undoing the conversion of a bid does not delete an invoice', async () => {
    const bidId = await bidOf({ estimatedAmount: 100_000 })
    const jobId = await convert(bidId)
    const { id } = await issued({ jobId, ...percent('50') })
    const undone = await w.call('ada', 'POST', `/api/pending-bids/${bidId}/undo-convert`)
    expect(undone.status).toBe(409)
    expect((await read(id)).status).toBe('open')
    // Neither would another path that forgets to ask.
    await expect(w.db.delete(jobs).where(eq(jobs.id, jobId))).rejects.toThrow()
    await expect(w.db.delete(invoices).where(eq(invoices.id, id))).rejects.toThrow()
  })

  test('a bid that the office approved has its tax and its schedule', async () => {
    const bidId = await bidOf()
    await w.call('ada', 'PUT', `/api/pending-bids/${bidId}/pricing`, {
      sections: [{ title: 'Porch', lines: [line('Deck', '1000', { taxable: true })] }],
      taxRate: '10',
      schedule: [
        { title: 'Deposit', share: { kind: 'percent', value: '30' } },
        { title: 'The rest' },
      ],
    })
    const jobId = await convert(bidId)
    expect(await moneyOf(jobId)).toMatchObject({
      contract: { amount: 110_000, tax: 10_000, taxable: 100_000 },
      steps: [{ amount: 33_000 }, { amount: 77_000 }],
    })
    expect(await issued({ jobId, ...step(0) })).toMatchObject({ total: 33_000, tax: 3000 })
  })

  test('tax of lines is not taken back by the next part of the contract', async () => {
    const jobId = await newJob(100_000)
    const taxed = [line('Extra outlet', '100', { taxable: true })]
    await issued({ jobId, basis: { kind: 'lines' }, lines: taxed, taxRate: '10' })
    expect(await issued({ jobId, ...percent('100') })).toMatchObject({ total: 89_000, tax: 0 })
  })

  test('a percentage says that what was invoiced before is taken off, if anything was', async () => {
    const jobId = await newJob(100_000)
    const wordsOf = async (soFar: string) =>
      (await issued({ jobId, ...percent(soFar) })).content.lines[0].description
    expect(await wordsOf('30')).toBe('30% of the contract')
    expect(await wordsOf('50')).toBe('50% of the contract, less what was invoiced before')
  })

  test('the copy of a percentage has its amount also where more was invoiced since', async () => {
    const jobId = await newJob(100_000)
    const half = await issued({ jobId, ...percent('50') })
    const most = await issued({ jobId, ...percent('80') })
    expect(most.total).toBe(30_000)
    const copied = await w.call('ada', 'POST', at(half.id, '/void'), { reason: 'Typo', copy: true })
    expect(copied.status, copied.text).toBe(200)
    expect(await read(copied.body.copyId)).toMatchObject({ total: 50_000 })
  })

  test('more than a contract that was cut down to nothing is asked about', async () => {
    const jobId = await newJob(100_000)
    await issued({ jobId, ...percent('50') })
    const cut = { title: 'Stop', lines: [line('Not done', '1000', { quantity: '-1' })] }
    const { id } = (await w.call('ada', 'POST', `/api/jobs/${jobId}/change-orders`, cut)).body
    await w.call('ada', 'POST', `/api/change-orders/${id}/accept`, { note: 'By phone' })
    expect((await issue(await draft({ jobId, ...lines }))).body.code).toBe('overContract')
  })

  test('somebody else than the customer of the job does not read its contract', async () => {
    const jobId = await newJob(7_654_321)
    const other = (await w.call('ada', 'POST', '/api/customers', { name: 'Landlord' })).body.id
    const { id } = await issued({ jobId, ...lines, customerId: other })
    expect((await w.call('ada', 'GET', at(id, '/document'))).text).not.toContain('76,543.21')
  })

  test('the terms leave the paper when the due day was moved', async () => {
    const { id, dueOn } = await issued({ ...lines, terms: 'net14' })
    const wordsOf = async () => (await w.call('ada', 'GET', at(id, '/document'))).text
    expect(await wordsOf()).toContain('Net 14')
    await w.call('ada', 'PUT', at(id, '/follow-up'), { dueOn: addDays(dueOn, 30) })
    expect(await wordsOf()).not.toContain('Net 14')
  })
})

describe('issuing', () => {
  test('takes the next number and freezes the content', async () => {
    const jobId = await newJob(2_748_000)
    const first = await issued({ jobId, title: 'Final', ...percent('50'), terms: 'net14' })
    const second = await issued(lines)
    const numberOf = ({ number }: { number: string }) => Number(number.split('-')[1])
    expect(first.number).toMatch(new RegExp(`^${today().slice(0, 4)}-\\d{4}$`))
    expect(numberOf(second)).toBe(numberOf(first) + 1)
    expect(first).toMatchObject({
      ...{ status: 'open', issuedOn: today(), dueOn: addDays(today(), 14), owed: 1_374_000 },
      events: [{ kind: 'created' }, { kind: 'issued' }],
    })
    const [row] = await w.db.select().from(invoices).where(eq(invoices.id, first.id))
    expect(readInvoice(row?.content ?? '')).toMatchObject({
      company: { name: 'Ridgeline Builders', address: '1200 Shoe Factory Rd' },
      customer: { name: 'Nancy Boyd', address: '14 Lake Dr' },
      job: { name: 'Primary bath', address: '230 Third St' },
      contract: { amount: '27480.00', before: '0.00', left: '13740.00' },
      ...{ total: '13740.00', terms: 'Net 14' },
    })
    // Neither the contract nor the customer changes it any more.
    await w.call('ada', 'PUT', `/api/jobs/${jobId}`, { approvedAmount: 100 })
    expect(await read(first.id)).toMatchObject({ total: 1_374_000, left: 100 - 1_374_000 })
    for (const [method, path, body] of [
      ['PUT', at(first.id), { customerId, title: 'Other', ...lines }],
      ['DELETE', at(first.id), undefined],
      ['POST', at(first.id, '/issue'), {}],
    ] as const)
      expect((await w.call('ada', method, path, body)).body.code).toBe('invoiceIssued')
  })

  test('is refused for another total than the one on screen, or a day that is over', async () => {
    const id = await draft({ ...lines, terms: 'day', dueOn: addDays(today(), -1) })
    expect((await issue(id, { total: 12_000 })).status).toBe(412)
    expect((await issue(id, { total: 12_050 })).body.fields).toHaveProperty('dueOn')
    expect(await read(id)).toMatchObject({ status: 'draft', number: null })
    const jobId = await newJob(100_000)
    const half = await draft({ jobId, ...percent('50') })
    await w.call('ada', 'PUT', `/api/jobs/${jobId}`, { approvedAmount: 200_000 })
    expect((await issue(half, { total: 50_000 })).status).toBe(412)
    // A draft that more was invoiced than: it says so and stays.
    await issued({ jobId, ...percent('75') })
    expect(await read(half)).toMatchObject({
      problem: { basis: 'More than 50% is invoiced already' },
      total: 0,
    })
    expect((await issue(half)).body.fields).toHaveProperty('basis')
  })

  test('takes the number in its last statement, but for the event that goes with the commit', async () => {
    const jobId = await newJob(100_000)
    const id = await draft({ jobId, basis: { kind: 'percent', soFar: '10' } })
    const statements = await statementsOf(() => issue(id, { email: 'nancy@example.com' }))
    expect(await read(id)).toMatchObject({ status: 'open', sentTo: 'nancy@example.com' })
    const after = statements.slice(
      statements.findIndex((statement) => statement.includes('document_numbers')),
    )
    expect(after.map((statement) => /(update|insert into) "\w+"/g.exec(statement)?.[0])).toEqual([
      'insert into "document_numbers"',
      'insert into "events"',
    ])
    expect(after[0]).toContain('update "invoices"')
  })

  test('half of twenty at once fail, and no number is missing', async () => {
    const before = (await issued(lines)).number
    const over = { jobId: await newJob(100), basis: { kind: 'amount', amount: '5.00' } }
    const ids: string[] = []
    for (let at = 0; at < 20; at++) ids.push(await draft(at % 2 ? lines : over))
    const answers = await Promise.all(ids.map((id) => issue(id)))
    expect(answers.map(({ status }) => status)).toEqual(ids.map((_, at) => (at % 2 ? 200 : 409)))
    const numbers = answers.flatMap(({ body }) => (body.number ? [body.number] : []))
    const first = Number(before.split('-')[1]) + 1
    expect(
      numbers.map((number: string) => Number(number.split('-')[1])).sort((a, b) => a - b),
    ).toEqual(Array.from({ length: 10 }, (_, at) => first + at))
  })
})

describe('an issued invoice', () => {
  test('is overdue from the day after it is due on, in the time zone of the company', async () => {
    const { id } = await issued({ ...lines, terms: 'receipt' })
    const statusAt = async (iso: string) => {
      const { now } = w.clock
      w.clock.now = new Date(iso)
      const { status } = await read(id)
      const found = await w.call('ada', 'GET', `/api/invoices?status=${status}`)
      expect(found.body.map((one: { id: string }) => one.id)).toContain(id)
      w.clock.now = now
      return status
    }
    const due = (await read(id)).dueOn
    await w.call('ada', 'PUT', at(id, '/follow-up'), { dueOn: addDays(due, 7) })
    // Chicago is five or six hours behind: its day ends at 5:00 or 6:00 in UTC.
    const next = addDays(due, 8)
    expect(await statusAt(`${next}T04:59:00Z`)).toBe('open')
    expect(await statusAt(`${next}T06:01:00Z`)).toBe('overdue')
  })

  test('of nothing is paid', async () => {
    const free = { basis: { kind: 'lines' }, lines: [line('Warranty visit', '0')] }
    const { id, status, owed } = await issued(free)
    expect([status, owed]).toEqual(['paid', 0])
    const { body } = await w.call('ada', 'GET', '/api/invoices?status=paid')
    expect(body.map((one: { id: string }) => one.id)).toContain(id)
  })

  test('changes its due day and its note alone, with a trace', async () => {
    const { id, issuedOn, dueOn } = await issued(lines)
    const later = addDays(dueOn, 10)
    const moved = await w.call('ada', 'PUT', at(id, '/follow-up'), { dueOn: later })
    expect(moved.body).toMatchObject({ dueOn: later })
    const early = await w.call('ada', 'PUT', at(id, '/follow-up'), { dueOn: addDays(issuedOn, -1) })
    expect(early.body.fields).toHaveProperty('dueOn')
    await w.call('ada', 'PUT', at(id, '/follow-up'), { note: 'Calls back after the 20th' })
    expect(await read(id)).toMatchObject({
      note: 'Calls back after the 20th',
      events: [
        ...[{ kind: 'created' }, { kind: 'issued' }],
        ...[
          { kind: 'dueDay', note: `${dueOn} ${later}` },
          { kind: 'note', note: null },
        ],
      ],
    })
  })

  test('is void with a reason, stays under its number, and is copied', async () => {
    const jobId = await signedJob()
    const { id, number } = await issued({ jobId, ...step(0) })
    const blank = await w.call('ada', 'POST', at(id, '/void'), { reason: ' ' })
    expect(blank.body.fields).toHaveProperty('reason')
    const answer = await w.call('ada', 'POST', at(id, '/void'), { reason: 'Wrong day', copy: true })
    expect(answer.body).toMatchObject({ number, status: 'void', owed: 0 })
    expect(answer.body.events.at(-1)).toMatchObject({ kind: 'voided', note: 'Wrong day' })
    const copy = { id: answer.body.copyId, number: null }
    expect((await read(id)).events.at(-1)).toMatchObject({ kind: 'voided', other: copy })
    expect(await read(answer.body.copyId)).toMatchObject({
      ...{ status: 'draft', number: null, total: 33_000, jobId, basis: { kind: 'step', step: 0 } },
      events: [{ kind: 'created', other: { id, number } }],
    })
    const other = await issued(lines)
    expect((await read(other.id)).events[0]).toMatchObject({ kind: 'created', other: null })
    expect((await moneyOf(jobId)).invoiced.amount).toBe(0)
    const again = await w.call('ada', 'POST', at(id, '/void'), { reason: 'Again' })
    expect([again.status, again.body.code]).toEqual([409, 'invoiceNotOpen'])
    const page = await w.call('ada', 'GET', at(id, '/document'))
    expect(page.text).toContain('class="stamp">Void')
  })

  test('keeps its customer from being deleted, and follows a merge and its undo', async () => {
    const make = async (name: string) =>
      (await w.call('ada', 'POST', '/api/customers', { name })).body.id
    const [from, into] = [await make('Susan Whitcombe'), await make('Susan and Paul Whitcombe')]
    const { id } = await issued({ ...lines, customerId: from })
    const refused = await w.call('ada', 'DELETE', `/api/customers/${from}`)
    expect([refused.status, refused.body.code]).toEqual([409, 'customerInUse'])
    await w.call('ada', 'POST', `/api/customers/${into}/merge`, { customerId: from })
    expect((await read(id)).customerId).toBe(into)
    // A draft for the one that was merged is for the one it was merged into.
    expect((await add({ ...lines, customerId: from })).body.customerId).toBe(into)
    await w.call('ada', 'POST', `/api/customers/${from}/undo-merge`)
    expect((await read(id)).customerId).toBe(from)
  })
})

describe('the list', () => {
  test('is filtered by state, customer, job and days, and added up', async () => {
    const owner = (await w.call('ada', 'POST', '/api/customers', { name: 'Tove Lindqvist' })).body
      .id
    const jobId = await newJob(1_000_000)
    const facts = { customerId: owner, jobId }
    const one = await issued({ ...facts, title: 'Roof deposit', ...percent('30') })
    const two = await issued({ ...facts, ...percent('60'), terms: 'receipt' })
    const third = await draft({ ...facts, title: 'Final', ...percent('100') })
    const idsOf = async (query: string) =>
      (await w.call('ada', 'GET', `/api/invoices?customerId=${owner}&${query}`)).body.map(
        ({ id }: { id: string }) => id,
      )
    expect(await idsOf('')).toEqual([third, two.id, one.id])
    expect(await idsOf('sort=due')).toEqual([two.id, one.id, third])
    expect(await idsOf(`jobId=${jobId}&status=open`)).toEqual([two.id, one.id])
    expect(await idsOf(`dueFrom=${addDays(today(), 1)}&dueTo=${one.dueOn}`)).toEqual([one.id])
    expect(await idsOf('search=roof')).toEqual([one.id])
    expect(await idsOf(`search=${one.number}`)).toEqual([one.id])
    expect(await idsOf('search=lindqvist')).toHaveLength(3)
    expect(await idsOf('search=primary')).toHaveLength(3)
    const sums = await w.call('ada', 'GET', `/api/invoice-totals?customerId=${owner}`)
    expect(sums.body).toEqual({ count: 3, total: 1_000_000, owed: 600_000 })
    const page = await w.call('ada', 'GET', `/api/invoices?customerId=${owner}&limit=2`)
    expect(page.headers['x-total-count']).toBe('3')
  })
})

describe('the document', () => {
  test('of a draft is as it would be issued now, and a PDF of each is written', async () => {
    const jobId = await signedJob()
    const id = await draft({ jobId, title: 'Deposit', ...step(0), message: 'Thank you.' })
    const page = await w.call('ada', 'GET', at(id, '/document'))
    for (const words of ['Draft of an invoice', 'Nancy Boyd', 'Payment 1 of 3', '$330.00'])
      expect(page.text).toContain(words)
    // A part of a contract has neither quantity nor price.
    expect(page.text).not.toContain('Quantity')
    await issue(id)
    const pdf = await w.call('ada', 'GET', at(id, '/document.pdf'))
    expect(pdf.headers['content-type']).toBe('application/pdf')
    expect(pdf.headers['content-disposition']).toMatch(/invoice-\d{4}-\d{4}\.pdf/)
  })
})
