import { addDays } from '@plumbline/contract/dates.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { settings as company } from '../../schema/settings.ts'
import { turnTo } from '../../testing/pass.ts'
import { race } from '../../testing/race.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

// No emails are sent by this server.
let w: TestApp
let customerId: string
beforeAll(async () => {
  w = await testApp()
  const facts = { companyName: 'Ridgeline Builders', timeZone: 'America/Chicago' }
  await w.db.insert(company).values(facts)
})
afterAll(() => w.close())
beforeEach(async () => {
  await w.pool.query('truncate invoices, payments, reminder_settings cascade')
  await turnTo(w, '2026-01-05T18:00:00Z')
  await send('PUT', '/api/reminder-settings', { isOn: true, steps: [3, 14] })
  customerId = (await post('/api/customers', { name: 'Nancy Boyd' })).id
})

const send = async (method: 'POST' | 'PUT', url: string, body: object) => {
  const answer = await w.call('ada', method, url, body)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}
const post = (url: string, body: object = {}) => send('POST', url, body)
const settings = (change: object, headers = {}) =>
  w.call('ada', 'PUT', '/api/reminder-settings', change, headers)

/** An invoice of $100 that is due on a day. */
async function issued(dueOn = '2026-02-01'): Promise<string> {
  const lines = [{ description: 'Door', quantity: '1', unitPrice: '100' }]
  const due = { terms: 'day', dueOn }
  const draft = { customerId, title: 'Doors', basis: { kind: 'lines' }, lines, ...due }
  const { id } = await post('/api/invoices', draft)
  await post(`/api/invoices/${id}/issue`)
  return id
}
const toSend = async (query = '') => w.call('ada', 'GET', `/api/reminders${query}`)
const idsToSend = async () =>
  (await toSend()).body.map(({ invoiceId }: { invoiceId: string }) => invoiceId)
const done = (id: string) => w.call('ada', 'POST', `/api/invoices/${id}/reminders/done`)

test('a due reminder is listed until it is done, and then the next one waits', async () => {
  const id = await issued()
  await turnTo(w, '2026-02-04T14:59:59Z')
  expect(await idsToSend()).toEqual([])
  expect((await done(id)).body.code).toBe('noReminderDue')
  await turnTo(w, '2026-02-04T15:00:00Z')
  const { number } = (await w.call('ada', 'GET', `/api/invoices/${id}`)).body
  expect((await toSend()).body).toMatchObject([
    {
      ...{ invoiceId: id, number, customerId, customerName: 'Nancy Boyd', amount: 10_000 },
      ...{ dueOn: '2026-02-01', since: '2026-02-04', subject: `Reminder of invoice ${number}` },
      text: expect.stringContaining(`${number}: $100.00 is open, due Feb 1, 2026.`),
    },
  ])
  const read = await w.call('ada', 'GET', `/api/invoices/${id}/reminders`)
  expect(read.body).toEqual({
    ...{ isOn: true, off: false, customerOff: false, nextOn: '2026-02-04', isToSend: true },
  })
  expect((await done(id)).body).toMatchObject({ nextOn: '2026-02-15', isToSend: false })
  expect((await done(id)).status).toBe(409)
  expect(await idsToSend()).toEqual([])
  const { events } = (await w.call('ada', 'GET', `/api/invoices/${id}`)).body
  expect(events.at(-1)).toMatchObject({ kind: 'reminded', actorName: 'Ada Adler', note: null })
})

test('the list of invoices has the reminders of each on which something is owed', async () => {
  const id = await issued()
  const paid = await issued()
  const allocations = [{ invoiceId: paid, amount: 10_000 }]
  const payment = { customerId, day: '2026-01-05', method: 'check', amount: 10_000, allocations }
  await post('/api/payments', payment)
  const remindersOf = async () => {
    const { body } = await w.call('ada', 'GET', '/api/invoices')
    return [id, paid].map((of) => body.find((one: { id: string }) => one.id === of).reminder)
  }
  const next = { sent: 0, nextOn: '2026-02-04', isOff: false }
  expect(await remindersOf()).toEqual([next, null])
  await turnTo(w, '2026-02-04T15:00:00Z')
  await done(id)
  expect(await remindersOf()).toEqual([{ ...next, sent: 1, nextOn: '2026-02-15' }, null])
  await send('PUT', `/api/invoices/${id}/reminders`, { off: true })
  expect(await remindersOf()).toEqual([{ sent: 1, nextOn: null, isOff: true }, null])
  await send('PUT', `/api/invoices/${id}/reminders`, { off: false })
  await send('PUT', `/api/customers/${customerId}/reminders`, { off: true })
  expect(await remindersOf()).toMatchObject([{ sent: 1, isOff: true }, null])
})

test('of several who are done at once, one is', async () => {
  const id = await issued()
  await turnTo(w, '2026-02-04T15:00:00Z')
  const lock = `select from customers where id = '${customerId}' for update`
  const statuses = await race(w, lock, async () => (await done(id)).status)
  expect(statuses.sort()).toEqual([200, 409, 409])
})

test('what is paid, covered by credit, void or switched off is not listed', async () => {
  const ids: string[] = []
  for (let n = 0; n < 5; n++) ids.push(await issued(addDays('2026-02-01', n)))
  const [covered, partly, paid, ended, off] = ids as [string, string, string, string, string]
  await turnTo(w, '2026-02-20T15:00:00Z')
  expect(await idsToSend()).toEqual(ids)
  const entry = { customerId, day: '2026-02-20', method: 'check', keepCredit: true }
  const allocations = [{ invoiceId: paid, amount: 10_000 }]
  await post('/api/payments', { ...entry, amount: 25_000, allocations })
  await post(`/api/invoices/${ended}/void`, { reason: 'Twice' })
  await send('PUT', `/api/invoices/${off}/reminders`, { off: true })
  expect(await idsToSend()).toEqual([partly])
  expect((await toSend()).body[0]).toMatchObject({ amount: 5000 })
  await post(`/api/customers/${customerId}/apply-credit`, {
    allocations: [{ invoiceId: covered, amount: 10_000 }],
  })
  expect(await idsToSend()).toEqual([partly])
  await send('PUT', `/api/customers/${customerId}/reminders`, { off: true })
  expect(await idsToSend()).toEqual([])
})

test('an invoice that credit covers has no reminder to send', async () => {
  const id = await issued()
  await turnTo(w, '2026-02-05T18:00:00Z')
  const isToSend = async () =>
    (await w.call('ada', 'GET', `/api/invoices/${id}/reminders`)).body.isToSend
  expect(await isToSend()).toBe(true)
  const credit = { customerId, day: '2026-01-05', amount: 10_000, method: 'check' }
  await post('/api/payments', { ...credit, keepCredit: true, allocations: [] })
  expect(await isToSend()).toBe(false)
  expect((await done(id)).body.code).toBe('noReminderDue')
})

test('reminders that are off for a customer stay off when it is merged into another one', async () => {
  const id = await issued()
  const { id: other } = await post('/api/customers', { name: 'Nancy B.' })
  await send('PUT', `/api/customers/${other}/reminders`, { off: true })
  await turnTo(w, '2026-02-05T18:00:00Z')
  expect(await idsToSend()).toEqual([id])
  await post(`/api/customers/${customerId}/merge`, { customerId: other })
  expect((await w.call('ada', 'GET', `/api/customers/${customerId}`)).body.remindersOff).toBe(true)
  // Also that of the other one, which was due before.
  expect(await idsToSend()).toEqual([])
  expect((await done(id)).body.code).toBe('noReminderDue')
})

test('the list is read in pages, the one that waits longest first', async () => {
  const ids = [await issued('2026-02-02'), await issued(), await issued('2026-02-03')]
  await turnTo(w, '2026-02-07T15:00:00Z')
  const [second, first, third] = ids
  const page = await toSend('?limit=2')
  expect(page.body.map((one: { invoiceId: string }) => one.invoiceId)).toEqual([first, second])
  expect(page.headers['x-total-count']).toBe('3')
  const next = /<([^>]+)>/.exec(String(page.headers.link))?.[1] ?? ''
  expect((await w.call('ada', 'GET', next)).body).toMatchObject([{ invoiceId: third }])
})

test('the settings are off, then what was changed, in order', async () => {
  await w.pool.query('truncate reminder_settings')
  const first = await w.call('ada', 'GET', '/api/reminder-settings')
  expect(first.body).toMatchObject({ isOn: false, steps: [-3, 3, 14, 30] })
  const version = { 'if-match': first.headers.etag ?? '' }
  const change = { isOn: true, steps: [30, -7, 0], text: 'Pay {amount} by {due day}' }
  expect((await settings(change, version)).body).toMatchObject({ ...change, steps: [-7, 0, 30] })
  expect((await settings({ isOn: false }, version)).status).toBe(412)
})

test.each([
  [{ steps: [] }, { steps: 'Add a step' }],
  [{ steps: [1, 2, 3, 4, 5, 6, 7] }, { steps: 'At most 6 steps' }],
  [{ steps: [3, 3] }, { 'steps.1': 'This step is there twice' }],
  [{ steps: [366] }, { 'steps.0': 'At most 365 days' }],
  [{ steps: [1.5] }, { 'steps.0': 'Whole days only' }],
  [{ subject: '' }, { subject: 'Write a subject' }],
  [{ subject: 'A\nB' }, { subject: 'Contains characters that cannot be used' }],
  [{ text: 'Pay {total}' }, { text: '{total} is not one of {invoice}, {amount}, {due day}' }],
])('refuses %j', async (change, fields) => {
  expect((await settings(change)).body).toMatchObject({ code: 'invalid', fields })
})
