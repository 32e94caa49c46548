import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { stripeServer } from '../../server/testing/stripe.ts'
import type { ApiClient } from '../harness/apiClient.ts'
import { connectTo } from '../harness/postgres.ts'
import {
  accountOf,
  invoiceOf,
  newCustomer,
  newInvoice,
  type Pair,
  pay,
  startPair,
  statusesOf,
  voidInvoice,
} from './invoicing.ts'
import { databaseMessages } from './kills.ts'
import { random, seed, size } from './options.ts'

const ROUNDS = size(200, 4)
const KILLS = size(50, 2)
/** The total of each invoice, in cents. */
const TOTAL = 10_000
const chance = random(seed)

let stripe: Awaited<ReturnType<typeof stripeServer>>
let pair: Pair
let admin: ApiClient
let database: pg.Client
/** The addresses of the two nodes. */
let here: string
let there: string
const messages = databaseMessages()
/** The invoices with money that did not match. */
const unmatched: string[] = []

beforeAll(async () => {
  stripe = await stripeServer()
  const { secretKey, webhookSecret, url } = stripe.settings
  pair = await startPair(inject('company'), {
    env: {
      PUBLIC_URL: 'http://plumbline.example.com',
      ...{ STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_URL: url },
    },
    tap: messages.tap,
  })
  admin = pair.admin
  ;[here, there] = [pair.home.url, pair.other.server.url]
  database = await connectTo(pair.home.postgres)
})
afterAll(async () => {
  await database.end()
  await pair.remove()
  await stripe.close()
})

async function rowsOf<T extends pg.QueryResultRow>(statement: string, values: unknown[] = []) {
  return (await database.query<T>(statement, values)).rows
}

interface Billed {
  readonly customerId: string
  readonly id: string
  /** The path of its link. */
  readonly path: string
}

/** A new customer with an invoice of $100. */
async function billed(): Promise<Billed> {
  const customerId = await newCustomer(admin)
  const id = await newInvoice(admin, customerId)
  const { path } = await admin.request<{ path: string }>('GET', `/api/invoices/${id}/link`)
  return { customerId, id, path }
}

/** Presses Pay on the page of a link. @returns the status, and the session whose page is opened */
async function press(node: string, { path }: Billed) {
  const answer = await fetch(`${node}${path}/pay`, { method: 'POST', body: new URLSearchParams() })
  const session = /url=[^"]*\/pay\/(\w+)"/.exec(await answer.text())?.[1]
  return { status: answer.status, session }
}

/** Opens the page of an invoice at Stripe. @returns its session */
async function opened(invoice: Billed): Promise<string> {
  const { status, session } = await press(here, invoice)
  expect(status).toBe(200)
  return session ?? ''
}

/** Somebody pays in a session. @returns whether it was still open */
function payIn(session: string): boolean {
  if (stripe.sessionOf(session).status !== 'open') return false
  stripe.pay(session)
  return true
}

type Sent = ReturnType<typeof stripe.event>
const completed = (session: string) =>
  stripe.event('checkout.session.completed', stripe.sessionOf(session))
const tell = (node: string, { payload, headers }: Sent) =>
  fetch(`${node}/api/stripe/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: payload,
  })
/** Stripe returns a customer to the page of the link. */
const back = (node: string, { path }: Billed, session: string) =>
  fetch(`${node}${path}/paid?session=${session}`, { redirect: 'manual' })

/** The sessions of an invoice in which money can be paid. */
const openAtStripe = ({ id }: Billed) =>
  [...stripe.sessions.values()].filter(
    ({ metadata, status }) => metadata.invoice === id && status === 'open',
  )

interface Entry {
  readonly method: string
  readonly amount: number
}

/**
 * Expects an entry for each payment, all of it on the invoice or as credit, and no more on the
 * invoice than it owes.
 */
async function expectBooks(invoice: Billed, { cards, checks }: { cards: number; checks: number }) {
  const { customerId, id } = invoice
  const entries = await admin.request<Entry[]>('GET', `/api/payments?customerId=${customerId}`)
  expect(entries.map(({ method }) => method).sort()).toEqual([
    ...Array(cards).fill('card'),
    ...Array(checks).fill('check'),
  ])
  const received = entries.reduce((sum, { amount }) => sum + amount, 0)
  const { status, paid, owed } = await invoiceOf(admin, id)
  const { credit } = await accountOf(admin, customerId)
  expect(paid + credit).toBe(received)
  expect(paid + owed).toBe(status === 'void' ? 0 : TOTAL)
  // Only money by card becomes credit.
  if (credit > 0) {
    expect([cards, credit]).toEqual([1, TOTAL])
    unmatched.push(id)
  }
  return { status, credit }
}

/** Expects that the office was notified of each payment that did not match, once. */
async function expectNotified() {
  const noted = async () => {
    const rows = await rowsOf<{ id: string }>(
      `select subject_id as id from events where name = 'invoice.cardUnmatched' order by id`,
    )
    return rows.map(({ id }) => id).sort()
  }
  expect(await noted()).toEqual(unmatched.toSorted())
  const notified = `select coalesce(sum(count), 0)::int as count from notifications
    where name = 'invoice.cardUnmatched'`
  await expect
    .poll(async () => (await rowsOf<{ count: number }>(notified))[0]?.count, { timeout: 60_000 })
    .toBe(unmatched.length)
}
afterEach(expectNotified)

test('an event that comes ten times at once on two nodes, beside the return, is one payment', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const invoice = await billed()
    const session = await opened(invoice)
    stripe.pay(session)
    const event = completed(session)
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, (_, at) => tell(at % 2 === 0 ? here : there, event)),
      back(here, invoice, session),
      back(there, invoice, session),
    ])
    expect(statusesOf(answers)).toEqual([...Array(10).fill(200), 303, 303])
    expect(await expectBooks(invoice, { cards: 1, checks: 0 })).toEqual({
      status: 'paid',
      credit: 0,
    })
  }
})

test('a card payment beside a check loses no money and pays nothing twice', async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round++) {
    const invoice = await billed()
    const session = await opened(invoice)
    stripe.pay(session)
    const [handled, returned, check] = await Promise.all([
      sleep(chance() * 30).then(() => tell(here, completed(session))),
      sleep(chance() * 30).then(() => back(there, invoice, session)),
      sleep(chance() * 30).then(() => pay(pair.elsewhere, invoice.customerId, TOTAL, invoice.id)),
    ])
    expect([handled.status, returned.status]).toEqual([200, 303])
    expect([201, 400]).toContain(check.status)
    const checks = check.status === 201 ? 1 : 0
    const { status, credit } = await expectBooks(invoice, { cards: 1, checks })
    expect([status, credit]).toEqual(['paid', checks * TOTAL])
    outcomes.add(checks > 0 ? 'check' : 'card')
  }
  // Neither of the two always comes first.
  if (ROUNDS > 20) expect(outcomes.size).toBe(2)
})

test('a card payment beside a void is for the invoice, or credit', async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round++) {
    const invoice = await billed()
    const session = await opened(invoice)
    stripe.pay(session)
    const [handled, returned, voided] = await Promise.all([
      sleep(chance() * 30).then(() => tell(here, completed(session))),
      sleep(chance() * 30).then(() => back(there, invoice, session)),
      sleep(chance() * 30).then(() => voidInvoice(pair.elsewhere, invoice.id)),
    ])
    expect([handled.status, returned.status]).toEqual([200, 303])
    expect([200, 409]).toContain(voided.status)
    const isVoid = voided.status === 200
    const { status, credit } = await expectBooks(invoice, { cards: 1, checks: 0 })
    expect([status, credit]).toEqual(isVoid ? ['void', TOTAL] : ['paid', 0])
    outcomes.add(status)
  }
  if (ROUNDS > 20) expect(outcomes.size).toBe(2)
})

test('of pages that several people open at once only one can be paid', async () => {
  let pages = 0
  for (let round = 0; round < ROUNDS; round++) {
    const invoice = await billed()
    // In every other round there is an open page already.
    const before = round % 2 === 0 ? [] : [await opened(invoice)]
    const answers = await Promise.all([
      press(here, invoice),
      sleep(chance() * 20).then(() => press(there, invoice)),
      sleep(chance() * 20).then(() => press(here, invoice)),
    ])
    for (const { status } of answers) expect([200, 409, 503]).toContain(status)
    const sessions = [...before, ...answers.flatMap(({ session }) => session ?? [])]
    pages += sessions.length
    // Somebody can pay, on a page that they were given.
    const open = openAtStripe(invoice)
    expect(open.length).toBe(1)
    expect(sessions).toContain(open[0]?.id)
    const paid = sessions.filter(payIn)
    expect(paid.length).toBe(1)
    for (const session of paid) expect((await tell(there, completed(session))).status).toBe(200)
    await expectBooks(invoice, { cards: 1, checks: 0 })
  }
  console.log(`${pages} pages were opened in ${ROUNDS} rounds`)
})

test('a page that is paid while another one is opened is the only one that is paid', async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round++) {
    const invoice = await billed()
    const first = await opened(invoice)
    const [isPaid, second] = await Promise.all([
      sleep(chance() * 30).then(() => payIn(first)),
      sleep(chance() * 10).then(() => press(there, invoice)),
    ])
    expect([200, 409]).toContain(second.status)
    const isNextPaid = second.session !== undefined && payIn(second.session)
    expect([isPaid, isNextPaid].filter(Boolean).length).toBe(1)
    outcomes.add(isPaid ? 'first' : 'second')
    const paid = isPaid ? first : (second.session ?? '')
    expect((await tell(here, completed(paid))).status).toBe(200)
    expect(openAtStripe(invoice)).toEqual([])
    const { credit } = await expectBooks(invoice, { cards: 1, checks: 0 })
    expect(credit).toBe(0)
  }
  if (ROUNDS > 20) expect(outcomes.size).toBe(2)
})

test('a page ends when a check arrives or its invoice is void, and is not paid then', async () => {
  const voided = async (invoice: Billed) => (await voidInvoice(admin, invoice.id)).status
  const checked = async ({ customerId, id }: Billed) =>
    (await pay(pair.elsewhere, customerId, TOTAL, id)).status
  const invoices: Billed[] = []
  let opens = 0
  for (let round = 0; round < ROUNDS; round++) {
    const invoice = await billed()
    invoices.push(invoice)
    // In every other round the page is there already.
    const isEarly = round % 4 < 2
    if (isEarly) await opened(invoice)
    const [pressed, status] = await Promise.all([
      sleep(chance() * 20).then(() => (isEarly ? undefined : press(here, invoice))),
      sleep(chance() * 40).then(() => (round % 2 === 0 ? voided : checked)(invoice)),
    ])
    opens += openAtStripe(invoice).length
    expect([200, 201]).toContain(status)
    expect([undefined, 200, 409]).toContain(pressed?.status)
  }
  const open = () => invoices.filter((invoice) => openAtStripe(invoice).length > 0).length
  await expect.poll(open, { timeout: 120_000 }).toBe(0)
  const [row] = await rowsOf<{ open: number }>(
    `select count(*)::int as open from card_sessions where state = 'open'`,
  )
  expect(row?.open).toBe(0)
  console.log(`${opens} pages were open after the other thing`)
  if (ROUNDS > 20) expect(opens).toBeGreaterThan(0)
})

/** The record of the card payment of an invoice, in one snapshot. */
async function recordedOf({ id, customerId }: Billed) {
  const [row] = await rowsOf<Recorded>(
    `select
      (select count(*)::int from card_sessions where invoice_id = $1 and state = 'paid') as sessions,
      (select count(*)::int from payments where customer_id = $2 and stripe_id is not null) as entries,
      (select coalesce(sum(amount), 0)::int from payment_allocations where invoice_id = $1) as used,
      (select count(*)::int from events where subject_id = $1::text and name = 'invoice.cardPaid') as published`,
    [id, customerId],
  )
  return row
}
interface Recorded {
  readonly sessions: number
  readonly entries: number
  readonly used: number
  readonly published: number
}
const nothing: Recorded = { sessions: 0, entries: 0, used: 0, published: 0 }
const recorded: Recorded = { sessions: 1, entries: 1, used: TOTAL, published: 1 }

/**
 * Kills the other node in the middle of a piece of work, at a random one of its messages to the
 * database.
 * @returns the result of the work; undefined if its connection broke
 */
async function killDuring<T>(work: () => Promise<T>, length: number) {
  const moment = messages.reach(Math.ceil(chance() * length))
  const result = work().catch(() => undefined)
  await Promise.race([moment, result])
  await pair.other.server.kill()
  return result
}

const eventRow = (event: Sent) =>
  rowsOf('select id from stripe_events where id = $1', [JSON.parse(event.payload).id])

test('a node that is killed while it records a card payment leaves all or nothing', async () => {
  const counts = { before: 0, after: 0, answered: 0 }
  const paidPage = async () => {
    const invoice = await billed()
    const session = await opened(invoice)
    stripe.pay(session)
    return { invoice, session, event: completed(session) }
  }
  const first = await paidPage()
  const length = await messages.count(() => tell(there, first.event))
  await expectBooks(first.invoice, { cards: 1, checks: 0 })
  for (let kill = 0; kill < KILLS; kill++) {
    const { invoice, session, event } = await paidPage()
    // The customer returns at the same moment in every other round.
    const isReturning = kill % 2 === 1
    const work = async () => {
      const [handled] = await Promise.all([
        tell(there, event),
        isReturning ? back(there, invoice, session) : undefined,
      ])
      return handled.status
    }
    const status = await killDuring(work, isReturning ? 2 * length : length)
    const found = await recordedOf(invoice)
    const isRecorded = (found?.entries ?? 0) > 0
    expect(found).toEqual(isRecorded ? recorded : nothing)
    // An event that is taken, or was answered, is recorded.
    if ((await eventRow(event)).length > 0) expect(await recordedOf(invoice)).toEqual(recorded)
    if (status !== undefined) {
      expect([status, isRecorded]).toEqual([200, true])
      counts.answered += 1
    }
    counts[isRecorded ? 'after' : 'before'] += 1
    await pair.other.server.start()
    // Stripe sends it again to any of them, and the customer presses Reload.
    const again = [tell(there, event), tell(here, event), back(there, invoice, session)]
    expect(statusesOf(await Promise.all(again))).toEqual([200, 200, 303])
    expect(await recordedOf(invoice)).toEqual(recorded)
    await expectBooks(invoice, { cards: 1, checks: 0 })
  }
  console.log(
    `killed ${KILLS} times at one of ${length} messages: ${counts.before} before the commit, ${counts.after} after it, ${counts.answered} after the answer`,
  )
  if (KILLS > 20) expect(Math.min(counts.before, counts.after)).toBeGreaterThan(0)
})

test('a node that is killed while it opens a page prevents no payment', async () => {
  let lost = 0
  const length = await messages.count(async () => press(there, await billed()))
  for (let kill = 0; kill < KILLS; kill++) {
    const invoice = await billed()
    const before = kill % 2 === 0 ? [] : [await opened(invoice)]
    const answer = await killDuring(() => press(there, invoice), length)
    // A page that was made for an answer that is lost is known to nobody.
    const given = [...before, ...(answer?.session ? [answer.session] : [])]
    const next = await opened(invoice)
    const open = openAtStripe(invoice).filter(({ id }) => [...given, next].includes(id))
    expect(open.map(({ id }) => id)).toEqual([next])
    lost += openAtStripe(invoice).length - open.length
    stripe.pay(next)
    expect((await tell(here, completed(next))).status).toBe(200)
    const { credit } = await expectBooks(invoice, { cards: 1, checks: 0 })
    expect(credit).toBe(0)
    await pair.other.server.start()
  }
  console.log(`killed ${KILLS} times; ${lost} pages were made at Stripe of which nobody learned`)
})
