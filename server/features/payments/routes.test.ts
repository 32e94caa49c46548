import { addDays, dayIn } from '@plumbline/contract/dates.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deliveries } from '../../schema/delivery.ts'
import { settings } from '../../schema/settings.ts'
import { race } from '../../testing/race.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

const timeZone = 'America/Chicago'

let w: TestApp
let customerId: string
beforeAll(async () => {
  w = await testApp()
  await w.db.insert(settings).values({ companyName: 'Ridgeline Builders', timeZone })
})
afterAll(() => w.close())
beforeEach(async () => {
  customerId = await newCustomer()
})

const today = () => dayIn(timeZone, w.clock.now)
const post = (url: string, body: object) => w.call('ada', 'POST', url, body)
const get = async (url: string) => (await w.call('ada', 'GET', url)).body

/** The body of a call that has to succeed. */
async function made(url: string, body: object) {
  const answer = await post(url, body)
  expect([200, 201], answer.text).toContain(answer.status)
  return answer.body
}

const newCustomer = async (name = 'Nancy Boyd'): Promise<string> =>
  (await made('/api/customers', { name })).id

/** An invoice of dollars that was issued. */
async function issued(dollars: number, facts: object = {}): Promise<string> {
  const lines = [{ description: 'Door', quantity: '1', unitPrice: String(dollars) }]
  const draft = { customerId, title: 'Doors', basis: { kind: 'lines' }, lines, ...facts }
  const { id } = await made('/api/invoices', draft)
  await made(`/api/invoices/${id}/issue`, {})
  return id
}

const payment = (amount: number, allocations: readonly (readonly [string, number])[]) => ({
  ...{ customerId, day: today(), amount, method: 'check', reference: '1042' },
  allocations: allocations.map(([invoiceId, part]) => ({ invoiceId, amount: part })),
})
const pay = (amount: number, ...allocations: readonly (readonly [string, number])[]) =>
  made('/api/payments', payment(amount, allocations))
/** A payment for no invoice. */
const credit = (amount: number, facts: object = {}) =>
  made('/api/payments', { ...payment(amount, []), keepCredit: true, ...facts })

const invoice = (id: string) => get(`/api/invoices/${id}`)
const account = () => get(`/api/customers/${customerId}/account`)
const moneyOf = async (id: string) => {
  const { status, paid, owed } = await invoice(id)
  return [status, paid, owed]
}
const apply = (...allocations: readonly (readonly [string, number])[]) =>
  post(`/api/customers/${customerId}/apply-credit`, {
    allocations: allocations.map(([invoiceId, amount]) => ({ invoiceId, amount })),
  })
const reverse = (id: string) => post(`/api/payments/${id}/reverse`, { note: 'It bounced' })
const release = (invoiceId: string, id: string) =>
  post(`/api/invoices/${invoiceId}/release-credit`, { kind: 'payment', id })
const refund = (amount: number, facts: object = {}) =>
  post('/api/refunds', { customerId, day: today(), amount, method: 'check', ...facts })

describe('a payment', () => {
  test('of a part leaves the rest owed', async () => {
    const id = await issued(500)
    const paid = await pay(20_000, [id, 20_000])
    expect(paid).toMatchObject({
      ...{ kind: 'payment', amount: 20_000, unapplied: 0, reference: '1042', isReversed: false },
      ...{ customerName: 'Nancy Boyd', recordedByName: 'Ada Adler' },
      allocations: [{ invoiceId: id, amount: 20_000, refundId: null }],
    })
    expect(await moneyOf(id)).toEqual(['partPaid', 20_000, 30_000])
    expect((await invoice(id)).payments).toMatchObject([
      { paymentId: paid.id, kind: 'payment', method: 'check', reference: '1042', amount: 20_000 },
    ])
    const listed = await get(`/api/invoices?customerId=${customerId}&status=partPaid`)
    expect(listed.map((one: { id: string }) => one.id)).toEqual([id])
    expect(await get(`/api/invoice-totals?customerId=${customerId}`)).toEqual({
      ...{ count: 1, total: 50_000, owed: 30_000 },
    })
    const paper = (await w.call('ada', 'GET', `/api/invoices/${id}/document`)).text
    expect(paper).toContain('Balance due')
    expect(paper).toContain('$300.00')
    expect((await invoice(id)).events.at(-1)).toMatchObject({
      ...{ kind: 'payment', note: '$200.00, Check 1042', actorName: 'Ada Adler' },
    })
  })

  test('for several invoices pays each of them, and counts for their job', async () => {
    const job = { name: 'Bath', address: '230 Third St', customerId, approvedAmount: 100_000 }
    const { id: jobId } = await made('/api/jobs', job)
    const [first, second] = [await issued(100, { jobId }), await issued(200, { jobId })]
    await pay(25_000, [first, 10_000], [second, 15_000])
    expect(await moneyOf(first)).toEqual(['paid', 10_000, 0])
    expect(await moneyOf(second)).toEqual(['partPaid', 15_000, 5000])
    expect(await get(`/api/jobs/${jobId}/invoicing`)).toMatchObject({ paid: 25_000, owed: 5000 })
    expect(await account()).toMatchObject({
      ...{ owed: 5000, credit: 0, openCount: 1 },
      open: [{ id: second, owed: 5000, status: 'partPaid' }],
    })
  })

  test('is found by its reference, such as the number of a check', async () => {
    const { id } = await credit(100, { reference: 'Chk 77-1188' })
    await credit(100, { reference: null })
    const found = async (search: string) =>
      (await get(`/api/payments?search=${search}&limit=6&total=false`)).map(
        (one: { id: string }) => one.id,
      )
    expect(await found('1188')).toEqual([id])
    expect(await found('chk%2077')).toEqual([id])
    expect(await found('1189')).toEqual([])
    expect((await get('/api/payment-totals?search=1188')).count).toBe(1)
  })

  test('of more than is owed is credit when that is meant', async () => {
    const id = await issued(100)
    const all = payment(15_000, [[id, 10_000]])
    const refused = await post('/api/payments', all)
    expect(refused.body.fields).toEqual({
      keepCredit: '$50.00 is for no invoice. Keep it as credit',
    })
    expect(await moneyOf(id)).toEqual(['open', 0, 10_000])
    const paid = await made('/api/payments', { ...all, keepCredit: true })
    expect(paid.unapplied).toBe(5000)
    expect(await account()).toMatchObject({ owed: 0, credit: 5000 })
  })

  test.each([
    ['nothing', { amount: 0 }, 'amount'],
    ['less than nothing', { amount: -100 }, 'amount'],
    ['half a cent', { amount: 100.5 }, 'amount'],
    ['10^15', { amount: 1e15 }, 'amount'],
    ['tomorrow', { day: addDays(dayIn(timeZone, new Date()), 3650) }, 'day'],
    ['no day', { day: '2026-02-30' }, 'day'],
    ['another method', { method: 'gold' }, 'method'],
    ['nobody', { customerId: '0198c0de-0000-7000-8000-000000000001' }, 'customerId'],
  ])('of %s is refused', async (_, change, field) => {
    const id = await issued(100)
    const answer = await post('/api/payments', { ...payment(100, [[id, 100]]), ...change })
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [field]])
    expect(await moneyOf(id)).toEqual(['open', 0, 10_000])
    expect(await get(`/api/payments?customerId=${customerId}`)).toEqual([])
  })

  test('is refused for what cannot be paid, with the reason at its invoice', async () => {
    const [open, paid, gone] = [await issued(100), await issued(10), await issued(20)]
    await pay(1000, [paid, 1000])
    await made(`/api/invoices/${gone}/void`, { reason: 'Twice' })
    const lines = [{ description: 'Door', quantity: '1', unitPrice: '1' }]
    const draft = { customerId, title: 'Doors', basis: { kind: 'lines' }, lines }
    const { id: unissued } = await made('/api/invoices', draft)
    customerId = await newCustomer('Tom Kowalski')
    const foreign = await issued(100)
    customerId = (await invoice(open)).customerId
    const all = [open, paid, gone, unissued, foreign].map((id) => [id, 10_001] as const)
    const { number } = await invoice(open)
    expect((await post('/api/payments', payment(60_000, all))).body.fields).toEqual({
      'allocations.0.amount': `Only $100.00 is owed of invoice ${number}`,
      'allocations.1.amount': expect.stringMatching(/is paid already$/),
      'allocations.2.amount': expect.stringMatching(/is void$/),
      'allocations.3.amount': 'This is no invoice of this customer',
      'allocations.4.amount': 'This is no invoice of this customer',
    })
    const more = await post('/api/payments', payment(5000, [[open, 6000]]))
    expect(more.body.fields).toEqual({ amount: 'The invoices add up to $60.00' })
    const twice = [[open, 100] as const, [open, 100] as const]
    expect((await post('/api/payments', payment(200, twice))).body.fields).toEqual({
      allocations: 'Each invoice can be paid once',
    })
    expect(await moneyOf(open)).toEqual(['open', 0, 10_000])
  })

  test('of the last cent three times at once is recorded once', async () => {
    const id = await issued(100)
    await pay(9999, [id, 9999])
    const lock = `select from customers where id = '${customerId}' for update`
    const answers = await race(w, lock, () => post('/api/payments', payment(1, [[id, 1]])))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400])
    expect(await moneyOf(id)).toEqual(['paid', 10_000, 0])
  })

  test('while its invoice becomes void: one of both happens', async () => {
    const id = await issued(100)
    const lock = `select from customers where id = '${customerId}' for update`
    let calls = 0
    const answers = await race(w, lock, () => {
      calls += 1
      return calls === 2
        ? post('/api/payments', payment(100, [[id, 100]]))
        : post(`/api/invoices/${id}/void`, { reason: 'Twice' })
    })
    const { status, paid } = await invoice(id)
    const ok = answers.filter((answer) => answer.status < 300)
    expect(ok).toHaveLength(1)
    expect([status, paid]).toEqual(ok[0]?.body.kind === 'payment' ? ['partPaid', 100] : ['void', 0])
  })

  test('is listed by customer and invoice, the last day first', async () => {
    const id = await issued(100)
    const old = await made('/api/payments', { ...payment(100, [[id, 100]]), day: '2026-01-05' })
    const recent = await credit(200)
    const ids = async (query: string) =>
      (await get(`/api/payments?${query}`)).map((one: { id: string }) => one.id)
    expect(await ids(`customerId=${customerId}`)).toEqual([recent.id, old.id])
    expect(await ids(`invoiceId=${id}`)).toEqual([old.id])
    expect(await ids(`customerId=${customerId}&to=2026-01-05`)).toEqual([old.id])
    const first = await w.call('ada', 'GET', `/api/payments?customerId=${customerId}&limit=1`)
    expect(first.headers['x-total-count']).toBe('2')
    expect(await ids(`customerId=${customerId}&limit=1&after=${recent.id}`)).toEqual([old.id])
  })

  test('keeps its customer and cannot be changed in the database', async () => {
    await pay(100, [await issued(1), 100])
    expect((await w.call('ada', 'DELETE', `/api/customers/${customerId}`)).status).toBe(409)
    for (const statement of [
      'update payments set amount = 1',
      'delete from payments',
      'update payment_allocations set amount = 1',
      'delete from payment_allocations',
    ])
      await expect(w.pool.query(statement)).rejects.toThrow('payments are only added to')
  })
})

describe('a reversal', () => {
  test('takes a payment back from all of its invoices', async () => {
    const [first, second] = [await issued(100), await issued(200)]
    const paid = await pay(25_000, [first, 10_000], [second, 15_000])
    const reversed = await made(`/api/payments/${paid.id}/reverse`, { note: 'It bounced' })
    expect(reversed).toMatchObject({ isReversed: true, unapplied: 0, allocations: [] })
    expect(await moneyOf(first)).toEqual(['open', 0, 10_000])
    expect(await moneyOf(second)).toEqual(['open', 0, 20_000])
    expect(await account()).toMatchObject({ owed: 30_000, credit: 0 })
    const [entry] = await get(`/api/payments?customerId=${customerId}&limit=1`)
    expect(entry).toMatchObject({ reversesId: paid.id, amount: -25_000, note: 'It bounced' })
    expect((await invoice(first)).events.at(-1)).toMatchObject({
      ...{ kind: 'takenBack', note: '$100.00, It bounced' },
    })
    for (const id of [paid.id, entry.id]) expect((await reverse(id)).status).toBe(409)
  })

  test('three times at once happens once', async () => {
    const paid = await credit(100)
    const lock = `select from customers where id = '${customerId}' for update`
    const answers = await race(w, lock, () => reverse(paid.id))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await account()).toMatchObject({ credit: 0 })
  })

  test('counts from the day of its payment, also where the company moved to the west', async () => {
    const id = await issued(100)
    const paid = await pay(10_000, [id, 10_000])
    const zone = { timeZone: 'Pacific/Pago_Pago' }
    const [{ day }] = (await w.pool.query(`select max(day)::text as day from payments`)).rows
    await w.db.update(settings).set(zone)
    const before = w.clock.now
    w.clock.now = new Date(`${day}T06:00:00Z`)
    expect((await reverse(paid.id)).status).toBe(200)
    const { rows } = await w.pool.query(
      `select day::text as day from payment_allocations where payment_id = '${paid.id}'`,
    )
    expect(rows).toEqual([{ day }, { day }])
    w.clock.now = before
    await w.db.update(settings).set({ timeZone })
  })

  test('needs a reason', async () => {
    const { id } = await credit(100)
    const { body } = await post(`/api/payments/${id}/reverse`, { note: ' ' })
    expect(body.fields).toEqual({ note: 'Say why it is reversed' })
  })
})

describe('credit', () => {
  test('is used for invoices, the oldest payment first, and taken back', async () => {
    const recent = await credit(5000)
    const old = await credit(4000, { day: '2026-01-05' })
    const id = await issued(60)
    expect((await apply([id, 6000])).body).toMatchObject({ owed: 0, credit: 3000 })
    expect((await invoice(id)).payments).toMatchObject([
      { paymentId: old.id, amount: 4000 },
      { paymentId: recent.id, amount: 2000 },
    ])
    expect((await release(id, old.id)).body).toMatchObject({ owed: 4000, credit: 7000 })
    const again = await release(id, old.id)
    expect([again.status, again.body.code]).toEqual([409, 'nothingApplied'])
    expect(await moneyOf(id)).toEqual(['partPaid', 2000, 4000])
  })

  test('needs an invoice to be used for, which is no credit memo', async () => {
    await credit(5000)
    expect((await apply()).body.fields).toEqual({ allocations: 'Choose an invoice' })
    const memo = await issued(20, { kind: 'creditMemo' })
    const { number } = await invoice(memo)
    expect((await apply([memo, 100])).body.fields).toEqual({
      'allocations.0.amount': `${number} is a credit memo`,
    })
  })

  test('of a memo for another job counts as paid on neither', async () => {
    const newJob = async () =>
      (await made('/api/jobs', { name: 'Bath', address: '1 Elm St', customerId })).id
    const [first, second] = [await newJob(), await newJob()]
    await issued(20, { kind: 'creditMemo', jobId: first })
    const id = await issued(50, { jobId: second })
    expect((await apply([id, 2000])).status).toBe(200)
    const paidOf = async (jobId: string) => (await get(`/api/jobs/${jobId}/invoicing`)).paid
    expect([await paidOf(first), await paidOf(second)]).toEqual([0, 0])
    expect(await invoice(id)).toMatchObject({ paid: 2000, received: 0, owed: 3000 })
  })

  test('is not used for more than there is, or than is owed', async () => {
    await credit(5000)
    const [first, second] = [await issued(40), await issued(40)]
    expect((await apply([first, 4000], [second, 1001])).body.fields).toEqual({
      allocations: 'Their credit is $50.00',
    })
    expect((await apply([first, 4001])).body.fields).toHaveProperty('allocations.0.amount')
    const lock = `select from customers where id = '${customerId}' for update`
    const answers = await race(w, lock, () => apply([second, 4000]))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    expect(await account()).toMatchObject({ owed: 4000, credit: 1000 })
  })

  test('is paid back, after which its payment stays until the refund is reversed', async () => {
    const paid = await credit(5000)
    expect((await refund(5001)).body.fields).toEqual({ amount: 'Their credit is $50.00' })
    const back = await refund(2000)
    expect(back.body).toMatchObject({ kind: 'refund', amount: 2000, unapplied: 0 })
    expect(await account()).toMatchObject({ credit: 3000 })
    const refused = await reverse(paid.id)
    expect([refused.status, refused.body.code]).toEqual([409, 'creditPaidBack'])
    expect((await reverse(back.body.id)).status).toBe(200)
    expect(await account()).toMatchObject({ credit: 5000 })
    expect((await reverse(paid.id)).status).toBe(200)
    expect((await refund(1)).body.fields).toEqual({ amount: 'They have no credit' })
  })

  test('is not paid back on a day before it was there', async () => {
    await credit(5000)
    await credit(1000, { day: '2026-01-05' })
    const answer = await refund(2000, { day: '2026-01-10' })
    expect(answer.body.fields).toEqual({
      day: 'Their credit was $10.00 on this day. Choose a later one',
    })
    expect((await refund(1000, { day: '2026-01-10' })).status).toBe(201)
  })

  test('counts from the day on which it is applied', async () => {
    const id = await issued(50)
    const { id: paymentId } = await credit(5000, { day: addDays(today(), -3) })
    await apply([id, 5000])
    const { rows } = await w.pool.query(
      `select day::text as day, amount from payment_allocations where payment_id = '${paymentId}'`,
    )
    expect(rows).toEqual([{ day: today(), amount: '5000' }])
  })
})

describe('a write-off', () => {
  const writeOff = (id: string, facts: object = {}) =>
    post(`/api/invoices/${id}/write-off`, {
      ...{ day: today(), amount: 4000, note: 'Moved away', ...facts },
    })

  test('ends what is owed without money, and is reversed as a whole', async () => {
    const id = await issued(100)
    await pay(6000, [id, 6000])
    const { body } = await writeOff(id)
    expect(body).toMatchObject({ kind: 'writeOff', method: null, amount: 4000, unapplied: 0 })
    expect(await moneyOf(id)).toEqual(['paid', 10_000, 0])
    expect(await account()).toMatchObject({ owed: 0, credit: 0 })
    // It is covered, but only a part of it was paid with money.
    expect(await invoice(id)).toMatchObject({ received: 6000 })
    const { path: url } = await get(`/api/invoices/${id}/link`)
    const page = await w.app.inject({ url, headers: { host: 'localhost' } })
    expect(page.body).toContain('Settled')
    expect(page.body).not.toContain('Thank you')
    expect((await release(id, body.id)).body.fields).toHaveProperty('id')
    expect((await reverse(body.id)).status).toBe(200)
    expect(await moneyOf(id)).toEqual(['partPaid', 6000, 4000])
    expect(await account()).toMatchObject({ owed: 4000, credit: 0 })
  })

  test.each([
    ['more than is owed', { amount: 10_001 }, 'amount'],
    ['nothing', { amount: 0 }, 'amount'],
    ['a day before the invoice', { day: '2026-01-05' }, 'day'],
    ['a day to come', { day: '2999-12-31' }, 'day'],
    ['no reason', { note: '' }, 'note'],
  ])('of %s is refused', async (_, change, field) => {
    const id = await issued(100)
    const answer = await writeOff(id, change)
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [field]])
    expect(await moneyOf(id)).toEqual(['open', 0, 10_000])
  })
})

test('an invoice that is paid in part becomes void once its payments are taken back', async () => {
  const id = await issued(100)
  const paid = await pay(100, [id, 100])
  const voids = () => post(`/api/invoices/${id}/void`, { reason: 'Twice' })
  const refused = await voids()
  expect([refused.status, refused.body.code]).toEqual([409, 'moneyApplied'])
  await release(id, paid.id)
  expect((await voids()).status).toBe(200)
  expect(await account()).toMatchObject({ owed: 0, credit: 100 })
})

describe('the money of some days', () => {
  const received = async (query: string) => get(`/api/payment-totals?${query}`)

  test('is payments less refunds, each with its reversal on the day of that, without credit', async () => {
    const id = await issued(200)
    const [from, to] = [addDays(today(), -9), today()]
    const days = `money=true&customerId=${customerId}`
    await credit(10_000, { day: from })
    await made('/api/refunds', { customerId, day: from, amount: 4_000, method: 'cash' })
    await credit(3_000, { day: addDays(from, -1) })
    const wrong = await credit(2_500, { day: from })
    await made(`/api/payments/${wrong.id}/reverse`, { note: 'Bounced' })
    await made(`/api/invoices/${id}/write-off`, { day: to, amount: 500, note: 'Rounding' })
    await apply([id, 1_000])
    expect(await received(`${days}&from=${from}&to=${from}`)).toEqual({
      ...{ count: 3, received: 10_000 - 4_000 + 2_500 },
    })
    expect(await received(`${days}&from=${from}&to=${to}`)).toEqual({ count: 4, received: 6_000 })
    expect(await received(days)).toEqual({ count: 5, received: 9_000 })
    const rows = await get(`/api/payments?${days}&from=${from}&to=${to}`)
    expect(
      rows.map(({ kind, amount }: { kind: string; amount: number }) => [kind, amount]),
    ).toEqual([
      ...[
        ['payment', -2_500],
        ['payment', 2_500],
        ['refund', 4_000],
        ['payment', 10_000],
      ],
    ])
    expect((await received(`customerId=${customerId}`)).count).toBe(6)
  })

  test('is that of a year on the page of its completions', async () => {
    const year = today().slice(0, 4)
    const all = await received(`money=true&from=${year}-01-01&to=${year}-12-31`)
    expect((await get(`/api/completions?year=${year}`)).received).toBe(all.received)
    expect(all.received).not.toBe(0)
    expect((await get('/api/completions?year=1999')).received).toBe(0)
  })

  test('is also that of a job, by the invoices that it was used for', async () => {
    const fields = { address: '5 Elm St', status: 'in_progress', customerId }
    const { id: jobId } = await made('/api/jobs', { ...fields, name: 'Porch' })
    const { id: otherId } = await made('/api/jobs', { ...fields, name: 'Deck' })
    const [one, other] = [await issued(100, { jobId }), await issued(100, { jobId: otherId })]
    const shared = await pay(14_500, [one, 8_500], [other, 6_000])
    const mine = await pay(1_000, [one, 1_000])
    await pay(2_000, [other, 2_000])
    await reverse((await pay(500, [one, 500])).id)
    const ids = (await get(`/api/payments?jobId=${jobId}`)).map(({ id }: { id: string }) => id)
    expect(ids).toEqual([mine.id, shared.id])
    expect((await received(`jobId=${otherId}`)).count).toBe(2)
  })

  test('is refused with a filter that is none', async () => {
    for (const query of ['money=false', 'jobId=x', 'from=yesterday'])
      expect((await w.call('ada', 'GET', `/api/payment-totals?${query}`)).status).toBe(400)
  })
})

describe('a merge of customers', () => {
  test('moves the payments; its undo waits until none is shared', async () => {
    const into = customerId
    const open = await issued(100)
    customerId = await newCustomer('Nancy Boyd Inc')
    const from = customerId
    const paid = await credit(5000)
    await made(`/api/customers/${into}/merge`, { customerId: from })
    customerId = into
    expect(await account()).toMatchObject({ owed: 10_000, credit: 5000 })
    await apply([open, 5000])
    const undo = () => post(`/api/customers/${from}/undo-merge`, {})
    const refused = await undo()
    expect([refused.status, refused.body.code]).toEqual([409, 'moneyShared'])
    await release(open, paid.id)
    expect((await undo()).status).toBe(200)
    expect(await account()).toMatchObject({ owed: 10_000, credit: 0 })
    customerId = from
    expect(await account()).toMatchObject({ owed: 0, credit: 5000 })
  })

  test('moves a payment back together with its reversal', async () => {
    const into = customerId
    customerId = await newCustomer('Nancy Boyd Inc')
    const from = customerId
    const paid = await credit(5000)
    await made(`/api/customers/${into}/merge`, { customerId: from })
    expect((await reverse(paid.id)).status).toBe(200)
    await made(`/api/customers/${from}/undo-merge`, {})
    const amounts = async (id: string) =>
      (await get(`/api/payments?customerId=${id}`)).map((one: { amount: number }) => one.amount)
    expect(await amounts(from)).toEqual([-5000, 5000])
    expect(await amounts(into)).toEqual([])
    const { customers } = await get('/api/receivables/ageing')
    const ids = customers.map((one: { customerId: string }) => one.customerId)
    expect(ids.filter((id: string) => [from, into].includes(id))).toEqual([])
  })

  test('that is undone while a reversal waits does not let it go on with the wrong lock', async () => {
    const into = customerId
    customerId = await newCustomer('Nancy Boyd Inc')
    const from = customerId
    const paid = await credit(5000)
    await made(`/api/customers/${into}/merge`, { customerId: from })
    const [waits] = await Promise.all([
      reverse(paid.id),
      post(`/api/customers/${from}/undo-merge`, {}),
    ])
    expect(waits.status).toBe(200)
    expect(await account()).toMatchObject({ credit: 0 })
  })
})

describe('a receipt', () => {
  test('says what was paid, how, and for which invoices', async () => {
    const id = await issued(100)
    const paid = await made('/api/payments', {
      ...payment(15_000, [[id, 10_000]]),
      ...{ keepCredit: true, note: 'In the mail box' },
    })
    const { number } = await invoice(id)
    const page = await w.call('ada', 'GET', `/api/payments/${paid.id}/receipt`)
    for (const words of ['Receipt', 'Check 1042', `Invoice ${number}`, '$100.00', '$50.00'])
      expect(page.text).toContain(words)
    expect(page.text).not.toContain('In the mail box')
    const pdf = await w.call('ada', 'GET', `/api/payments/${paid.id}/receipt.pdf`)
    expect([pdf.status, pdf.text.slice(0, 5)]).toEqual([200, '%PDF-'])
    await reverse(paid.id)
    const after = await w.call('ada', 'GET', `/api/payments/${paid.id}/receipt`)
    expect(after.text).toContain('Reversed')
  })

  test('is there for money that moved alone, and is sent where emails are', async () => {
    const id = await issued(100)
    const note = { day: today(), amount: 100, note: 'Moved away' }
    const written = await made(`/api/invoices/${id}/write-off`, note)
    const answer = await w.call('ada', 'GET', `/api/payments/${written.id}/receipt`)
    expect([answer.status, answer.body.code]).toEqual([409, 'noReceipt'])
    const gone = await credit(100)
    await reverse(gone.id)
    const email1 = { email: 'n@example.com' }
    const late = await post(`/api/payments/${gone.id}/send-receipt`, email1)
    expect([late.status, late.body.code]).toEqual([409, 'noReceipt'])
    const paid = await credit(100)
    const sent = await post(`/api/payments/${paid.id}/send-receipt`, { email: 'n@example.com' })
    expect([sent.status, sent.body.code]).toEqual([409, 'emailsOff'])
    const email = { ...payment(100, []), keepCredit: true, email: 'n@example.com' }
    expect((await post('/api/payments', email)).body.code).toBe('emailsOff')
    expect(await account()).toMatchObject({ credit: 100 })
    expect(await w.db.$count(deliveries)).toBe(0)
  })
})
