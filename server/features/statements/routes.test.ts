import { addDays, dayIn } from '@plumbline/contract/dates.ts'
import type { Statement } from '@plumbline/contract/statements.ts'
import { seededNumbers } from '@plumbline/contract/testing/random.ts'
import { sql } from 'drizzle-orm'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { sessions } from '../../schema/auth.ts'
import { deliveries } from '../../schema/delivery.ts'
import { settings } from '../../schema/settings.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

const timeZone = 'America/Chicago'
const START = new Date('2026-03-02T18:00:00Z')

let w: TestApp
beforeAll(async () => {
  w = await testApp()
  const facts = { companyName: 'Ridgeline Builders', phone: '630-555-0199', timeZone }
  await w.db.insert(settings).values(facts)
})
afterAll(() => w.close())
beforeEach(() => setDay(START))

/** Moves the clock, of which the sessions notice nothing. */
async function setDay(now: Date) {
  w.clock.now = now
  const createdAt = sql`jsonb_build_object('createdAt', ${now.toISOString()}::text)`
  await w.db.update(sessions).set({
    expire: new Date(now.getTime() + 86_400_000),
    sess: sql`${sessions.sess} || ${createdAt}`,
  })
}
const pass = (days: number) => setDay(new Date(w.clock.now.getTime() + days * 86_400_000))
const today = () => dayIn(timeZone, w.clock.now)

/** The body of a call that has to succeed. */
async function made(url: string, body: object) {
  const answer = await w.call('ada', 'POST', url, body)
  expect([200, 201], answer.text).toContain(answer.status)
  return answer.body
}

const newCustomer = async (name = 'Nancy Boyd'): Promise<string> => {
  const contacts = [{ name, email: 'nancy@example.com' }]
  return (await made('/api/customers', { name, address: '14 Lake Dr', contacts })).id
}

/** An invoice of cents that is due when it is issued, or a credit memo. */
async function issued(customerId: string, cents: number, kind = 'invoice') {
  const lines = [{ description: 'Door', quantity: '1', unitPrice: (cents / 100).toFixed(2) }]
  const draft = { customerId, kind, title: 'Doors', basis: { kind: 'lines' }, lines }
  const { id } = await made('/api/invoices', { ...draft, terms: 'receipt' })
  return made(`/api/invoices/${id}/issue`, {})
}

interface Allocation {
  readonly invoiceId: string
  readonly amount: number
}
const pay = (customerId: string, amount: number, allocations: Allocation[] = []) =>
  made('/api/payments', {
    ...{ customerId, day: today(), amount, method: 'check', reference: '1104', allocations },
    keepCredit: true,
  })

const queryOf = (from?: string, to?: string) =>
  new URLSearchParams({ ...(from && { from }), ...(to && { to }) }).toString()
const call = (id: string, from?: string, to?: string) =>
  w.call('ada', 'GET', `/api/customers/${id}/statement?${queryOf(from, to)}`)
async function statement(id: string, from?: string, to?: string): Promise<Statement> {
  const answer = await call(id, from, to)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const linesOf = ({ entries }: Statement) =>
  entries.map(({ kind, isReversal, amount, balance, invoices }) => [
    isReversal ? `${kind} back` : kind,
    ...[amount, balance, invoices.length],
  ])

test('invoices, money and what is taken back, each on its day, with the balance after it', async () => {
  const id = await newCustomer()
  const first = await issued(id, 10_000)
  await pass(1)
  await pay(id, 12_000, [{ invoiceId: first.id, amount: 10_000 }])
  await pass(1)
  const second = await issued(id, 5_000)
  await made('/api/refunds', { customerId: id, day: today(), amount: 500, method: 'cash' })
  await made(`/api/invoices/${second.id}/write-off`, {
    day: today(),
    amount: 1_000,
    note: 'Forgiven',
  })
  await issued(id, 700, 'creditMemo')
  await pass(1)
  const third = await issued(id, 300)
  await made(`/api/invoices/${third.id}/void`, { reason: 'Twice' })
  const all = await statement(id, '2026-03-01', today())
  expect(linesOf(all)).toEqual([
    ['invoice', 10_000, 10_000, 0],
    ['payment', -12_000, -2_000, 1],
    ['invoice', 5_000, 3_000, 0],
    ['creditMemo', -700, 2_300, 0],
    ['refund', 500, 2_800, 0],
    ['writeOff', -1_000, 1_800, 1],
    ['invoice', 300, 2_100, 0],
    ['invoice back', -300, 1_800, 0],
  ])
  expect(all).toMatchObject({
    ...{ opening: 0, charged: 15_800, credited: 14_000, closing: 1_800, firstDay: '2026-03-02' },
    ...{ owed: 4_000, credit: 2_200, openCount: 1 },
    open: [{ number: second.number, owed: 4_000, daysLate: 1, bucket: 'days1' }],
    ages: { current: 0, days1: 4_000 },
  })
  await made(`/api/customers/${id}/apply-credit`, {
    allocations: [{ invoiceId: second.id, amount: 2_000 }],
  })
  // A day of the past is as it was, also the invoices that a payment was used for.
  expect(await statement(id, '2026-03-03', '2026-03-03')).toMatchObject({
    ...{ opening: 10_000, closing: -2_000, owed: 0, credit: 2_000, open: [] },
    entries: [{ invoices: [first.number], method: 'check', reference: '1104' }],
  })
  // The words of the office are not for the customer.
  expect(JSON.stringify(all)).not.toMatch(/Forgiven|Twice/)
})

test('random histories: each closing is the next opening, and the account of the customer', async () => {
  const below = seededNumbers(46)
  const id = await newCustomer('Random')
  const invoices: { id: string }[] = []
  const payments: string[] = []
  const begin = today()
  const days: [day: string, owed: number, credit: number][] = []
  for (let round = 0; round < 100; round++) {
    const account = (await w.call('ada', 'GET', `/api/customers/${id}/account`)).body
    const [oldest] = account.open
    const cents = 1 + below(20_000)
    const one = [...invoices].at(below(invoices.length || 1))
    const steps: (() => Promise<unknown>)[] = [
      async () => invoices.push(await issued(id, cents)),
      async () => issued(id, cents, 'creditMemo'),
      async () => {
        const part = oldest ? Math.min(cents, oldest.owed) : 0
        const uses = part > 0 ? [{ invoiceId: oldest.id, amount: part }] : []
        payments.push((await pay(id, cents, uses)).id)
      },
      async () => {
        const amount = Math.min(account.credit, oldest?.owed ?? 0, cents)
        const allocations = [{ invoiceId: oldest?.id, amount }]
        if (amount > 0) await made(`/api/customers/${id}/apply-credit`, { allocations })
      },
      async () => {
        const amount = Math.min(account.credit, cents)
        const refund = { customerId: id, day: today(), amount, method: 'cash' }
        if (amount > 0) payments.push((await made('/api/refunds', refund)).id)
      },
      async () => {
        const amount = Math.min(oldest?.owed ?? 0, cents)
        const body = { day: today(), amount, note: 'Moved away' }
        if (amount > 0) payments.push((await made(`/api/invoices/${oldest.id}/write-off`, body)).id)
      },
      // Some are refused, because something of them is used or reversed.
      async () => w.call('ada', 'POST', `/api/invoices/${one?.id}/void`, { reason: 'Twice' }),
      async () => {
        const payment = payments.at(below(payments.length || 1))
        await w.call('ada', 'POST', `/api/payments/${payment}/reverse`, { note: 'It bounced' })
      },
    ]
    await steps[below(steps.length)]?.()
    if (below(3) === 0) {
      const { owed, credit } = (await w.call('ada', 'GET', `/api/customers/${id}/account`)).body
      days.push([today(), owed, credit])
      await pass(1 + below(20))
    }
  }
  const kinds = new Set(linesOf(await statement(id, begin, today())).map(([kind]) => kind))
  expect(kinds).toEqual(
    new Set([
      ...['invoice', 'invoice back', 'creditMemo', 'payment', 'payment back', 'refund'],
      ...['refund back', 'writeOff', 'writeOff back'],
    ]),
  )
  let [from, opening] = [begin, 0]
  for (const [day, owed, credit] of days) {
    const shown = await statement(id, from, day)
    expect([day, shown.opening]).toEqual([day, opening])
    expect([day, shown.owed, shown.credit, shown.closing]).toEqual([
      ...[day, owed, credit, owed - credit],
    ])
    const ages = Object.values(shown.ages).reduce((all, age) => all + age, 0)
    const open = shown.open.reduce((all, invoice) => all + invoice.owed, 0)
    expect([ages, open]).toEqual([owed, owed])
    opening = shown.closing
    from = addDays(day, 1)
  }
}, 60_000)

test.each([
  ['2026-03-02', '2026-03-01', { from: 'The first day is after the last one' }],
  ['2026-03-01', '2026-03-03', { to: 'Choose a day up to today' }],
  ['2026-02-30', '2026-03-01', { from: expect.any(String) }],
])('the days %s to %s are refused', async (from, to, fields) => {
  const id = await newCustomer()
  const query = queryOf(from, to)
  for (const end of ['', '/document', '/document.pdf']) {
    const answer = await w.call('ada', 'GET', `/api/customers/${id}/statement${end}?${query}`)
    expect([answer.status, answer.body.fields]).toEqual([400, fields])
  }
  const body = { from, to, email: 'nancy@example.com' }
  const sent = await w.call('ada', 'POST', `/api/customers/${id}/statement/send`, body)
  expect([sent.status, sent.body.fields]).toEqual([400, fields])
})

test('a period of many years is answered, one of more than 1,000 entries is refused', async () => {
  const id = await newCustomer()
  const other = await newCustomer()
  await pay(id, 5_000)
  expect(await statement(id, '2016-01-01', today())).toMatchObject({ opening: 0, closing: -5_000 })
  const entries = (customerId: string, count: number) =>
    w.db.execute(sql`
      insert into payments (id, customer_id, kind, day, amount, method, created_at)
      select gen_random_uuid(), ${customerId}, 'payment', '2026-02-01'::date - n % 2, 1, 'check', now()
      from generate_series(1, ${count}::int) n`)
  await entries(id, 999)
  await entries(other, 1_001)
  expect((await statement(id, '2016-01-01', today())).entries).toHaveLength(1_000)
  const refused = await call(other, '2016-01-01', today())
  expect([refused.status, refused.body.fields]).toEqual([
    ...[400, { from: 'These days have more than 1,000 entries. Choose a shorter period' }],
  ])
  const half = await statement(other, '2026-02-01', today())
  expect([half.opening, half.entries.length, half.closing]).toEqual([-501, 500, -1_001])
})

test('without days it is of this year, or since the last one that was sent', async () => {
  const id = await newCustomer()
  expect(await statement(id)).toMatchObject({ from: '2026-01-01', to: '2026-03-02', sent: [] })
  expect(await statement(id, undefined, '2025-06-30')).toMatchObject({ from: '2025-01-01' })
  const delivery = (toDay: string, state: 'sent' | 'failed') => ({
    ...({ channel: 'email', letter: 'statement', customerId: id, fromDay: '2026-01-01' } as const),
    ...{ toDay, address: 'n@example.com', state, dueAt: START, createdAt: START },
  })
  await w.db.insert(deliveries).values(delivery('2026-01-31', 'sent'))
  await w.db.insert(deliveries).values(delivery('2026-02-10', 'failed'))
  expect(await statement(id)).toMatchObject({
    ...{ from: '2026-02-01', to: '2026-03-02', since: '2026-02-01' },
    sent: [
      { from: '2026-01-01', to: '2026-02-10', address: 'n@example.com', state: 'failed' },
      { to: '2026-01-31', state: 'sent' },
    ],
  })
  await w.db.insert(deliveries).values(delivery('2026-03-02', 'sent'))
  expect(await statement(id)).toMatchObject({ from: '2026-01-01', to: '2026-03-02', since: null })
})

test('the customer that was merged has the statement of the other one', async () => {
  const [from, into] = [await newCustomer('Nancy'), await newCustomer('Nancy Boyd')]
  await issued(from, 10_000)
  await made(`/api/customers/${into}/merge`, { customerId: from })
  const shown = await statement(from)
  expect(shown).toMatchObject({ customer: { id: into, name: 'Nancy Boyd' }, closing: 10_000 })
  expect(await statement(into)).toEqual(shown)
})

test('the page and the PDF have the figures of the statement, and nothing of other customers', async () => {
  const id = await newCustomer()
  await issued(await newCustomer('=cmd'), 98_765)
  const { number } = await issued(id, 123_450)
  await pay(id, 23_405)
  await pass(40)
  const { closing, from, to } = await statement(id)
  expect(closing).toBe(100_045)
  const page = await w.call('ada', 'GET', `/api/customers/${id}/statement/document`)
  const pdf = await w.call('ada', 'GET', `/api/customers/${id}/statement/document.pdf`)
  const proxy = await getDocumentProxy(new Uint8Array(pdf.bytes))
  const { text } = await extractText(proxy, { mergePages: true })
  const plain = page.text.replaceAll(/<[^>]*>/g, ' ')
  for (const words of [
    ...['Statement', 'Nancy Boyd', '14 Lake Dr', 'Jan 1 – Apr 11, 2026', '630-555-0199'],
    ...['Opening balance', `Invoice ${number}`, 'Payment, check 1104', 'Closing balance'],
    ...['1,234.50', '234.05', '$1,000.45', 'due since Mar 2, 2026', '−$234.05', '31–60 days'],
  ]) {
    expect(plain).toContain(words)
    expect(text.replaceAll(/\s+/g, ' ')).toContain(words)
  }
  expect(`${page.text}${text}`).not.toMatch(/987\.65|=cmd/)
  const link = `/api/customers/${id}/statement/document.pdf?from=${from}&amp;to=${to}`
  expect(page.text).toContain(`href="${link}"`)
})

test('it is for the office alone, and of customers that exist', async () => {
  const id = await newCustomer()
  for (const name of ['cleo', 'sam'] as const)
    for (const end of ['', '/document', '/document.pdf']) {
      const answer = await w.call(name, 'GET', `/api/customers/${id}/statement${end}`)
      expect([name, answer.status]).toEqual([name, 403])
    }
  const missing = await w.call('ada', 'GET', `/api/customers/${newId()}/statement`)
  expect(missing.status).toBe(404)
})

test('it is not sent where no emails are sent', async () => {
  const id = await newCustomer()
  const body = { from: '2026-01-01', to: today(), email: 'nancy@example.com' }
  const answer = await w.call('ada', 'POST', `/api/customers/${id}/statement/send`, body)
  expect([answer.status, answer.body.code]).toEqual([409, 'emailsOff'])
  expect((await statement(id)).sent).toEqual([])
})

test('what is recorded on a day after its statement was sent is on the next one', async () => {
  const id = await newCustomer()
  const first = await issued(id, 10_000)
  // The evening in Chicago is on the next day in UTC.
  const sentAt = new Date('2026-03-03T04:00:00Z')
  const delivery = (toDay: string, createdAt: Date) => ({
    ...({ channel: 'email', letter: 'statement', customerId: id, fromDay: '2026-01-01' } as const),
    ...{ toDay, address: 'n@example.com', state: 'sent' as const, dueAt: createdAt, createdAt },
  })
  await w.db.insert(deliveries).values(delivery('2026-03-02', sentAt))
  await pay(id, 4_000, [{ invoiceId: first.id, amount: 4_000 }])
  await pass(2)
  expect(await statement(id)).toMatchObject({
    ...{ from: '2026-03-02', since: '2026-03-02', opening: 0, closing: 6_000 },
    entries: [{ kind: 'invoice' }, { kind: 'payment' }],
  })
  // The whole day is on one that was sent after it.
  await w.db.insert(deliveries).values(delivery('2026-03-02', new Date('2026-03-03T18:00:00Z')))
  expect(await statement(id)).toMatchObject({ from: '2026-03-03', opening: 6_000, entries: [] })
})
