import { dayIn } from '@plumbline/contract/dates.ts'
import { asc } from 'drizzle-orm'
import type Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { notifyOnce } from '../../app/notifications/notifier.ts'
import { testDatabase } from '../../platform/db/testing.ts'
import { createLog } from '../../platform/log.ts'
import { cardSessions } from '../../schema/cardPayments.ts'
import { events } from '../../schema/live.ts'
import { notifications } from '../../schema/notifications.ts'
import { payments } from '../../schema/payments.ts'
import { settings } from '../../schema/settings.ts'
import { joinEveryone } from '../../testing/notifications.ts'
import { stripeServer } from '../../testing/stripe.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'
import { lockInvoice } from '../invoices/queries.ts'
import type { CardParts, Cards } from './cards.ts'
import { startPayment } from './pay.ts'
import { settleRefund } from './returned.ts'
import { settle } from './settle.ts'
import { openCards } from './worker.ts'

const timeZone = 'America/Chicago'
const publicUrl = 'https://jobs.example.com'

let w: TestApp
let stripe: Awaited<ReturnType<typeof stripeServer>>
/** A second node, whose checks the tests run. */
let cards: Cards
let parts: CardParts
let customerId: string
beforeAll(async () => {
  stripe = await stripeServer()
  const smtp = { url: 'smtp://mail.invalid', from: 'office@example.com' }
  const set = { stripe: stripe.settings, publicUrl, smtp }
  w = await testApp(set)
  await w.db.insert(settings).values({ companyName: 'Ridgeline Builders', timeZone })
  await joinEveryone(w)
  const all = { ...set, sessionSecret: 'x' }
  const common = { db: w.db, now: () => w.clock.now, settings: all, onQueued: () => {} }
  cards = openCards({ ...common, settings: all, log: createLog('silent') }) as Cards
  parts = { ...common, stripe: cards.stripe }
})
afterAll(async () => {
  await cards.close()
  await w.close()
  await stripe.close()
})
beforeEach(async () => {
  w.clock.now = new Date()
  customerId = (await made('/api/customers', { name: 'Nancy Boyd' })).id
  await w.db.delete(cardSessions)
  await w.db.delete(events)
  await w.db.delete(notifications)
})

const post = (url: string, body: object) => w.call('ada', 'POST', url, body)
const get = async (url: string) => (await w.call('ada', 'GET', url)).body

/** The body of a call that has to succeed. */
async function made(url: string, body: object) {
  const answer = await post(url, body)
  expect([200, 201], answer.text).toContain(answer.status)
  return answer.body
}

/** An invoice of dollars that was issued, and the path of its link. */
async function issued(dollars: number, facts: object = {}) {
  const lines = [{ description: 'Door', quantity: '1', unitPrice: String(dollars) }]
  const draft = { customerId, title: 'Doors', basis: { kind: 'lines' }, lines, ...facts }
  const { id } = await made('/api/invoices', draft)
  await made(`/api/invoices/${id}/issue`, {})
  const { path } = await get(`/api/invoices/${id}/link`)
  return { id: id as string, path: path as string }
}

const form = { 'content-type': 'application/x-www-form-urlencoded' }
/** Presses Pay on the page of a link. */
const press = (path: string) => w.call('nobody', 'POST', `${path}/pay`, '', form)

/** Opens the page of Stripe. @returns the id of its session */
async function open(path: string): Promise<string> {
  const { status, text } = await press(path)
  expect(status, text).toBe(200)
  const id = /url=[^"]*\/pay\/(\w+)"/.exec(text)?.[1]
  if (id === undefined) throw new Error(text)
  return id
}

type Sent = ReturnType<typeof stripe.event>
const send = ({ payload, headers }: Sent) =>
  w.call('nobody', 'POST', '/api/stripe/events', payload, {
    'content-type': 'application/json',
    ...headers,
  })
const completed = (id: string, type = 'completed') =>
  stripe.event(`checkout.session.${type}`, stripe.sessionOf(id))
const deliver = async (sent: Sent) => expect((await send(sent)).status).toBe(200)
const back = (path: string, session: string) =>
  w.call('nobody', 'GET', `${path}/paid?session=${session}`)

const moneyOf = async (id: string) => {
  const { status, owed, received } = await get(`/api/invoices/${id}`)
  return [status, owed, received]
}
const historyOf = async (id: string): Promise<string[]> => {
  const { events } = await get(`/api/invoices/${id}`)
  return events.map(({ kind }: { kind: string }) => kind)
}
const creditOf = async () => (await get(`/api/customers/${customerId}/account`)).credit
const entries = async () => {
  const rows = await w.db.select().from(payments).orderBy(asc(payments.id))
  return rows.filter((row) => row.customerId === customerId)
}
const stateOf = async (session: string) => {
  const rows = await w.db.select().from(cardSessions)
  return rows.find(({ stripeId }) => stripeId === session)?.state
}
/** The names of the notifications of the office. */
const notified = async () => {
  const at = { now: w.clock.now, emails: false }
  while (await w.db.transaction((tx) => notifyOnce(tx, at)));
  const rows = await w.db.select({ name: notifications.name }).from(notifications)
  return rows.map(({ name }) => name).toSorted()
}

const later = (minutes: number) => {
  w.clock.now = new Date(w.clock.now.getTime() + minutes * 60_000)
}

/** An invoice of $500 that was paid by card. */
async function paid() {
  const { id, path } = await issued(500)
  const session = await open(path)
  const intent = stripe.pay(session)
  await deliver(completed(session))
  return { id, path, session, intent }
}

/** Parts whose Stripe answers one kind of call with what was true before `meanwhile` ran. */
function slow<T extends object>(
  pick: (client: Stripe) => T,
  method: keyof T,
  meanwhile: () => Promise<unknown>,
): CardParts {
  return {
    ...parts,
    stripe: async () => {
      const client = await cards.stripe()
      const target = pick(client)
      const asked = target[method] as (...args: unknown[]) => Promise<unknown>
      const stub = new Proxy(target, {
        get: (of, key) =>
          key === method
            ? async (...args: unknown[]) => {
                const answer = structuredClone(
                  JSON.parse(JSON.stringify(await asked.apply(target, args))),
                )
                await meanwhile()
                return answer
              }
            : Reflect.get(of, key),
      })
      return new Proxy(client, {
        get: (of, key) => {
          if (key === 'checkout' && target === (client.checkout.sessions as object))
            return { sessions: stub }
          if (key === 'refunds' && target === (client.refunds as object)) return stub
          return Reflect.get(of, key)
        },
      })
    },
  }
}

describe('paying by card', () => {
  test('leads to a page of Stripe for what is owed, and records one payment', async () => {
    const { id, path } = await issued(500)
    await made('/api/payments', {
      ...{ customerId, day: dayIn(timeZone, w.clock.now), amount: 10_000, method: 'check' },
      allocations: [{ invoiceId: id, amount: 10_000 }],
    })
    expect((await w.call('nobody', 'GET', path)).text).toContain('Pay $400.00')
    const session = await open(path)
    const { amount_total, currency, success_url, cancel_url, expires_at } =
      stripe.sessionOf(session)
    expect({ amount_total, currency, success_url, cancel_url }).toEqual({
      ...{ amount_total: 40_000, currency: 'usd', cancel_url: publicUrl + path },
      success_url: `${publicUrl}${path}/paid?session=${session}`,
    })
    expect(expires_at * 1000 - w.clock.now.getTime()).toBeGreaterThan(30 * 60_000)
    stripe.pay(session)
    await deliver(completed(session))
    expect(await moneyOf(id)).toEqual(['paid', 0, 50_000])
    const [, entry] = await entries()
    expect(entry).toMatchObject({
      ...{ kind: 'payment', amount: 40_000, method: 'card', reference: 'Visa 4242' },
      ...{ recordedById: null, stripeId: stripe.sessionOf(session).payment_intent?.id },
    })
    const page = (await w.call('nobody', 'GET', path)).text
    expect(page).toContain('Thank you.')
    expect(page).not.toContain('Pay $')
    expect(await notified()).toEqual(['invoice.cardPaid'])
  })

  test('is one payment, whatever tells of it, ten times and at once', async () => {
    const { id, path } = await issued(500)
    const session = await open(path)
    stripe.pay(session)
    const event = completed(session)
    const others = [completed(session), completed(session, 'async_payment_succeeded')]
    const all = [...Array.from({ length: 10 }, () => event), ...others]
    const answers = await Promise.all([
      ...all.map(send),
      ...[back(path, session), back(path, session)],
    ])
    expect(answers.filter(({ status }) => status !== 200 && status !== 303)).toEqual([])
    for (const sent of all) await deliver(sent)
    await back(path, session)
    expect(await moneyOf(id)).toEqual(['paid', 0, 50_000])
    expect(await entries()).toHaveLength(1)
  })

  test('is recorded when the customer returns before the event', async () => {
    const { id, path } = await issued(80)
    const session = await open(path)
    stripe.pay(session)
    const answer = await back(path, session)
    expect([answer.status, answer.headers.location]).toEqual([303, path])
    expect(await moneyOf(id)).toEqual(['paid', 0, 8000])
    await deliver(completed(session))
    expect(await entries()).toHaveLength(1)
  })

  test('shows the page when Stripe cannot be asked on the return', async () => {
    const { id, path } = await issued(80)
    const session = await open(path)
    stripe.pay(session)
    stripe.breakFor(2)
    expect((await back(path, session)).status).toBe(303)
    expect(await moneyOf(id)).toEqual(['open', 8000, 0])
    await deliver(completed(session))
    expect(await moneyOf(id)).toEqual(['paid', 0, 8000])
  })

  test('is processing until the bank has answered, in which time nothing else is done', async () => {
    const { id, path } = await issued(500)
    const session = await open(path)
    stripe.pay(session, { isProcessing: true })
    await deliver(completed(session))
    expect(await moneyOf(id)).toEqual(['open', 50_000, 0])
    const page = (await w.call('nobody', 'GET', path)).text
    expect(page).toContain('Your payment of $500.00 is being processed')
    expect(page).not.toMatch(/Pay \$|by check/i)
    expect((await press(path)).status).toBe(409)
    // Who records a payment of it sees that.
    const { open: proposed } = await get(`/api/customers/${customerId}/account`)
    expect(proposed).toMatchObject([{ id, processing: 50_000 }])
    const refused = await post(`/api/invoices/${id}/void`, { reason: 'Twice' })
    expect([refused.status, refused.body.code]).toEqual([409, 'cardProcessing'])
    stripe.answer(session, true)
    await deliver(completed(session, 'async_payment_succeeded'))
    await deliver(completed(session))
    expect(await moneyOf(id)).toEqual(['paid', 0, 50_000])
    const other = await issued(20)
    expect((await get(`/api/customers/${customerId}/account`)).open).toMatchObject([
      { id: other.id, processing: null },
    ])
    expect((await historyOf(id)).filter((kind) => kind.startsWith('card'))).toEqual([
      'cardProcessing',
    ])
    expect(await entries()).toMatchObject([{ method: 'transfer', reference: 'First Bank 6789' }])
  })

  test.each([['in order'], ['reversed']])(
    'can be refused by the bank, with events %s',
    async (order) => {
      const { id, path } = await issued(500)
      const session = await open(path)
      stripe.pay(session, { isProcessing: true })
      const first = completed(session)
      if (order === 'in order') await deliver(first)
      stripe.answer(session, false)
      await deliver(completed(session, 'async_payment_failed'))
      if (order === 'reversed') await deliver(first)
      expect(await stateOf(session)).toBe('failed')
      expect(await moneyOf(id)).toEqual(['open', 50_000, 0])
      expect(await historyOf(id)).toContain('cardFailed')
      expect(await notified()).toEqual(['invoice.cardFailed'])
      const words = 'The bank payment of $500.00 did not go through. Nothing was taken.'
      const page = async () => (await w.call('nobody', 'GET', path)).text
      expect(await page()).toContain(words)
      // It can be paid in another way.
      expect(await open(path)).not.toBe(session)
      expect(await page()).not.toContain(words)
    },
  )

  test('that was refused is no longer mentioned when the invoice is paid, in part or void', async () => {
    const refused = async () => {
      const { id, path } = await issued(500)
      const session = await open(path)
      stripe.pay(session, { isProcessing: true })
      stripe.answer(session, false)
      await deliver(completed(session, 'async_payment_failed'))
      const isMentioned = async () =>
        (await w.call('nobody', 'GET', path)).text.includes('did not go through')
      expect(await isMentioned()).toBe(true)
      return { id, isMentioned }
    }
    const [part, all, none] = [await refused(), await refused(), await refused()]
    const check = (id: string, amount: number) =>
      made('/api/payments', {
        ...{ customerId, amount, method: 'check', day: dayIn(timeZone, w.clock.now) },
        allocations: [{ invoiceId: id, amount }],
      })
    await check(part.id, 100)
    await check(all.id, 50_000)
    await made(`/api/invoices/${none.id}/void`, { reason: 'Twice' })
    for (const { isMentioned } of [part, all, none]) expect(await isMentioned()).toBe(false)
  })

  test.each([
    [0.49, false],
    [0.5, true],
    [999_999.99, true],
    [1_000_000, false],
  ])('takes $%d: %s', async (dollars, isTaken) => {
    const { path } = await issued(dollars)
    expect((await w.call('nobody', 'GET', path)).text.includes('Pay $')).toBe(isTaken)
    expect((await press(path)).status).toBe(isTaken ? 200 : 409)
  })

  test('says that no payment was made where Stripe cannot be reached', async () => {
    const { path } = await issued(60)
    stripe.breakFor(2)
    const { status, text } = await press(path)
    expect(status).toBe(503)
    expect(text).toContain('No new payment was made')
    await open(path)
  })

  test.each([
    ['a receipt', 'olga@example.com', ['receipt']],
    ['nothing', 'no address', []],
  ])('sends %s to the address %s that was entered at Stripe', async (_, email, expected) => {
    const { id, path } = await issued(60)
    const session = await open(path)
    stripe.pay(session, { email })
    await deliver(completed(session))
    expect((await historyOf(id)).filter((kind) => kind === 'receipt')).toEqual(expected)
  })
})

describe('the page of Stripe', () => {
  test('is one for an invoice: another one ends it', async () => {
    const { path } = await issued(500)
    const first = await open(path)
    const second = await open(path)
    expect([stripe.sessionOf(first).status, stripe.sessionOf(second).status]).toEqual([
      'expired',
      'open',
    ])
    expect([await stateOf(first), await stateOf(second)]).toEqual(['expired', 'open'])
  })

  test('is one for a button that is pressed several times at once', async () => {
    const { id, path } = await issued(500)
    await Promise.all([press(path), press(path), press(path)])
    const rows = (await w.db.select().from(cardSessions)).filter((row) => row.invoiceId === id)
    const open = rows.filter(
      ({ stripeId }) => stripe.sessions.get(stripeId ?? '')?.status === 'open',
    )
    expect(open).toHaveLength(1)
    expect(open[0]?.state).toBe('open')
  })

  test.each([
    [
      'a payment',
      (id: string) =>
        made('/api/payments', {
          ...{ customerId, day: dayIn(timeZone, w.clock.now), amount: 100, method: 'cash' },
          allocations: [{ invoiceId: id, amount: 100 }],
        }),
    ],
    ['a void', (id: string) => made(`/api/invoices/${id}/void`, { reason: 'Twice' })],
    [
      'a write-off',
      (id: string) =>
        made(`/api/invoices/${id}/write-off`, {
          ...{ day: dayIn(timeZone, w.clock.now), amount: 100, note: 'Moved away' },
        }),
    ],
    [
      'its time',
      async () => {
        later(36)
      },
    ],
  ])('ends after %s', async (_, change) => {
    const { id, path } = await issued(500)
    const session = await open(path)
    await cards.sweep()
    expect(stripe.sessionOf(session).status).toBe('open')
    await change(id)
    await cards.sweep()
    expect(stripe.sessionOf(session).status).toBe('expired')
    expect(await stateOf(session)).toBe('expired')
  })

  test('is settled when it turns out to be paid', async () => {
    const { id, path } = await issued(500)
    const session = await open(path)
    stripe.pay(session)
    later(36)
    await cards.sweep()
    expect(await moneyOf(id)).toEqual(['paid', 0, 50_000])
    // Nobody can pay it again.
    expect((await press(path)).status).toBe(409)
  })

  test('is opened again after the program was stopped while it was opened', async () => {
    const { id, path } = await issued(500)
    const createdAt = new Date(w.clock.now.getTime() - 120_000)
    const row = { invoiceId: id, attempt: 1, amount: 50_000, state: 'open', createdAt } as const
    await w.db.insert(cardSessions).values({ ...row, expiresAt: w.clock.now })
    await open(path)
  })
})

describe('money that does not match', () => {
  const paidAnyway = async (change: (id: string) => Promise<unknown>, paying = {}) => {
    const { id, path } = await issued(500)
    const session = await open(path)
    await change(id)
    stripe.pay(session, paying)
    await deliver(completed(session))
    await deliver(completed(session))
    expect(await notified()).toEqual(['invoice.cardUnmatched'])
    expect(await historyOf(id)).toContain('cardUnmatched')
    return id
  }

  test('is credit when the invoice is void by then', async () => {
    await paidAnyway((id) => made(`/api/invoices/${id}/void`, { reason: 'Twice' }))
    expect([await creditOf(), (await entries()).length]).toEqual([50_000, 1])
  })

  test('is credit when the invoice was paid meanwhile', async () => {
    await paidAnyway((id) =>
      made('/api/payments', {
        ...{ customerId, day: dayIn(timeZone, w.clock.now), amount: 50_000, method: 'check' },
        allocations: [{ invoiceId: id, amount: 50_000 }],
      }),
    )
    expect([await creditOf(), (await entries()).length]).toEqual([50_000, 2])
  })

  test('is credit when it is another amount', async () => {
    const id = await paidAnyway(async () => {}, { amount: 40_000 })
    expect([await creditOf(), (await moneyOf(id))[1]]).toEqual([40_000, 50_000])
  })

  test('is noted when it is another currency, which has no account here', async () => {
    const id = await paidAnyway(async () => {}, { currency: 'eur' })
    expect([await creditOf(), (await entries()).length]).toEqual([0, 0])
    const { events } = await get(`/api/invoices/${id}`)
    expect(events.at(-1)).toMatchObject({ kind: 'cardUnmatched', note: '€500.00' })
  })

  test('is credit of the customer that a merge left', async () => {
    const { path } = await issued(500)
    const session = await open(path)
    const other = await made('/api/customers', { name: 'Nancy Boyd (old)' })
    await made(`/api/customers/${other.id}/merge`, { customerId: customerId })
    stripe.pay(session)
    await deliver(completed(session))
    customerId = other.id
    expect((await entries()).map(({ amount }) => amount)).toEqual([50_000])
  })
})

describe('money that goes back', () => {
  async function paid() {
    const { id, path } = await issued(500)
    const session = await open(path)
    const intent = stripe.pay(session)
    return { id, session, intent }
  }

  test.each([['after'], ['before']])(
    'is a refund, with its event %s that of the payment',
    async (order) => {
      const { id, session, intent } = await paid()
      if (order === 'after') await deliver(completed(session))
      const refund = stripe.refund(intent, 20_000)
      await deliver(stripe.event('refund.created', refund))
      await deliver(stripe.event('refund.updated', refund))
      await deliver(completed(session))
      expect(await moneyOf(id)).toEqual(['partPaid', 20_000, 30_000])
      expect(await creditOf()).toBe(0)
      expect((await entries()).map(({ kind, amount }) => [kind, amount])).toEqual([
        ['payment', 50_000],
        ['refund', 20_000],
      ])
    },
  )

  test('is found though its events never arrive', async () => {
    const { id, session, intent } = await paid()
    await deliver(completed(session))
    stripe.event('refund.created', stripe.refund(intent, 20_000))
    const dispute = stripe.dispute(intent, 10_000)
    stripe.event('charge.dispute.funds_withdrawn', dispute)
    for (let hour = 0; hour < 2; hour++) await cards.sweep()
    expect(await moneyOf(id)).toEqual(['partPaid', 30_000, 20_000])
    stripe.win(dispute)
    stripe.event('charge.dispute.funds_reinstated', dispute)
    await cards.sweep()
    expect(await creditOf()).toBe(10_000)
  })

  test('uses credit before it takes back what is paid', async () => {
    const { id, session, intent } = await paid()
    await deliver(completed(session))
    const [entry] = await entries()
    await made(`/api/invoices/${id}/release-credit`, { kind: 'payment', id: entry?.id })
    await made(`/api/customers/${customerId}/apply-credit`, {
      allocations: [{ invoiceId: id, amount: 40_000 }],
    })
    await deliver(stripe.event('refund.created', stripe.refund(intent, 15_000)))
    expect([await moneyOf(id), await creditOf()]).toEqual([['partPaid', 15_000, 35_000], 0])
  })

  test('comes again when the refund fails at Stripe, once', async () => {
    const { id, session, intent } = await paid()
    await deliver(completed(session))
    const refund = stripe.refund(intent, 50_000)
    await deliver(stripe.event('refund.created', refund))
    refund.status = 'failed'
    await deliver(stripe.event('refund.failed', refund))
    await deliver(stripe.event('refund.updated', refund))
    expect([await moneyOf(id), await creditOf()]).toEqual([['open', 50_000, 0], 50_000])
  })

  test('that the office has paid back already is left alone, and the office is notified', async () => {
    const { session, intent } = await paid()
    await deliver(completed(session))
    const [entry] = await entries()
    await made(`/api/payments/${entry?.id}/reverse`, { note: 'By mistake' })
    expect(await notified()).toEqual(['invoice.cardPaid'])
    await deliver(stripe.event('refund.created', stripe.refund(intent, 50_000)))
    expect(await entries()).toHaveLength(2)
    expect(await notified()).toEqual(['invoice.cardPaid', 'invoice.cardUnmatched'])
  })

  test('is disputed, and comes again when the dispute is won', async () => {
    const { id, session, intent } = await paid()
    await deliver(completed(session))
    const dispute = stripe.dispute(intent, 50_000)
    await deliver(stripe.event('charge.dispute.created', dispute))
    await deliver(stripe.event('charge.dispute.funds_withdrawn', dispute))
    expect(await moneyOf(id)).toEqual(['open', 50_000, 0])
    expect((await entries()).at(-1)?.note).toBe('Disputed by the cardholder: product not received')
    expect(await notified()).toEqual(['invoice.cardDisputed', 'invoice.cardPaid'])
    stripe.win(dispute)
    await deliver(stripe.event('charge.dispute.closed', dispute))
    await deliver(stripe.event('charge.dispute.funds_reinstated', dispute))
    expect([await creditOf(), (await entries()).length]).toEqual([50_000, 3])
  })

  test('is not moved by a question of the bank', async () => {
    const { id, session, intent } = await paid()
    await deliver(completed(session))
    const asked = stripe.dispute(intent, 50_000, { isInquiry: true })
    await deliver(stripe.event('charge.dispute.created', asked))
    expect(await moneyOf(id)).toEqual(['paid', 0, 50_000])
    expect(await notified()).toEqual(['invoice.cardDisputed', 'invoice.cardPaid'])
  })
})

describe('an event', () => {
  test('is sent again by Stripe after a failure of ours', async () => {
    const { id, path } = await issued(500)
    const session = await open(path)
    stripe.pay(session)
    const event = completed(session)
    stripe.breakFor(2)
    expect((await send(event)).status).toBe(503)
    expect(await moneyOf(id)).toEqual(['open', 50_000, 0])
    await deliver(event)
    expect(await moneyOf(id)).toEqual(['paid', 0, 50_000])
  })

  test.each<[string, (sent: Sent) => Sent]>([
    ['one byte changed', ({ payload, headers }) => ({ payload: `${payload} `, headers })],
    [
      'a body parsed and written again',
      ({ payload, headers }) => ({
        payload: JSON.stringify(JSON.parse(payload), null, 1),
        headers,
      }),
    ],
    ['no signature', ({ payload }) => ({ payload, headers: { 'stripe-signature': '' } })],
    ['no body', ({ headers }) => ({ payload: '', headers })],
  ])('with %s is refused', async (_, changed) => {
    const { id, path } = await issued(500)
    const session = await open(path)
    stripe.pay(session)
    expect((await send(changed(completed(session)))).status).toBe(400)
    expect(await moneyOf(id)).toEqual(['open', 50_000, 0])
  })

  test.each([
    [299, 200],
    [301, 400],
  ])('that was signed %i seconds ago is answered with %i', async (seconds, status) => {
    const at = new Date(Math.floor(w.clock.now.getTime() / 1000) * 1000 - seconds * 1000)
    w.clock.now = new Date(Math.floor(w.clock.now.getTime() / 1000) * 1000)
    const event = stripe.event('customer.created', { id: 'cus_1' }, { at })
    expect((await send(event)).status).toBe(status)
  })

  test('of another kind, and of a session that was made elsewhere, changes nothing', async () => {
    await deliver(stripe.event('invoice.paid', { id: 'in_1' }))
    const { path } = await issued(500)
    const session = await open(path)
    const mine = stripe.sessionOf(session)
    stripe.sessions.set('cs_other', { ...mine, id: 'cs_other', client_reference_id: 'order 7' })
    stripe.pay('cs_other')
    await deliver(completed('cs_other'))
    await deliver(stripe.event('refund.created', stripe.refund('pi_unknown', 100)))
    expect(await entries()).toEqual([])
  })

  test('of a megabyte is refused', async () => {
    const event = stripe.event('customer.created', { id: 'x'.repeat(1_000_000) })
    expect((await send(event)).status).toBe(413)
  })
})

describe('processing', () => {
  test('ends when the bank has answered, though its event never comes', async () => {
    const { id, path } = await issued(500)
    const session = await open(path)
    stripe.pay(session, { isProcessing: true })
    await deliver(completed(session))
    stripe.answer(session, true)
    // The endpoint was down for more than three days: Stripe sends it no more.
    later(5 * 24 * 60)
    await cards.sweep()
    expect(await moneyOf(id)).toEqual(['paid', 0, 50_000])
  })

  test('is not what a refused payment becomes by an answer of Stripe that is old', async () => {
    const { id, path } = await issued(500)
    const session = await open(path)
    stripe.pay(session, { isProcessing: true })
    const old = slow(
      (client) => client.checkout.sessions,
      'retrieve',
      async () => {
        stripe.answer(session, false)
        await deliver(completed(session, 'async_payment_failed'))
        expect(await stateOf(session)).toBe('failed')
      },
    )
    await settle(old, session)
    later(60)
    await cards.sweep()
    expect(await stateOf(session)).toBe('failed')
    expect((await post(`/api/invoices/${id}/void`, { reason: 'Twice' })).status).toBe(200)
  })

  test('is no trap when the account at Stripe is another one by now', async () => {
    const { id, path } = await issued(500)
    const session = await open(path)
    stripe.pay(session, { isProcessing: true })
    await deliver(completed(session))
    stripe.sessions.delete(session)
    later(60 * 24 * 30)
    await cards.sweep()
    expect((await w.call('nobody', 'GET', path)).text).not.toContain('did not go through')
    expect((await post(`/api/invoices/${id}/void`, { reason: 'Twice' })).status).toBe(200)
  })
})

describe('a session that Stripe does not know, as after test keys became live keys', () => {
  test('does not keep an invoice from being paid', async () => {
    const { path } = await issued(500)
    const session = await open(path)
    stripe.sessions.delete(session)
    later(60)
    await cards.sweep().catch(() => {})
    expect((await press(path)).status).toBe(200)
  })

  test('does not keep the check from ending other sessions', async () => {
    const first = await issued(500)
    const gone = await open(first.path)
    later(1)
    const second = await issued(300)
    const session = await open(second.path)
    stripe.sessions.delete(gone)
    await made(`/api/invoices/${second.id}/void`, { reason: 'Twice' })
    later(60)
    await cards.sweep().catch(() => {})
    expect(stripe.sessionOf(session).status).toBe('expired')
  })
})

describe('two ways to the same invoice at once', () => {
  test('the client gets a page, which ends the one that is opened with the link', async () => {
    const job = await made('/api/jobs', {
      ...{ name: 'Porch', address: '12 Elm St', status: 'in_progress' },
      ...{ clientId: w.idOf('cleo'), customerId },
    })
    const { id, path } = await issued(500, { jobId: job.id })
    let status = 0
    const old = slow(
      (client) => client.checkout.sessions,
      'create',
      async () => {
        status = (await w.call('cleo', 'POST', `/api/my-invoices/${id}/pay`)).status
      },
    )
    const page = publicUrl + path
    const pay = startPayment(old, (tx) => lockInvoice(tx, id), { success: page, cancel: page })
    await expect(pay).rejects.toMatchObject({ name: 'notPayable' })
    expect(status).toBe(200)
    const open = [...stripe.sessions.values()].filter((one) => one.status === 'open')
    expect(open.map(({ success_url: url }) => url)).toContainEqual(
      expect.stringContaining(`/invoices/${id}?session=`),
    )
    expect(open.map(({ success_url: url }) => url)).not.toContain(page)
  })
})

describe('money that went back', () => {
  test('is not a refund that failed before an old answer of Stripe was recorded', async () => {
    const { id, intent } = await paid()
    const refund = stripe.refund(intent, 50_000)
    const old = slow(
      (client) => client.refunds,
      'retrieve',
      async () => {
        refund.status = 'failed'
        await deliver(stripe.event('refund.failed', refund))
      },
    )
    await settleRefund(old, refund.id, { id: 'evt_old', type: 'refund.created' })
    await cards.sweep()
    // The company has the money: it pays the invoice, or is credit of the customer.
    const [, owed] = await moneyOf(id)
    expect((owed === 0 ? 50_000 : 0) + (await creditOf())).toBe(50_000)
  })

  test('of another currency is no amount in dollars', async () => {
    const { id, intent } = await paid()
    const dispute = stripe.dispute(intent, 46_000, { currency: 'eur' })
    await deliver(stripe.event('charge.dispute.created', dispute))
    expect((await entries()).map(({ kind, amount }) => [kind, amount])).not.toContainEqual([
      'refund',
      46_000,
    ])
    expect(await moneyOf(id)).not.toContain(46_000)
  })

  test('is not disputed when a question of the bank is closed', async () => {
    const { intent } = await paid()
    const asked = stripe.dispute(intent, 50_000, { isInquiry: true })
    await deliver(stripe.event('charge.dispute.created', asked))
    await w.db.delete(notifications)
    await notified()
    await w.db.delete(notifications)
    await deliver(stripe.event('charge.dispute.closed', asked))
    expect(await notified()).toEqual([])
  })

  test('of a payment that has no entry here is shown to the office', async () => {
    const { path } = await issued(500)
    const session = await open(path)
    const intent = stripe.pay(session, { currency: 'eur' })
    await deliver(completed(session))
    await notified()
    await w.db.delete(notifications)
    await deliver(stripe.event('refund.created', stripe.refund(intent, 50_000)))
    expect(await notified()).not.toEqual([])
  })

  test('of which too little is left leaves a trace with its amount', async () => {
    const { id, intent } = await paid()
    await deliver(stripe.event('refund.created', stripe.refund(intent, 10_000)))
    await deliver(stripe.event('charge.dispute.created', stripe.dispute(intent, 50_000)))
    const { events: history } = await get(`/api/invoices/${id}`)
    const notes = history.map(({ note }: { note: string | null }) => note ?? '')
    expect(notes.some((note: string) => /disputed/i.test(note) && note.includes('$500.00'))).toBe(
      true,
    )
  })
})

test('an error of Stripe is no fault of the event: the answer is 5xx, without its words', async () => {
  const { path } = await issued(500)
  const session = await open(path)
  const event = completed(session)
  // As with 401 for a key that was revoked, or 429.
  stripe.sessions.delete(session)
  const { status, text } = await send(event)
  expect(text).not.toContain('There is no such thing')
  expect(status).toBeGreaterThanOrEqual(500)
})

test('another session with the reference of an attempt does not hide the payment in its own', async () => {
  const { path } = await issued(500)
  const session = await open(path)
  // A payment link of the same account takes any client_reference_id from its address.
  stripe.sessions.set('cs_link', { ...stripe.sessionOf(session), id: 'cs_link' })
  stripe.pay('cs_link', { amount: 100 })
  await deliver(completed('cs_link'))
  stripe.pay(session)
  await deliver(completed(session))
  expect((await entries()).map(({ amount }) => amount)).toContain(50_000)
})

test('a failure before a page is chosen is a page, as on the link itself', async () => {
  const { path } = await issued(500)
  const much = `note=${'x'.repeat(6_000_000)}`
  const answer = await w.call('nobody', 'POST', `${path}/pay`, much, form)
  expect(answer.headers['content-type']).toContain('text/html')
})

test('who paid on a page that was opened by a link which was renewed learns that it arrived', async () => {
  const { id, path } = await issued(500)
  const session = await open(path)
  await made(`/api/invoices/${id}/renew-link`, {})
  stripe.pay(session)
  const { text } = await w.call('nobody', 'GET', `${path}/paid?session=${session}`)
  expect(text).not.toContain('no longer works')
  expect(await moneyOf(id)).toEqual(['paid', 0, 50_000])
})

test('a link does not open page after page at Stripe without end', async () => {
  const { id, path } = await issued(500)
  for (let count = 0; count < 40; count++) await press(path)
  const rows = (await w.db.select().from(cardSessions)).filter((row) => row.invoiceId === id)
  expect(rows.length).toBeLessThan(40)
})

describe('a client', () => {
  async function ownInvoice() {
    const job = await made('/api/jobs', {
      ...{ name: 'Porch', address: '12 Elm St', status: 'in_progress' },
      ...{ clientId: w.idOf('cleo'), customerId },
    })
    return issued(500, { jobId: job.id })
  }

  test('pays their invoice and returns to it', async () => {
    const { id } = await ownInvoice()
    const url = `/api/my-invoices/${id}`
    const read = async () => (await w.call('cleo', 'GET', url)).body
    expect(await read()).toMatchObject({ takesCard: true, processing: null })
    const { status, body } = await w.call('cleo', 'POST', `${url}/pay`)
    expect(status).toBe(200)
    const session = String(body.url).split('/').at(-1) ?? ''
    expect(stripe.sessionOf(session).success_url).toBe(
      `${publicUrl}/invoices/${id}?session=${session}`,
    )
    stripe.pay(session, { isProcessing: true })
    const settle = (name: 'cleo' | 'carl') =>
      w.call(name, 'POST', `${url}/settle-card`, { session })
    expect((await settle('carl')).status).toBe(404)
    expect((await settle('cleo')).status).toBe(204)
    expect(await read()).toMatchObject({ takesCard: false, processing: 50_000, owed: 50_000 })
    stripe.answer(session, true)
    expect((await settle('cleo')).status).toBe(204)
    expect(await read()).toMatchObject({ status: 'paid', processing: null, received: 50_000 })
  })

  test('reads that the bank refused their payment', async () => {
    const { id, path } = await ownInvoice()
    const session = await open(path)
    stripe.pay(session, { isProcessing: true })
    stripe.answer(session, false)
    await deliver(completed(session, 'async_payment_failed'))
    const { body } = await w.call('cleo', 'GET', `/api/my-invoices/${id}`)
    expect(body).toMatchObject({ takesCard: true, processing: null, refused: 50_000 })
  })

  test('cannot pay that of another, or settle a session of another invoice', async () => {
    const { id } = await ownInvoice()
    expect((await w.call('carl', 'POST', `/api/my-invoices/${id}/pay`)).status).toBe(404)
    const { path } = await issued(20)
    const session = await open(path)
    const other = await w.call('cleo', 'POST', `/api/my-invoices/${id}/settle-card`, { session })
    expect(other.status).toBe(404)
  })
})

test('there is no trace of cards where no account is set up', async () => {
  const without = await testApp({}, await testDatabase())
  const answer = await without.call('nobody', 'POST', '/api/stripe/events', {})
  expect(answer.status).toBe(404)
  await without.close()
})
