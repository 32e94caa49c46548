import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Billed, openCards, TOTAL } from './cards.ts'
import { statusesOf } from './invoicing.ts'
import { databaseMessages } from './kills.ts'
import { random, seed, size } from './options.ts'

const KILLS = size(50, 2)
const chance = random(seed)
const messages = databaseMessages()

let w: Awaited<ReturnType<typeof openCards>>
beforeAll(async () => {
  w = await openCards(messages.tap)
})
afterAll(() => w.close())
// The office is notified of each payment that did not match, once.
afterEach(() => w.expectNotified())

/** The record of the card payment of an invoice, in one snapshot. */
async function recordedOf({ id, customerId }: Billed) {
  const [row] = await w.rowsOf<Recorded>(
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
  await w.pair.other.server.kill()
  return result
}

const eventRow = ({ payload }: { readonly payload: string }) =>
  w.rowsOf('select id from stripe_events where id = $1', [JSON.parse(payload).id])

test('a node that is killed while it records a card payment leaves all or nothing', async () => {
  const counts = { before: 0, after: 0, answered: 0 }
  const paidPage = async () => {
    const invoice = await w.billed()
    const session = await w.opened(invoice)
    w.stripe.pay(session)
    return { invoice, session, event: w.completed(session) }
  }
  const first = await paidPage()
  const length = await messages.count(() => w.deliver(w.there, first.event))
  await w.expectBooks(first.invoice, { cards: 1, checks: 0 })
  for (let kill = 0; kill < KILLS; kill++) {
    const { invoice, session, event } = await paidPage()
    // The customer returns at the same moment in every other round.
    const isReturning = kill % 2 === 1
    const work = async () => {
      const [handled] = await Promise.all([
        w.deliver(w.there, event),
        isReturning ? w.back(w.there, invoice, session) : undefined,
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
    await w.pair.other.server.start()
    // Stripe sends it again to any of them, and the customer presses Reload.
    const again = [
      w.deliver(w.there, event),
      w.deliver(w.here, event),
      w.back(w.there, invoice, session),
    ]
    expect(statusesOf(await Promise.all(again))).toEqual([200, 200, 303])
    expect(await recordedOf(invoice)).toEqual(recorded)
    await w.expectBooks(invoice, { cards: 1, checks: 0 })
  }
  console.log(
    `killed ${KILLS} times at one of ${length} messages: ${counts.before} before the commit, ${counts.after} after it, ${counts.answered} after the answer`,
  )
  if (KILLS > 20) expect(Math.min(counts.before, counts.after)).toBeGreaterThan(0)
})

test('a node that is killed while it opens a page prevents no payment', async () => {
  let lost = 0
  const length = await messages.count(async () => w.press(w.there, await w.billed()))
  for (let kill = 0; kill < KILLS; kill++) {
    const invoice = await w.billed()
    const before = kill % 2 === 0 ? [] : [await w.opened(invoice)]
    const answer = await killDuring(() => w.press(w.there, invoice), length)
    // A page that was made for an answer that is lost is known to nobody.
    const given = [...before, ...(answer?.session ? [answer.session] : [])]
    const next = await w.opened(invoice)
    const open = w.openAtStripe(invoice).filter(({ id }) => [...given, next].includes(id))
    expect(open.map(({ id }) => id)).toEqual([next])
    lost += w.openAtStripe(invoice).length - open.length
    w.stripe.pay(next)
    expect((await w.deliver(w.here, w.completed(next))).status).toBe(200)
    const { credit } = await w.expectBooks(invoice, { cards: 1, checks: 0 })
    expect(credit).toBe(0)
    await w.pair.other.server.start()
  }
  console.log(`killed ${KILLS} times; ${lost} pages were made at Stripe that nobody can open`)
})
