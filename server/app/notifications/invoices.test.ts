import { dayIn } from '@plumbline/contract/dates.ts'
import type { Notification } from '@plumbline/contract/notifications.ts'
import { notificationPath } from '@plumbline/contract/notificationTexts.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { notifications } from '../../schema/notifications.ts'
import { settings } from '../../schema/settings.ts'
import { joinEveryone } from '../../testing/notifications.ts'
import { turnTo } from '../../testing/pass.ts'
import { type Name, type TestApp, testApp } from '../../testing/testApp.ts'
import { notifyOnce } from './notifier.ts'
import { publishOverdue } from './overdue.ts'

// The app does not listen, so that nobody is notified before the test triggers it.
let w: TestApp
beforeAll(async () => {
  w = await testApp()
  await w.db.insert(settings).values({ companyName: 'Ridgeline', timeZone: 'America/Chicago' })
  await joinEveryone(w)
})
afterAll(() => w.close())
beforeEach(async () => {
  await w.db.delete(notifications)
})

const post = async (url: string, body: object = {}) => {
  const answer = await w.call('ada', 'POST', url, body)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}

async function notified(name: Name): Promise<Notification[]> {
  while (await w.db.transaction((tx) => notifyOnce(tx, { now: w.clock.now, emails: false })));
  const { body } = await w.call(name, 'GET', '/api/notifications')
  return body.filter((one: Notification) => one.name.startsWith('invoice.'))
}
const linesOf = async (name: Name) =>
  (await notified(name)).map((one) => `${one.subject} at ${notificationPath(one)}`)

/** A job of a client for a customer, and what is issued for it. */
async function jobOf(name: Name, customerId: string) {
  const job = { name: 'Porch', address: '5 Elm St', clientId: w.idOf(name), customerId }
  const jobId: string = (await post('/api/jobs', job)).id
  const lines = [{ description: 'Doors', quantity: '1', unitPrice: '120' }]
  const draft = { customerId, jobId, title: 'Doors', basis: { kind: 'lines' }, lines }
  return async (change: object = {}) => {
    const { id } = await post('/api/invoices', { ...draft, ...change })
    return post(`/api/invoices/${id}/issue`)
  }
}

test('the client is notified of a credit memo, and of money that came in for their invoice', async () => {
  const customerId = (await post('/api/customers', { name: 'Omar' })).id
  const [issue, issueOther] = [await jobOf('cleo', customerId), await jobOf('carl', customerId)]
  const own = await issue()
  await notified('cleo')
  await w.db.delete(notifications)

  const memo = await issue({ kind: 'creditMemo', title: 'Too much' })
  expect(await linesOf('cleo')).toEqual([`${memo.number}, Too much at /invoices/${memo.id}`])
  expect((await notified('cleo')).map(({ name }) => name)).toEqual(['invoice.credited'])
  await w.db.delete(notifications)

  const day = dayIn('America/Chicago', w.clock.now)
  const entry = { customerId, day, amount: 3_000, method: 'check' }
  const others = [await issueOther(), await issueOther({ jobId: null })]
  const allocations = [own, ...others].map(({ id }) => ({ invoiceId: id, amount: 1_000 }))
  await post('/api/payments', { ...entry, allocations })
  // None of these is money that came in for an invoice.
  await post('/api/payments', { ...entry, allocations: [], keepCredit: true })
  const used = { allocations: [{ invoiceId: own.id, amount: 1_000 }] }
  await post(`/api/customers/${customerId}/apply-credit`, used)
  await post(`/api/invoices/${own.id}/write-off`, { day, amount: 500, note: 'Rounding' })
  expect(await linesOf('cleo')).toEqual([`${own.number}, Doors at /invoices/${own.id}`])
  expect((await notified('cleo')).map(({ name }) => name)).toEqual(['invoice.received'])
  const carls = (await notified('carl')).map(({ name }) => name)
  expect(carls.sort()).toEqual(['invoice.issued', 'invoice.received'])
  expect(await notified('ada')).toEqual([])
})

test('the client is notified of an invoice to them, which leads to it, until it is void', async () => {
  const customerId = (await post('/api/customers', { name: 'Olga' })).id
  const otherId = (await post('/api/customers', { name: 'Nancy' })).id
  const job = { name: 'Porch', address: '5 Elm St', clientId: w.idOf('cleo'), customerId }
  const jobId = (await post('/api/jobs', job)).id
  await post(`/api/jobs/${jobId}/subcontractors`, { subcontractorId: w.idOf('sam') })
  const lines = [{ description: 'Doors', quantity: '1', unitPrice: '120' }]
  const draft = { customerId, jobId, title: 'Doors', basis: { kind: 'lines' }, lines }
  const issued = async (change: object) => {
    const { id } = await post('/api/invoices', { ...draft, ...change })
    return post(`/api/invoices/${id}/issue`)
  }
  // Neither is for the client.
  await post('/api/invoices', draft)
  await issued({ customerId: otherId, title: 'Windows' })
  expect(await notified('cleo')).toEqual([])

  const { id, number } = await issued({})
  expect(await linesOf('cleo')).toEqual([`${number}, Doors at /invoices/${id}`])
  for (const name of ['ada', 'sam', 'carl'] as const) expect(await notified(name)).toEqual([])
  const unread = async () =>
    (await w.call('cleo', 'GET', '/api/notifications/unread')).body.notifications
  expect(await unread()).toBe(1)

  await post(`/api/invoices/${id}/void`, { reason: 'Wrong' })
  expect(await notified('cleo')).toEqual([])
  expect(await unread()).toBe(0)
})

test('admins are notified once that an invoice is overdue, from the day after its due day', async () => {
  const customerId = (await post('/api/customers', { name: 'Olga' })).id
  const jobId = (await post('/api/jobs', { name: 'Attic', address: '6 Elm St' })).id
  const lines = [{ description: 'Doors', quantity: '1', unitPrice: '120' }]
  await turnTo(w, '2026-03-02T18:00:00Z')
  const issued = async (title: string, dueOn: string, facts: object = {}) => {
    const due = { terms: 'day', dueOn }
    const draft = { customerId, title, basis: { kind: 'lines' }, lines, ...due, ...facts }
    return (await post('/api/invoices', draft)).id
  }
  const first = await issued('Of a job', '2026-03-03', { jobId })
  const second = await issued('Of no job', '2026-03-04')
  const paid = await issued('Paid', '2026-03-03')
  await issued('A draft', '2026-03-03')
  const memo = await issued('A memo', '2026-03-03', { kind: 'creditMemo' })
  for (const id of [first, second, paid, memo]) await post(`/api/invoices/${id}/issue`)
  await post('/api/payments', {
    ...{ customerId, day: '2026-03-02', amount: 12_000, method: 'cash' },
    allocations: [{ invoiceId: paid, amount: 12_000 }],
  })
  const overdue = async () => {
    await publishOverdue(w.db, w.clock.now)
    const all = await notified('ada')
    return all
      .filter(({ name }) => name === 'invoice.overdue')
      .map((one) => `${one.subject?.split(', ')[1]} at ${notificationPath(one)}`)
  }
  // The last minute of the due day in Chicago, and the first one after it.
  await turnTo(w, '2026-03-04T05:59:00Z')
  expect(await overdue()).toEqual([])
  await turnTo(w, '2026-03-04T06:00:00Z')
  expect(await overdue()).toEqual([`Of a job at /invoices/${first}`])
  expect(await overdue()).toHaveLength(1)
  await turnTo(w, '2026-03-05T06:00:00Z')
  expect((await overdue()).sort()).toEqual([
    `Of a job at /invoices/${first}`,
    `Of no job at /invoices/${second}`,
  ])
  for (const name of ['sam', 'cleo'] as const)
    expect((await notified(name)).map((one) => one.name)).not.toContain('invoice.overdue')
})
