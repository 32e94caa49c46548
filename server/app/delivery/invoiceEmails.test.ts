import { MINUTE_MS } from '@plumbline/contract/time.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { silentLog } from '../../platform/db/testing.ts'
import { openFileStore } from '../../platform/files/openStore.ts'
import { type Mailer, openMail } from '../../platform/mail/mail.ts'
import { deliveries } from '../../schema/delivery.ts'
import { invoices } from '../../schema/invoices.ts'
import { notifications } from '../../schema/notifications.ts'
import { settings as company } from '../../schema/settings.ts'
import { type MailCatcher, mailCatcher } from '../../testing/mailCatcher.ts'
import { joinEveryone } from '../../testing/notifications.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'
import { notifyOnce } from '../notifications/notifier.ts'
import { type Delivery, openDelivery } from './worker.ts'

const publicUrl = 'http://plumbline.example.com'
const TO = 'nancy@example.com'

let catcher: MailCatcher
let w: TestApp
let mail: Mailer | undefined
let parts: Parameters<typeof openDelivery>[0]
let delivery: Delivery
let customerId: string

beforeAll(async () => {
  catcher = await mailCatcher()
  const smtp = { url: catcher.url, from: 'Desk <desk@plumbline.example.com>' }
  w = await testApp({ publicUrl, smtp })
  const facts = { companyName: 'Ridgeline Builders', timeZone: 'America/Chicago' }
  await w.db.insert(company).values({ ...facts, phone: '555-0199' })
  const files = await openFileStore(w.settings)
  mail = openMail(w.settings, silentLog)
  const now = () => w.clock.now
  const common = { db: w.db, settings: w.settings, files, mail, now, log: silentLog }
  parts = { ...common, isPushService: () => true }
  delivery = openDelivery(parts)
  const customer = { name: 'Nancy Boyd', contacts: [{ name: 'Nancy', email: TO }] }
  customerId = (await w.call('ada', 'POST', '/api/customers', customer)).body.id
})
afterAll(async () => {
  await delivery.close()
  await mail?.close()
  await w.close()
  await catcher.close()
})
beforeEach(async () => {
  await w.db.delete(deliveries)
  catcher.emails.length = 0
  catcher.unknown.clear()
})

async function issue(facts: object = {}): Promise<string> {
  const lines = [{ description: 'Door', quantity: '1', unitPrice: '120.5', unit: 'each' }]
  const words = { title: 'Doors', note: 'Knocks', ...facts }
  const body = { customerId, ...words, basis: { kind: 'lines' }, lines }
  const { id } = (await w.call('ada', 'POST', '/api/invoices', body)).body
  const answer = await w.call('ada', 'POST', `/api/invoices/${id}/issue`, { email: TO })
  expect(answer.status, answer.text).toBe(200)
  return id
}
const read = async (id: string) => (await w.call('ada', 'GET', `/api/invoices/${id}`)).body
const eventsOf = async (id: string) =>
  (await read(id)).events.map(({ kind, note }: { kind: string; note: string }) => [kind, note])

test('an invoice is emailed when it is issued, with its link and its PDF', async () => {
  const id = await issue()
  const { number } = await read(id)
  const { path } = (await w.call('ada', 'GET', `/api/invoices/${id}/link`)).body
  await delivery.sendDue()
  const [email] = catcher.emails
  expect(catcher.emails).toHaveLength(1)
  const words = email?.text.replaceAll(/=\r\n/g, '') ?? ''
  for (const text of [`invoice ${number}`, '$120.50', publicUrl + path, `invoice-${number}.pdf`])
    expect(words).toContain(text)
  expect(words).not.toContain('Knocks')
  expect(await eventsOf(id)).toEqual([
    ...[
      ['created', null],
      ['issued', null],
      ['sent', TO],
      ['emailed', null],
    ],
  ])
})

test('it says that it can be paid by card on its link, where cards are taken and enough is owed', async () => {
  const stripe = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', url: undefined }
  const taking = openDelivery({ ...parts, settings: { ...w.settings, stripe } })
  const words = async (from: Delivery, facts: object = {}) => {
    catcher.emails.length = 0
    await issue(facts)
    await from.sendDue()
    return catcher.emails[0]?.text.replaceAll(/=\r\n/g, '') ?? ''
  }
  const payable = 'attached, and at this link, where it can be paid by card. Anybody'
  expect(await words(taking)).toContain(payable)
  expect(await words(taking, { discount: { kind: 'amount', value: '120.01' } })).not.toMatch(
    /by card/,
  )
  expect(await words(taking, { kind: 'creditMemo' })).not.toMatch(/by card/)
  expect(await words(delivery)).not.toMatch(/by card/)
  await taking.close()
})

test('a credit memo is emailed as one, and is not due', async () => {
  const id = await issue({ kind: 'creditMemo' })
  const { number } = await read(id)
  await delivery.sendDue()
  const words = catcher.emails[0]?.text.replaceAll(/=\r\n/g, '') ?? ''
  const name = `credit memo ${number}`
  for (const text of [name, 'Credit: $120.50', `credit-memo-${number}.pdf`])
    expect(words).toContain(text)
  expect(words).not.toMatch(/Due:|[Ii]nvoice CM/)
})

test('it is sent again with its new link, which an email that waited does not get', async () => {
  const id = await issue()
  await w.call('ada', 'POST', `/api/invoices/${id}/renew-link`)
  const { path } = (await w.call('ada', 'GET', `/api/invoices/${id}/link`)).body
  await w.call('ada', 'POST', `/api/invoices/${id}/send`, { email: 'paul@example.com' })
  await delivery.sendDue()
  expect(catcher.emails).toHaveLength(1)
  const [email] = catcher.emails
  expect(email?.text.replaceAll(/=\r\n/g, '')).toContain(publicUrl + path)
  expect(email?.text).toContain('paul@example.com')
  expect((await read(id)).sentTo).toBe('paul@example.com')
})

test('it goes without a link after a change of the secret, which ends the link', async () => {
  const id = await issue()
  await w.db.update(invoices).set({ linkMadeAt: null, linkHash: null })
  await delivery.sendDue()
  const words = catcher.emails[0]?.text.replaceAll(/=\r\n/g, '') ?? ''
  expect(words).toContain('It is attached.')
  expect(words).not.toContain(`${publicUrl}/`)
  expect((await eventsOf(id)).at(-1)).toEqual(['emailed', null])
})

test('one that is paid in part asks for what is left', async () => {
  const id = await issue()
  const part = { invoiceId: id, amount: 5050 }
  const paid = { customerId, day: '2026-01-15', amount: 5050, method: 'cash', allocations: [part] }
  expect((await w.call('ada', 'POST', '/api/payments', paid)).status).toBe(201)
  await delivery.sendDue()
  const words = catcher.emails[0]?.text ?? ''
  for (const text of ['Total: $120.50', 'Paid: $50.50', 'Balance due: $70.00'])
    expect(words).toContain(text)
})

test('nothing is sent after it is void', async () => {
  const id = await issue()
  await w.call('ada', 'POST', `/api/invoices/${id}/void`, { reason: 'Wrong door' })
  await delivery.sendDue()
  expect(catcher.emails).toHaveLength(0)
})

test('an address that the mail server refuses is noted', async () => {
  catcher.unknown.set(TO, '550 5.1.1 no such user')
  const id = await issue()
  await delivery.sendDue()
  const events = await eventsOf(id)
  expect(events.at(-1)).toEqual(['notDelivered', expect.stringContaining(TO)])
  const customer = (await w.call('ada', 'GET', `/api/customers/${customerId}`)).body
  expect(customer.contacts[0]).toMatchObject({ emailRefused: true })
})

/** Pays an invoice in full, with the receipt to an address. */
async function pay(invoiceId: string, email: string) {
  const { total } = await read(invoiceId)
  const answer = await w.call('ada', 'POST', '/api/payments', {
    ...{ customerId, day: '2026-01-15', amount: total, method: 'check', reference: '1042', email },
    ...{ allocations: [{ invoiceId, amount: total }], note: 'In the mail box' },
  })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.id
}

test('the receipt of a payment is emailed with its PDF, and sent again', async () => {
  const invoiceId = await issue()
  await w.db.delete(deliveries)
  const id = await pay(invoiceId, TO)
  await delivery.sendDue()
  const [email] = catcher.emails
  const words = email?.text.replaceAll(/=\r\n/g, '') ?? ''
  const { number } = await read(invoiceId)
  for (const text of ['$120.50', `invoice ${number}`, 'receipt-2026-01-15.pdf'])
    expect(words).toContain(text)
  expect(words).not.toContain('In the mail box')
  expect((await eventsOf(invoiceId)).slice(-2)).toEqual([
    ['payment', '$120.50, Check 1042'],
    ['receipt', TO],
  ])
  const again = { email: 'paul@example.com' }
  expect((await w.call('ada', 'POST', `/api/payments/${id}/send-receipt`, again)).status).toBe(200)
  await delivery.sendDue()
  expect(catcher.emails.at(-1)?.text).toContain('paul@example.com')
})

test('a receipt that is refused is noted, and none is sent once its payment is reversed', async () => {
  const invoiceId = await issue()
  await w.db.delete(deliveries)
  catcher.unknown.set(TO, '550 5.1.1 no such user')
  const id = await pay(invoiceId, TO)
  await delivery.sendDue()
  const [kind, note] = (await eventsOf(invoiceId)).at(-1) ?? []
  expect([kind, note]).toEqual(['notDelivered', expect.stringMatching(/^Receipt to nancy@/)])
  const email = { email: 'paul@example.com' }
  await w.call('ada', 'POST', `/api/payments/${id}/send-receipt`, email)
  await w.call('ada', 'POST', `/api/payments/${id}/reverse`, { note: 'It bounced' })
  await delivery.sendDue()
  expect(catcher.emails).toEqual([])
})

test('a client gets one email about an invoice, its receipt and a change order', async () => {
  await joinEveryone(w)
  const contacts = [{ name: 'Cleo', email: 'Cleo@Example.com' }]
  const own = (await w.call('ada', 'POST', '/api/customers', { name: 'Cleo', contacts })).body.id
  const facts = { name: 'Porch', address: '5 Elm St', clientId: w.idOf('cleo'), customerId: own }
  const jobId = (await w.call('ada', 'POST', '/api/jobs', facts)).body.id
  const invoice = async (email?: string) => {
    const lines = [{ description: 'Door', quantity: '1', unitPrice: '120' }]
    const body = { customerId: own, jobId, title: 'Doors', basis: { kind: 'lines' }, lines }
    const { id } = (await w.call('ada', 'POST', '/api/invoices', body)).body
    await w.call('ada', 'POST', `/api/invoices/${id}/issue`, { email })
    return id
  }
  /** The emails that are sent now, each with whether it is about a notification. */
  const sent = async () => {
    while (await w.db.transaction((tx) => notifyOnce(tx, { now: w.clock.now, emails: true })));
    w.clock.now = new Date(w.clock.now.getTime() + 10 * MINUTE_MS)
    await delivery.sendDue()
    const isNotification = (text: string) => text.includes('notification settings')
    return catcher.emails.splice(0).map(({ to, text }) => [...to, isNotification(text)])
  }
  await w.db.delete(notifications)
  const to = 'cleo@example.com'
  const id = await invoice('CLEO@example.com')
  expect(await sent()).toEqual([['CLEO@example.com', false]])
  const payment = { customerId: own, day: '2026-01-05', amount: 1_000, method: 'check', email: to }
  const allocations = [{ invoiceId: id, amount: 1_000 }]
  await w.call('ada', 'POST', '/api/payments', { ...payment, allocations })
  expect(await sent()).toEqual([[to, false]])
  const change = { title: 'Glass', daysAdded: 1 }
  const { body } = await w.call('ada', 'POST', `/api/jobs/${jobId}/change-orders`, change)
  await w.call('ada', 'POST', `/api/change-orders/${body.id}/proposals`, { email: to })
  expect(await sent()).toEqual([[to, false]])
  // Without an email to the customer, and with one to another address, the notification is emailed.
  await invoice()
  expect(await sent()).toEqual([[to, true]])
  await invoice(TO)
  expect((await sent()).sort()).toEqual([
    [to, true],
    [TO, false],
  ])
})
