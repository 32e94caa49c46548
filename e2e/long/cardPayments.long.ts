import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Billed, openCards, TOTAL } from './cards.ts'
import { pay, statusesOf, voidInvoice } from './invoicing.ts'
import { random, seed, size } from './options.ts'

const ROUNDS = size(200, 4)
const chance = random(seed)

let w: Awaited<ReturnType<typeof openCards>>
beforeAll(async () => {
  w = await openCards()
})
afterAll(() => w.close())
// The office is notified of each payment that did not match, once.
afterEach(() => w.expectNotified())

test('an event that comes ten times at once on two nodes, beside the return, is one payment', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const invoice = await w.billed()
    const session = await w.opened(invoice)
    w.stripe.pay(session)
    const event = w.completed(session)
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, (_, at) => w.deliver(at % 2 === 0 ? w.here : w.there, event)),
      w.back(w.here, invoice, session),
      w.back(w.there, invoice, session),
    ])
    expect(statusesOf(answers)).toEqual([...Array(10).fill(200), 303, 303])
    expect(await w.expectBooks(invoice, { cards: 1, checks: 0 })).toEqual({
      status: 'paid',
      credit: 0,
    })
  }
})

test('a card payment beside a check loses no money and pays nothing twice', async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round++) {
    const invoice = await w.billed()
    const session = await w.opened(invoice)
    w.stripe.pay(session)
    const [handled, returned, check] = await Promise.all([
      sleep(chance() * 30).then(() => w.deliver(w.here, w.completed(session))),
      sleep(chance() * 30).then(() => w.back(w.there, invoice, session)),
      sleep(chance() * 30).then(() => pay(w.pair.elsewhere, invoice.customerId, TOTAL, invoice.id)),
    ])
    expect([handled.status, returned.status]).toEqual([200, 303])
    expect([201, 400]).toContain(check.status)
    const checks = check.status === 201 ? 1 : 0
    const { status, credit } = await w.expectBooks(invoice, { cards: 1, checks })
    expect([status, credit]).toEqual(['paid', checks * TOTAL])
    outcomes.add(checks > 0 ? 'check' : 'card')
  }
  // Neither of the two always comes first.
  if (ROUNDS > 20) expect(outcomes.size).toBe(2)
})

test('a card payment beside a void is for the invoice, or credit', async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round++) {
    const invoice = await w.billed()
    const session = await w.opened(invoice)
    w.stripe.pay(session)
    const [handled, returned, voided] = await Promise.all([
      sleep(chance() * 30).then(() => w.deliver(w.here, w.completed(session))),
      sleep(chance() * 30).then(() => w.back(w.there, invoice, session)),
      sleep(chance() * 30).then(() => voidInvoice(w.pair.elsewhere, invoice.id)),
    ])
    expect([handled.status, returned.status]).toEqual([200, 303])
    expect([200, 409]).toContain(voided.status)
    const isVoid = voided.status === 200
    const { status, credit } = await w.expectBooks(invoice, { cards: 1, checks: 0 })
    expect([status, credit]).toEqual(isVoid ? ['void', TOTAL] : ['paid', 0])
    outcomes.add(status)
  }
  if (ROUNDS > 20) expect(outcomes.size).toBe(2)
})

test('of pages that several people open at once only one can be paid', async () => {
  let pages = 0
  for (let round = 0; round < ROUNDS; round++) {
    const invoice = await w.billed()
    // In every other round there is an open page already.
    const before = round % 2 === 0 ? [] : [await w.opened(invoice)]
    const answers = await Promise.all([
      w.press(w.here, invoice),
      sleep(chance() * 20).then(() => w.press(w.there, invoice)),
      sleep(chance() * 20).then(() => w.press(w.here, invoice)),
    ])
    for (const { status } of answers) expect([200, 409, 503]).toContain(status)
    const sessions = [...before, ...answers.flatMap(({ session }) => session ?? [])]
    pages += sessions.length
    // Somebody can pay, on a page that they were given.
    const open = w.openAtStripe(invoice)
    expect(open.length).toBe(1)
    expect(sessions).toContain(open[0]?.id)
    const paid = sessions.filter(w.payIn)
    expect(paid.length).toBe(1)
    for (const session of paid)
      expect((await w.deliver(w.there, w.completed(session))).status).toBe(200)
    await w.expectBooks(invoice, { cards: 1, checks: 0 })
  }
  console.log(`${pages} pages were opened in ${ROUNDS} rounds`)
})

test('a page that is paid while another one is opened is the only one that is paid', async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round++) {
    const invoice = await w.billed()
    const first = await w.opened(invoice)
    const [isPaid, second] = await Promise.all([
      sleep(chance() * 30).then(() => w.payIn(first)),
      sleep(chance() * 10).then(() => w.press(w.there, invoice)),
    ])
    expect([200, 409]).toContain(second.status)
    const isNextPaid = second.session !== undefined && w.payIn(second.session)
    expect([isPaid, isNextPaid].filter(Boolean).length).toBe(1)
    outcomes.add(isPaid ? 'first' : 'second')
    const paid = isPaid ? first : (second.session ?? '')
    expect((await w.deliver(w.here, w.completed(paid))).status).toBe(200)
    expect(w.openAtStripe(invoice)).toEqual([])
    const { credit } = await w.expectBooks(invoice, { cards: 1, checks: 0 })
    expect(credit).toBe(0)
  }
  if (ROUNDS > 20) expect(outcomes.size).toBe(2)
})

test('a page ends when a check arrives or its invoice is void, and is not paid then', async () => {
  const voided = async (invoice: Billed) => (await voidInvoice(w.admin, invoice.id)).status
  const checked = async ({ customerId, id }: Billed) =>
    (await pay(w.pair.elsewhere, customerId, TOTAL, id)).status
  const invoices: Billed[] = []
  let opens = 0
  for (let round = 0; round < ROUNDS; round++) {
    const invoice = await w.billed()
    invoices.push(invoice)
    // In every other round the page is there already.
    const isEarly = round % 4 < 2
    if (isEarly) await w.opened(invoice)
    const [pressed, status] = await Promise.all([
      sleep(chance() * 20).then(() => (isEarly ? undefined : w.press(w.here, invoice))),
      sleep(chance() * 40).then(() => (round % 2 === 0 ? voided : checked)(invoice)),
    ])
    opens += w.openAtStripe(invoice).length
    expect([200, 201]).toContain(status)
    expect([undefined, 200, 409]).toContain(pressed?.status)
  }
  const open = () => invoices.filter((invoice) => w.openAtStripe(invoice).length > 0).length
  await expect.poll(open, { timeout: 120_000 }).toBe(0)
  const [row] = await w.rowsOf<{ open: number }>(
    `select count(*)::int as open from card_sessions where state = 'open'`,
  )
  expect(row?.open).toBe(0)
  console.log(`${opens} pages were open after the other thing`)
  if (ROUNDS > 20) expect(opens).toBeGreaterThan(0)
})
