import { sql } from 'drizzle-orm'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { silentLog } from '../../platform/db/testing.ts'
import { openFileStore } from '../../platform/files/openStore.ts'
import { type Mailer, openMail, type QueuedEmail } from '../../platform/mail/mail.ts'
import { deliveries } from '../../schema/delivery.ts'
import { events } from '../../schema/live.ts'
import { settings as company } from '../../schema/settings.ts'
import { type MailCatcher, mailCatcher } from '../../testing/mailCatcher.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'
import { deleteOldDeliveries } from './queries.ts'
import { type Delivery, openDelivery } from './worker.ts'

const publicUrl = 'http://plumbline.example.com'
const TO = 'nancy@example.com'
const START = new Date('2026-03-02T18:00:00Z')
const period = { from: '2026-01-01', to: '2026-03-02' }

let catcher: MailCatcher
let w: TestApp
let mail: Mailer | undefined
let delivery: Delivery
let customerId: string
/** The emails as they were written. */
const written: QueuedEmail[] = []

beforeAll(async () => {
  catcher = await mailCatcher()
  const smtp = { url: catcher.url, from: 'Desk <desk@plumbline.example.com>' }
  w = await testApp({ publicUrl, smtp })
  w.clock.now = START
  const facts = { companyName: 'Ridgeline Builders', timeZone: 'America/Chicago' }
  await w.db.insert(company).values({ ...facts, phone: '555-0199' })
  const files = await openFileStore(w.settings)
  mail = openMail(w.settings, silentLog)
  const now = () => w.clock.now
  const real = mail
  const watched = real && {
    ...real,
    deliver: (email: QueuedEmail) => {
      written.push(email)
      return real.deliver(email)
    },
  }
  const parts = { db: w.db, settings: w.settings, files, mail: watched, now, log: silentLog }
  delivery = openDelivery({ ...parts, isPushService: () => true })
  const customer = { name: 'Nancy Boyd', contacts: [{ name: 'Nancy', email: TO }] }
  customerId = (await made('/api/customers', customer)).id
  const lines = [{ description: 'Door', quantity: '1', unitPrice: '120.5' }]
  const draft = { customerId, title: 'Doors', basis: { kind: 'lines' }, lines, terms: 'receipt' }
  const { id } = await made('/api/invoices', draft)
  await made(`/api/invoices/${id}/issue`, {})
})
afterAll(async () => {
  await delivery.close()
  await mail?.close()
  await w.close()
  await catcher.close()
})
beforeEach(async () => {
  await w.db.delete(deliveries)
  written.length = 0
  catcher.emails.length = 0
  catcher.unknown.clear()
})

async function made(url: string, body: object) {
  const answer = await w.call('ada', 'POST', url, body)
  expect([200, 201], answer.text).toContain(answer.status)
  return answer.body
}
const send = (email = TO) =>
  made(`/api/customers/${customerId}/statement/send`, { ...period, email })
const read = async () => (await w.call('ada', 'GET', `/api/customers/${customerId}/statement`)).body

test('a statement is emailed with its figures and its PDF, and listed as sent', async () => {
  expect((await send()).sent).toMatchObject([{ ...period, address: TO, state: 'waiting' }])
  await delivery.sendDue()
  const [email] = written
  expect(email?.subject).toBe('Ridgeline Builders: statement for Jan 1 – Mar 2, 2026')
  expect(email?.text).toContain('The balance is $120.50, due Mar 2, 2026.')
  // Answers go to the person who sent it, as with invoices.
  expect(email?.replyTo).toEqual({ name: 'Ada Adler', address: 'ada@example.com' })
  expect(email?.text).toContain('Answer this email, or call us at 555-0199.')
  const [attached] = email?.attachments ?? []
  expect(attached?.filename).toBe('statement-2026-03-02.pdf')
  const proxy = await getDocumentProxy(new Uint8Array(attached?.content as Buffer))
  const { text } = await extractText(proxy, { mergePages: true })
  for (const words of ['Nancy Boyd', 'Closing balance', '$120.50']) expect(text).toContain(words)
  expect(catcher.emails).toHaveLength(1)
  // The next one begins on the day after.
  expect(await read()).toMatchObject({ sent: [{ state: 'sent', error: null }] })
  await deleteOldDeliveries(w.db, new Date('2027-03-02T18:00:00Z'))
  expect((await read()).sent).toHaveLength(1)
})

test('what was paid until it is sent is on it', async () => {
  await send()
  const payment = { customerId, day: '2026-03-02', amount: 5_000, method: 'cash', allocations: [] }
  const { id } = await made('/api/payments', { ...payment, keepCredit: true })
  await delivery.sendDue()
  expect(written[0]?.text).toContain('The balance is $70.50')
  await made(`/api/payments/${id}/reverse`, { note: 'Counted twice' })
})

test('an address that the mail server refuses is listed as not delivered', async () => {
  catcher.unknown.set('gone@example.com', '550 5.1.1 no such user')
  await send('gone@example.com')
  await delivery.sendDue()
  const { sent, from } = await read()
  expect(sent).toMatchObject([{ state: 'failed', error: expect.stringContaining('550') }])
  // It did not reach anybody, so the next one begins where this one does.
  expect(from).toBe('2026-01-01')
})

test('one that is dropped announces it, since screens list it as waiting', async () => {
  const { id } = await made('/api/customers', { name: 'Omar Diaz' })
  await made(`/api/customers/${id}/statement/send`, { ...period, email: TO })
  await w.db.execute(sql`
    insert into payments (id, customer_id, kind, day, amount, method, created_at)
    select gen_random_uuid(), ${id}, 'payment', '2026-02-01', 1, 'check', now()
    from generate_series(1, 1001)`)
  await w.db.delete(events)
  await delivery.sendDue()
  const ofDay = await w.call('ada', 'GET', `/api/customers/${id}/statement?from=2026-03-01`)
  expect(ofDay.body.sent).toMatchObject([{ state: 'dropped' }])
  const names = (await w.db.select().from(events)).map(({ name }) => name)
  expect([written, names]).toEqual([[], ['customer.statement']])
})

test('after a merge it is that of the other customer', async () => {
  await send()
  const into = (await made('/api/customers', { name: 'Nancy B. Boyd' })).id
  await made(`/api/customers/${into}/merge`, { customerId })
  await delivery.sendDue()
  expect(written[0]?.text).toContain('Hello Nancy B. Boyd,')
  expect(written[0]?.text).toContain('$120.50')
})
