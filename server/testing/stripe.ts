import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'

interface Intent {
  readonly id: string
  status: 'processing' | 'succeeded' | 'requires_payment_method'
  readonly latest_charge: object
}

interface Session {
  readonly id: string
  readonly object: 'checkout.session'
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid'
  amount_total: number
  currency: string
  readonly client_reference_id: string | null
  readonly metadata: { readonly invoice: string | null }
  readonly url: string
  readonly expires_at: number
  readonly success_url: string
  readonly cancel_url: string
  payment_intent: Intent | null
  customer_details: { email: string | null } | null
}

interface Refund {
  readonly id: string
  readonly object: 'refund'
  readonly payment_intent: string
  readonly amount: number
  readonly currency: string
  status: 'succeeded' | 'pending' | 'failed'
  readonly reason: string | null
}

interface Dispute {
  readonly id: string
  readonly object: 'dispute'
  readonly payment_intent: string
  readonly amount: number
  readonly currency: string
  readonly reason: string
  /** The money that was taken, below zero, and given back. */
  readonly balance_transactions: { readonly amount: number }[]
}

interface Paying {
  readonly amount?: number
  readonly currency?: string
  readonly email?: string
  /** Whether they pay from a bank account, whose bank answers later. */
  readonly isProcessing?: boolean
}

const WEBHOOK_SECRET = 'whsec_of_the_tests'

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return new URLSearchParams(Buffer.concat(parts).toString())
}

/**
 * Starts a server that speaks the part of Stripe's API that card payments use, with the pages of
 * its sessions. Its methods do what customers, banks and the dashboard of Stripe do.
 */
export async function stripeServer() {
  const sessions = new Map<string, Session>()
  const refunds = new Map<string, Refund>()
  const disputes = new Map<string, Dispute>()
  /** The parameters that were sent under an idempotency key, and the first answer. */
  const keys = new Map<string, { readonly sent: string; readonly first: string }>()
  /** The events that were made, whether they were delivered or not, newest first. */
  const events: { readonly type: string }[] = []
  /** The calls since the start, such as `POST /v1/checkout/sessions`. */
  const calls: string[] = []
  let broken = 0
  let brokenStatus = 500
  /** The address of the server under test, if it is not its public one. */
  let origin: string | undefined
  let count = 0
  const next = (prefix: string) => `${prefix}_${++count}${Math.random().toString(36).slice(2)}`

  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  function create(body: URLSearchParams, key: string): object | 'reused' {
    const before = keys.get(key)
    if (before) return before.sent === body.toString() ? JSON.parse(before.first) : 'reused'
    const id = next('cs')
    const session: Session = {
      ...{ id, object: 'checkout.session', status: 'open', payment_status: 'unpaid' },
      amount_total: Number(body.get('line_items[0][price_data][unit_amount]')),
      currency: body.get('line_items[0][price_data][currency]') ?? '',
      client_reference_id: body.get('client_reference_id'),
      metadata: { invoice: body.get('metadata[invoice]') },
      url: `${url}/pay/${id}`,
      expires_at: Number(body.get('expires_at')),
      success_url: (body.get('success_url') ?? '').replace('{CHECKOUT_SESSION_ID}', id),
      cancel_url: body.get('cancel_url') ?? '',
      ...{ payment_intent: null, customer_details: null },
    }
    sessions.set(id, session)
    // A repeated call gets the first answer again, whatever became of the session.
    keys.set(key, { sent: body.toString(), first: JSON.stringify(session) })
    return session
  }

  /** The address to which a customer is sent back. */
  function returned(address: string): string {
    const { pathname, search, href } = new URL(address)
    return origin === undefined ? href : origin + pathname + search
  }

  const sessionOf = (id: string): Session => {
    const session = sessions.get(id)
    if (!session) throw new Error(`There is no session ${id}`)
    return session
  }

  /** A customer pays in a session. */
  function pay(id: string, { amount, currency, email, isProcessing = false }: Paying = {}) {
    const session = sessionOf(id)
    if (session.status !== 'open') throw new Error(`Session ${id} has ended`)
    const details = isProcessing
      ? { type: 'us_bank_account', us_bank_account: { bank_name: 'First Bank', last4: '6789' } }
      : { type: 'card', card: { brand: 'visa', last4: '4242' } }
    session.status = 'complete'
    session.payment_status = isProcessing ? 'unpaid' : 'paid'
    session.amount_total = amount ?? session.amount_total
    session.currency = currency ?? session.currency
    session.customer_details = { email: email ?? null }
    session.payment_intent = {
      id: next('pi'),
      status: isProcessing ? 'processing' : 'succeeded',
      latest_charge: { id: next('ch'), payment_method_details: details },
    }
    return session.payment_intent.id
  }

  /** The bank of a customer answers. */
  function answer(id: string, isGood: boolean) {
    const session = sessionOf(id)
    if (!session.payment_intent) throw new Error(`Nothing was paid in ${id}`)
    session.payment_intent.status = isGood ? 'succeeded' : 'requires_payment_method'
    if (isGood) session.payment_status = 'paid'
  }

  const found = (object: object | undefined) =>
    object
      ? ([200, object] as const)
      : ([404, refusal('There is no such thing', 'resource_missing')] as const)
  const refusal = (message: string, code?: string) => ({
    error: { type: 'invalid_request_error', code, message },
  })

  async function reply(request: IncomingMessage): Promise<readonly [number, object]> {
    const { pathname, searchParams } = new URL(request.url ?? '', url)
    calls.push(`${request.method} ${pathname}`)
    const body = await bodyOf(request)
    if (broken > 0) {
      broken -= 1
      return [brokenStatus, { error: { type: 'api_error', message: 'Out of order' } }]
    }
    const [, , kind, id = '', step] = pathname.replace('/checkout', '').split('/')
    if (kind === 'refunds') return found(refunds.get(id))
    if (kind === 'disputes') return found(disputes.get(id))
    if (kind === 'events') {
      const types = [...searchParams].flatMap(([name, type]) =>
        name.startsWith('types') ? type : [],
      )
      const data = events.filter(({ type }) => types.includes(type))
      return [200, { object: 'list', data, has_more: false, url: '/v1/events' }]
    }
    if (kind !== 'sessions') return found(undefined)
    if (step === 'expire') {
      const session = sessions.get(id)
      if (!session) return found(undefined)
      if (session.status !== 'open') return [400, refusal('This session has ended')]
      session.status = 'expired'
      return [200, session]
    }
    if (request.method === 'POST') {
      const made = create(body, String(request.headers['idempotency-key']))
      return made === 'reused'
        ? [400, { error: { type: 'idempotency_error', message: 'Other parameters' } }]
        : [200, made]
    }
    if (id !== '') {
      const session = sessions.get(id)
      if (!session) return found(undefined)
      const isExpanded = searchParams.getAll('expand[0]').includes('payment_intent.latest_charge')
      const { payment_intent: intent } = session
      return [200, isExpanded ? session : { ...session, payment_intent: intent?.id ?? null }]
    }
    const intent = searchParams.get('payment_intent')
    const data = [...sessions.values()].filter((one) => one.payment_intent?.id === intent)
    return [200, { object: 'list', data, has_more: false, url: '/v1/checkout/sessions' }]
  }

  async function respond(request: IncomingMessage, response: ServerResponse) {
    const page = /^\/pay\/(\w+)$/.exec(request.url ?? '')
    const session = page && sessions.get(page[1] ?? '')
    if (session) {
      if (request.method === 'POST') {
        pay(session.id)
        return response.writeHead(303, { location: returned(session.success_url) }).end()
      }
      response.writeHead(200, { 'content-type': 'text/html' })
      return response.end(
        `<!doctype html><title>Checkout</title><link rel="icon" href="data:,"><h1>$${(session.amount_total / 100).toFixed(2)}</h1>
        <form method="post"><button>Pay</button></form><a href="${returned(session.cancel_url)}">Back</a>`,
      )
    }
    const [status, answer] = await reply(request)
    response.writeHead(status, { 'content-type': 'application/json' })
    return response.end(JSON.stringify(answer))
  }
  server.on('request', (request, response) => void respond(request, response))

  /** An event as Stripe sends it: its body, and the header with its signature. */
  function event(type: string, object: object, { id = next('evt'), at = new Date() } = {}) {
    const made = { id, object: 'event', type, data: { object } }
    events.unshift(made)
    const payload = JSON.stringify(made)
    const timestamp = Math.floor(at.getTime() / 1000)
    const signature = Stripe.webhooks.generateTestHeaderString({
      ...{ payload, secret: WEBHOOK_SECRET, timestamp },
    })
    return { payload, headers: { 'stripe-signature': signature } }
  }

  return {
    /** The settings that lead to this server. */
    settings: { secretKey: 'sk_test_1', webhookSecret: WEBHOOK_SECRET, url },
    calls,
    sessions,
    sessionOf,
    pay,
    answer,
    event,
    /** Sends customers back to another address than the public one. */
    returnTo(address: string) {
      origin = address
    },
    /** Money goes back to a customer. */
    refund(intent: string, amount: number, status: Refund['status'] = 'succeeded') {
      const reason = 'requested_by_customer'
      const made: Refund = {
        ...{ id: next('re'), object: 'refund', payment_intent: intent, amount, status, reason },
        currency: 'usd',
      }
      refunds.set(made.id, made)
      return made
    },
    /** The holder of a card disputes a payment, or the bank asks about it at first. */
    dispute(intent: string, amount: number, { isInquiry = false, currency = 'usd' } = {}) {
      const made: Dispute = {
        ...{ id: next('dp'), object: 'dispute', payment_intent: intent, amount, currency },
        reason: 'product_not_received',
        balance_transactions: isInquiry ? [] : [{ amount: -amount }],
      }
      disputes.set(made.id, made)
      return made
    },
    /** A dispute is won. */
    win: ({ amount, balance_transactions: moves }: Dispute) => moves.push({ amount }),
    /** The next calls fail. */
    breakFor(times: number, status = 500) {
      broken = times
      brokenStatus = status
    },
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  }
}
