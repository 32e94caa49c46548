import type { Notification } from '@plumbline/contract/notifications.ts'
import { notificationPath } from '@plumbline/contract/notificationTexts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settings } from '../../schema/settings.ts'
import { joinEveryone } from '../../testing/notifications.ts'
import { type Name, type TestApp, testApp } from '../../testing/testApp.ts'
import { notifyOnce } from './notifier.ts'

// The app does not listen, so that nobody is notified before the test triggers it.
let w: TestApp
beforeAll(async () => {
  w = await testApp()
  await w.db.insert(settings).values({ companyName: 'Ridgeline', timeZone: 'America/Chicago' })
  await joinEveryone(w)
})
afterAll(() => w.close())

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
