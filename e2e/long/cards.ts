import type pg from 'pg'
import { expect, inject } from 'vitest'
import { stripeServer } from '../../server/testing/stripe.ts'
import { connectTo } from '../harness/postgres.ts'
import type { Tap } from '../harness/tcpProxy.ts'
import { accountOf, invoiceOf, newCustomer, newInvoice, startPair } from './invoicing.ts'

/** The total of each invoice, in cents. */
export const TOTAL = 10_000

export interface Billed {
  readonly customerId: string
  readonly id: string
  /** The path of its link. */
  readonly path: string
}

interface Entry {
  readonly method: string
  readonly amount: number
}

/**
 * Starts two nodes that take cards and a server in place of Stripe. Returns the acts of customers
 * and of Stripe.
 * @param tap receives what the other node sends to the database
 */
export async function openCards(tap?: Tap) {
  const stripe = await stripeServer()
  const { secretKey, webhookSecret, url } = stripe.settings
  const pair = await startPair(inject('company'), {
    env: {
      PUBLIC_URL: 'http://plumbline.example.com',
      ...{ STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_URL: url },
    },
    ...(tap && { tap }),
  })
  const { admin } = pair
  /** The addresses of the two nodes. */
  const [here, there] = [pair.home.url, pair.other.server.url]
  const database = await connectTo(pair.home.postgres)
  /** The invoices with money that did not match. */
  const unmatched: string[] = []

  async function rowsOf<T extends pg.QueryResultRow>(statement: string, values: unknown[] = []) {
    return (await database.query<T>(statement, values)).rows
  }

  /** A new customer with an invoice of $100. */
  async function billed(): Promise<Billed> {
    const customerId = await newCustomer(admin)
    const id = await newInvoice(admin, customerId)
    const { path } = await admin.request<{ path: string }>('GET', `/api/invoices/${id}/link`)
    return { customerId, id, path }
  }

  /** Presses Pay on the page of a link. @returns the status, and the session that is opened */
  async function press(node: string, { path }: Billed) {
    const answer = await fetch(`${node}${path}/pay`, {
      method: 'POST',
      body: new URLSearchParams(),
    })
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
  const deliver = (node: string, { payload, headers }: Sent) =>
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

  /**
   * Expects an entry for each payment, all of it on the invoice or as credit, and no more on the
   * invoice than it owes.
   */
  async function expectBooks(
    invoice: Billed,
    { cards, checks }: { cards: number; checks: number },
  ) {
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

  return {
    ...{
      stripe,
      pair,
      admin,
      here,
      there,
      rowsOf,
      billed,
      press,
      opened,
      payIn,
      completed,
      deliver,
    },
    ...{ back, openAtStripe, expectBooks, expectNotified },
    async close() {
      await database.end()
      await pair.remove()
      await stripe.close()
    },
  }
}
