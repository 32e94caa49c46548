import { asc, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { queueAllReminders } from '../../features/invoices/reminders.ts'
import { silentLog } from '../../platform/db/testing.ts'
import { openFileStore } from '../../platform/files/openStore.ts'
import type { FileStore } from '../../platform/files/store.ts'
import { type Mailer, openMail } from '../../platform/mail/mail.ts'
import { customerContacts } from '../../schema/customers.ts'
import { deliveries } from '../../schema/delivery.ts'
import { settings as company } from '../../schema/settings.ts'
import { type MailCatcher, mailCatcher } from '../../testing/mailCatcher.ts'
import { turnTo } from '../../testing/pass.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'
import { deleteOldDeliveries } from './queries.ts'
import { type Delivery, openDelivery } from './worker.ts'

const publicUrl = 'http://plumbline.example.com'
const TO = 'nancy@example.com'
const STEPS = [-3, 3, 14, 30]

let catcher: MailCatcher
let w: TestApp
let files: FileStore
let customerId: string
const open: { delivery: Delivery; mail: Mailer | undefined }[] = []

beforeAll(async () => {
  catcher = await mailCatcher()
  const smtp = { url: catcher.url, from: 'Desk <desk@plumbline.example.com>' }
  w = await testApp({ publicUrl, smtp })
  await w.db.insert(company).values({ companyName: 'Ridgeline Builders', timeZone: 'UTC' })
  files = await openFileStore(w.settings)
})
afterAll(async () => {
  await w.close()
  await catcher.close()
})
beforeEach(async () => {
  await w.db.update(company).set({ timeZone: 'America/Chicago' })
  // In winter, 9:00 in Chicago is at 15:00 UTC.
  await turnTo(w, '2026-01-05T18:00:00Z')
  await change({ isOn: true, steps: STEPS })
  const customer = { name: 'Nancy Boyd', contacts: [{ name: 'Nancy', email: TO }] }
  customerId = (await post('/api/customers', customer)).id
  catcher.emails.length = 0
  catcher.unknown.clear()
})
afterEach(async () => {
  for (const { delivery, mail } of open.splice(0)) {
    await delivery.close()
    await mail?.close()
  }
  catcher.treat(() => 'keep')
  await w.pool.query('truncate invoices, payments, reminder_settings cascade')
})

/** A node that sends emails, as after a start. */
function node(): Delivery {
  const mail = openMail(w.settings, silentLog)
  const parts = { db: w.db, settings: w.settings, files, mail, now: () => w.clock.now }
  const delivery = openDelivery({ ...parts, log: silentLog, isPushService: () => true })
  open.push({ delivery, mail })
  return delivery
}

const send = async (method: 'POST' | 'PUT', url: string, body: object) => {
  const answer = await w.call('ada', method, url, body)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}
const post = (url: string, body: object = {}) => send('POST', url, body)
const put = (url: string, body: object) => send('PUT', url, body)
const change = (settings: object) => put('/api/reminder-settings', settings)

/** An invoice of $100 that is due on a day. */
async function issued(dueOn = '2026-02-01', facts: object = {}): Promise<string> {
  const lines = [{ description: 'Door', quantity: '1', unitPrice: '100' }]
  const basis = { kind: 'lines' }
  const due = { terms: 'day', dueOn }
  const draft = { customerId, title: 'Doors', basis, lines, ...due, ...facts }
  const { id } = await post('/api/invoices', draft)
  await post(`/api/invoices/${id}/issue`)
  return id
}
const pay = (amount: number, invoiceId?: string) =>
  post('/api/payments', {
    ...{ customerId, day: '2026-01-05', amount, method: 'check', keepCredit: true },
    allocations: invoiceId ? [{ invoiceId, amount }] : [],
  })

/** The reminders of an invoice: the state, the step, and the moment at which one waits. */
async function remindersOf(invoiceId: string) {
  const rows = await w.db
    .select()
    .from(deliveries)
    .where(eq(deliveries.invoiceId, invoiceId))
    .orderBy(asc(deliveries.id))
  return rows
    .filter(({ letter }) => letter === 'reminder')
    .map(({ state, reminderDays, dueAt, address }) =>
      state === 'waiting'
        ? [state, reminderDays, dueAt.toISOString()]
        : [state, reminderDays, address],
    )
}
const nextOf = async (id: string) =>
  (await w.call('ada', 'GET', `/api/invoices/${id}/reminders`)).body.nextOn
const eventsOf = async (id: string) =>
  (await w.call('ada', 'GET', `/api/invoices/${id}`)).body.events.map(
    ({ kind, note }: { kind: string; note: string }) => [kind, note],
  )
const textOf = (at: number) => catcher.emails[at]?.text.replaceAll(/=\r\n/g, '') ?? ''

test('a reminder waits for 9:00 of its day, is sent once, and the next one waits', async () => {
  const id = await issued()
  expect(await remindersOf(id)).toEqual([['waiting', -3, '2026-01-29T15:00:00.000Z']])
  expect(await nextOf(id)).toBe('2026-01-29')
  await turnTo(w, '2026-01-29T14:59:59Z')
  const delivery = node()
  await delivery.sendDue()
  expect(catcher.emails).toEqual([])
  await turnTo(w, '2026-01-29T15:00:00Z')
  await delivery.sendDue()
  await delivery.sendDue()
  expect(catcher.emails.map(({ to }) => to)).toEqual([[TO]])
  const { number } = (await w.call('ada', 'GET', `/api/invoices/${id}`)).body
  const { path } = (await w.call('ada', 'GET', `/api/invoices/${id}/link`)).body
  const words = ['Hello Nancy Boyd', `Subject: Reminder of invoice ${number}`, '$100.00 is open']
  for (const text of [...words, 'due Feb 1, 2026', publicUrl + path, `invoice-${number}.pdf`])
    expect(textOf(0)).toContain(text)
  expect(textOf(0)).toContain('Auto-Submitted: auto-generated')
  expect(await remindersOf(id)).toEqual([
    ['sent', -3, TO],
    ['waiting', 3, '2026-02-04T15:00:00.000Z'],
  ])
  expect((await eventsOf(id)).at(-1)).toEqual(['reminded', TO])
})

test('nothing waits while reminders are off, for all, a customer or an invoice', async () => {
  await change({ isOn: false })
  const [first, second] = [await issued(), await issued()]
  expect(await nextOf(first)).toBeNull()
  await change({ isOn: true })
  expect([await nextOf(first), await nextOf(second)]).toEqual(['2026-01-29', '2026-01-29'])
  await put(`/api/invoices/${first}/reminders`, { off: true })
  expect([await nextOf(first), await nextOf(second)]).toEqual([null, '2026-01-29'])
  await put(`/api/customers/${customerId}/reminders`, { off: true })
  expect(await nextOf(second)).toBeNull()
  const third = await issued()
  expect(await nextOf(third)).toBeNull()
  await put(`/api/customers/${customerId}/reminders`, { off: false })
  expect([await nextOf(first), await nextOf(third)]).toEqual([null, '2026-01-29'])
  await change({ steps: [5] })
  expect(await remindersOf(third)).toEqual([['waiting', 5, '2026-02-06T15:00:00.000Z']])
  await change({ isOn: false })
  expect([await remindersOf(second), await remindersOf(third)]).toEqual([[], []])
})

test.each([
  // The clocks go forward on March 8 and back on November 1, in Auckland on April 5.
  ['America/Chicago', '2026-03-05', '2026-03-08T14:00:00.000Z'],
  ['America/Chicago', '2026-03-04', '2026-03-07T15:00:00.000Z'],
  ['America/Chicago', '2026-10-29', '2026-11-01T15:00:00.000Z'],
  ['America/Chicago', '2026-10-28', '2026-10-31T14:00:00.000Z'],
  ['Pacific/Honolulu', '2026-02-01', '2026-02-04T19:00:00.000Z'],
  ['Pacific/Auckland', '2026-02-01', '2026-02-03T20:00:00.000Z'],
  ['Pacific/Auckland', '2026-04-01', '2026-04-03T20:00:00.000Z'],
  ['Pacific/Auckland', '2026-04-02', '2026-04-04T21:00:00.000Z'],
])('in %s, three days after %s are at %s', async (timeZone, dueOn, at) => {
  await put('/api/settings', { timeZone })
  await change({ steps: [3] })
  const id = await issued(dueOn)
  expect(await remindersOf(id)).toEqual([['waiting', 3, at]])
  const delivery = node()
  await turnTo(w, new Date(Date.parse(at) - 1))
  await delivery.sendDue()
  expect(catcher.emails).toEqual([])
  await turnTo(w, at)
  await delivery.sendDue()
  expect(catcher.emails).toHaveLength(1)
  expect(await remindersOf(id)).toEqual([['sent', 3, TO]])
})

test('another time zone of the company moves what waits', async () => {
  const id = await issued()
  await put('/api/settings', { timeZone: 'Pacific/Honolulu' })
  expect(await remindersOf(id)).toEqual([['waiting', -3, '2026-01-29T19:00:00.000Z']])
})

test('of steps that passed without the server, and before they were on, the last one goes', async () => {
  const id = await issued()
  await turnTo(w, '2026-02-20T08:00:00Z')
  const delivery = node()
  await delivery.sendDue()
  expect(catcher.emails).toHaveLength(1)
  expect(await remindersOf(id)).toEqual([
    ['sent', 14, TO],
    ['waiting', 30, '2026-03-03T15:00:00.000Z'],
  ])
  await change({ isOn: false })
  await change({ isOn: true })
  await turnTo(w, '2026-03-03T15:00:00Z')
  await delivery.sendDue()
  expect(await remindersOf(id)).toEqual([
    ['sent', 14, TO],
    ['sent', 30, TO],
  ])
  // The last one stays known for longer than other deliveries.
  await turnTo(w, '2026-06-03T15:00:00Z')
  await deleteOldDeliveries(w.db, w.clock.now)
  await queueAllReminders(w.db, w.clock.now)
  await delivery.sendDue()
  expect(catcher.emails).toHaveLength(2)
})

test('no step goes up to the day of issue', async () => {
  await turnTo(w, '2026-01-29T12:00:00Z')
  const id = await issued()
  expect(await remindersOf(id)).toEqual([['waiting', 3, '2026-02-04T15:00:00.000Z']])
})

test('two nodes, and one that starts again, send each once', async () => {
  const ids = []
  for (let n = 0; n < 3; n++) ids.push(await issued())
  for (const day of ['2026-01-29', '2026-02-04', '2026-02-15']) {
    await turnTo(w, `${day}T15:00:00Z`)
    const nodes = [node(), node()]
    await Promise.all(nodes.map((one) => one.sendDue()))
    await node().sendDue()
    await queueAllReminders(w.db, w.clock.now)
  }
  expect(catcher.emails).toHaveLength(9)
  for (const id of ids)
    expect((await remindersOf(id)).map(([state, days]) => [state, days])).toEqual([
      ...[
        ['sent', -3],
        ['sent', 3],
        ['sent', 14],
      ],
      ['waiting', 30],
    ])
})

describe('nothing is sent', () => {
  /** Sends what is due three days before the due day. */
  async function sent() {
    await turnTo(w, '2026-01-29T15:00:00Z')
    await node().sendDue()
    return catcher.emails.length
  }

  test('once it is paid, until the payment is taken back', async () => {
    const id = await issued()
    const { id: paymentId } = await pay(10_000, id)
    expect(await remindersOf(id)).toEqual([])
    await post(`/api/payments/${paymentId}/reverse`, { note: 'It bounced' })
    expect(await nextOf(id)).toBe('2026-01-29')
    await pay(10_000, id)
    expect(await sent()).toBe(0)
  })

  test('of what the credit of the customer covers, of the oldest due day first', async () => {
    const [late, early] = [await issued('2026-02-02'), await issued()]
    await pay(13_000)
    await turnTo(w, '2026-01-30T15:00:00Z')
    await node().sendDue()
    expect(await remindersOf(early)).toEqual([
      ['dropped', -3, null],
      ['waiting', 3, '2026-02-04T15:00:00.000Z'],
    ])
    expect((await remindersOf(late)).at(0)).toEqual(['sent', -3, TO])
    expect(catcher.emails).toHaveLength(1)
    for (const text of ['$70.00 is open', 'Your credit of $30.00 is taken off.'])
      expect(textOf(0)).toContain(text)
  })

  test('of a void one', async () => {
    const id = await issued()
    await post(`/api/invoices/${id}/void`, { reason: 'Twice' })
    expect(await remindersOf(id)).toEqual([])
    expect(await sent()).toBe(0)
  })

  test('of a draft, a credit memo, and an invoice of nothing', async () => {
    const memo = await issued('2026-02-01', { kind: 'creditMemo' })
    const lines = [{ description: 'Door', quantity: '1', unitPrice: '0' }]
    const nothing = await issued('2026-02-01', { lines })
    await queueAllReminders(w.db, w.clock.now)
    expect([await remindersOf(memo), await remindersOf(nothing)]).toEqual([[], []])
  })

  test('by what a write of the invoice has not noticed', async () => {
    const id = await issued()
    await w.pool.query(`update invoices set due_on = '2026-02-10' where id = '${id}'`)
    expect(await sent()).toBe(0)
    expect(await remindersOf(id)).toEqual([['waiting', -3, '2026-02-07T15:00:00.000Z']])
    await w.pool.query('delete from deliveries')
    await queueAllReminders(w.db, w.clock.now)
    expect(await remindersOf(id)).toEqual([['waiting', -3, '2026-02-07T15:00:00.000Z']])
  })
})

test('another due day has reminders of its own, also after some were sent', async () => {
  const id = await issued()
  await turnTo(w, '2026-02-04T15:00:00Z')
  await node().sendDue()
  await put(`/api/invoices/${id}/follow-up`, { dueOn: '2026-02-20' })
  expect((await remindersOf(id)).at(-1)).toEqual(['waiting', -3, '2026-02-17T15:00:00.000Z'])
})

test('a write of an invoice does not wait for its reminder that is being sent', async () => {
  const id = await issued()
  const sending = await w.pool.connect()
  try {
    await sending.query(`begin; select from deliveries where invoice_id = '${id}' for update`)
    await pay(10_000, id)
    await sending.query('rollback')
  } finally {
    sending.release()
  }
  // The sender decides once more.
  expect((await remindersOf(id)).map(([state]) => state)).toEqual(['waiting'])
  await turnTo(w, '2026-01-29T15:00:00Z')
  await node().sendDue()
  expect(catcher.emails).toEqual([])
  expect(await remindersOf(id)).toEqual([['dropped', -3, null]])
})

describe('a mail server', () => {
  test('that fails is tried for two days, however long the reminder has waited', async () => {
    const id = await issued()
    await turnTo(w, '2026-02-09T10:00:00Z')
    catcher.treat(() => 'reject')
    const delivery = node()
    await delivery.sendDue()
    expect((await remindersOf(id)).map(([state, days]) => [state, days])).toEqual([['waiting', 3]])
    await turnTo(w, '2026-02-10T10:00:00Z')
    await queueAllReminders(w.db, w.clock.now)
    catcher.treat(() => 'keep')
    await delivery.sendDue()
    expect(catcher.emails).toHaveLength(1)
    expect(await remindersOf(id)).toEqual([
      ['sent', 3, TO],
      ['waiting', 14, '2026-02-15T15:00:00.000Z'],
    ])
  })

  test('that refuses an address is noted, and the next reminder waits for a person', async () => {
    const id = await issued()
    catcher.unknown.set(TO, '550 5.1.1 no such user')
    await turnTo(w, '2026-01-29T15:00:00Z')
    const delivery = node()
    await delivery.sendDue()
    expect((await eventsOf(id)).at(-1)).toEqual([
      'notDelivered',
      `Reminder to ${TO}: 550 5.1.1 no such user`,
    ])
    expect((await remindersOf(id)).at(-1)).toEqual(['waiting', 3, '2026-02-04T15:00:00.000Z'])
    await turnTo(w, '2026-02-04T15:00:00Z')
    catcher.unknown.clear()
    await delivery.sendDue()
    expect(catcher.emails).toEqual([])
    const { body } = await w.call('ada', 'GET', '/api/reminders')
    expect(body).toMatchObject([{ invoiceId: id, amount: 10_000, since: '2026-02-04' }])
    // Another address is found when it is there.
    await w.db.update(customerContacts).set({ email: 'n@example.com', emailRefusedAt: null })
    expect((await w.call('ada', 'GET', '/api/reminders')).body).toEqual([])
    await delivery.sendDue()
    expect(catcher.emails.map(({ to }) => to)).toEqual([['n@example.com']])
  })
})

describe('a reminder', () => {
  test('is due at once when the due day becomes an earlier one', async () => {
    await change({ isOn: true, steps: [3] })
    const id = await issued('2026-03-01')
    await turnTo(w, '2026-01-20T18:00:00Z')
    await put(`/api/invoices/${id}/follow-up`, { dueOn: '2026-01-10' })
    await queueAllReminders(w.db, w.clock.now)
    await node().sendDue()
    expect(await remindersOf(id)).toEqual([['sent', 3, TO]])
  })

  test('does not go a second time when the company moves to a time zone further west', async () => {
    await put('/api/settings', { timeZone: 'America/New_York' })
    const id = await issued()
    await turnTo(w, '2026-02-04T14:00:00Z')
    await node().sendDue()
    expect(catcher.emails).toHaveLength(1)
    await turnTo(w, '2026-02-10T18:00:00Z')
    await put('/api/settings', { timeZone: 'America/Chicago' })
    await node().sendDue()
    expect(catcher.emails).toHaveLength(1)
    expect((await remindersOf(id)).at(-1)).toEqual(['waiting', 14, '2026-02-15T15:00:00.000Z'])
  })

  test('waits for a card payment that is processing, and goes once that has failed', async () => {
    await change({ isOn: true, steps: [3] })
    const id = await issued()
    await w.pool.query(
      `insert into card_sessions (id, invoice_id, attempt, amount, state, expires_at)
       values (gen_random_uuid(), $1, 1, 10000, 'processing', now())`,
      [id],
    )
    await turnTo(w, '2026-02-04T15:00:00Z')
    await node().sendDue()
    expect(catcher.emails).toHaveLength(0)
    expect((await remindersOf(id)).at(-1)).toEqual(['waiting', 3, '2026-02-04T16:00:00.000Z'])
    await w.pool.query(`update card_sessions set state = 'failed'`)
    await turnTo(w, '2026-02-06T18:00:00Z')
    await queueAllReminders(w.db, w.clock.now)
    await node().sendDue()
    expect(catcher.emails).toHaveLength(1)
  })
})
