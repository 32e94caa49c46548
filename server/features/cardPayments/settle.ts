import { dayIn } from '@plumbline/contract/dates.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import type { NewPayment } from '@plumbline/contract/payments.ts'
import { email as emailAddress, id as reference } from '@plumbline/contract/text.ts'
import type Stripe from 'stripe'
import { requireCompany } from '../../access/company/queries.ts'
import type { Db } from '../../platform/db/handle.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { sendsEmail } from '../../platform/mail/mail.ts'
import { publishOf } from '../invoices/events.ts'
import { type FoundInvoice, insertHappening, lockInvoice, owedOf } from '../invoices/queries.ts'
import { type Recording, recordPayment } from '../payments/service.ts'
import type { CardParts } from './cards.ts'
import * as queries from './queries.ts'
import { isRefused, isUnknown } from './stripe.ts'

/** A session with the payment that was made in it, if there is one. */
interface Paid {
  readonly session: Stripe.Checkout.Session
  readonly intent: Stripe.PaymentIntent
}

/** The currency of the books. */
export const CURRENCY = 'usd'

/** A session as Stripe has it, with its payment and the card. */
const readSession = (stripe: Stripe, id: string) =>
  stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] })

/** The payment of a session that was expanded. */
const intentOf = ({ payment_intent: intent }: Stripe.Checkout.Session) =>
  typeof intent === 'object' ? intent : null

/** The state of a session, whatever its events said before. */
function stateOf(session: Stripe.Checkout.Session): queries.CardSession['state'] {
  if (session.status === 'expired') return 'expired'
  if (session.status !== 'complete') return 'open'
  if (session.payment_status === 'paid') return 'paid'
  // A bank that refuses asks for another way to pay, in a session that has ended.
  const status = intentOf(session)?.status
  return status === 'requires_payment_method' || status === 'canceled' ? 'failed' : 'processing'
}

type PaidBy = Pick<NewPayment, 'method'> & { readonly reference: string | null }

/** The way in which somebody paid: a card such as `Visa 4242`, a bank account, or another one. */
function paidBy({ latest_charge: charge }: Stripe.PaymentIntent): PaidBy {
  const details = typeof charge === 'object' ? charge?.payment_method_details : undefined
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
  const of = (name: string, last4: string | null | undefined) =>
    [capital(name.replaceAll('_', ' ')), last4].filter(Boolean).join(' ')
  if (!details || details.type === 'card')
    return { method: 'card', reference: of(details?.card?.brand ?? 'card', details?.card?.last4) }
  if (details.type === 'us_bank_account') {
    const { bank_name: bank, last4 } = details.us_bank_account ?? {}
    return { method: 'transfer', reference: of(bank ?? 'bank', last4) }
  }
  return { method: 'other', reference: of(details.type, null) }
}

/** An amount in the smallest unit of a currency, such as `€100.00`. */
export function inCurrency(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions()
  return format.format(amount / 10 ** digits)
}

/** The circumstances of what Stripe reports. */
export async function stripeStep(db: Db, { now, settings }: CardParts): Promise<Recording> {
  const company = await requireCompany(db)
  return { actorId: null, company, now: now(), emails: sendsEmail(settings) }
}

/**
 * Records money that arrived: for its invoice if it is what is owed, and otherwise as credit, about
 * which the office is notified. Another currency is no amount of ours, so it is noted alone.
 */
async function record(
  db: Db,
  step: Recording,
  { session, intent }: Paid,
  invoice: FoundInvoice,
  attempt: queries.CardSession,
) {
  const amount = session.amount_total ?? 0
  const { currency } = session
  const isOurs = currency === CURRENCY && amount > 0
  const isMatch = isOurs && amount === attempt.amount && owedOf(invoice) >= amount
  if (!isMatch) {
    const note = inCurrency(amount, currency ?? CURRENCY)
    const noted = { invoiceId: invoice.id, actorId: null, note }
    await insertHappening(db, { ...noted, kind: 'cardUnmatched' })
    await publishOf(db, null, 'invoice.cardUnmatched', invoice)
  }
  if (!isOurs) return
  const { data: address = null } = emailAddress.safeParse(session.customer_details?.email)
  const payment = {
    ...{ customerId: invoice.customerId, amount, ...paidBy(intent) },
    ...{ day: dayIn(step.company.timeZone, step.now), keepCredit: !isMatch },
    allocations: isMatch ? [{ invoiceId: invoice.id, amount }] : [],
    note: isMatch ? null : `Paid by card for invoice ${invoice.number}, which did not owe it`,
    email: step.emails ? address : null,
  }
  await recordPayment(db, step, payment, intent.id)
  if (isMatch) await publishOf(db, null, 'invoice.cardPaid', invoice)
}

/** Whether a state is older than one that is known already. */
const isOld = (state: queries.CardSession['state'], before: queries.CardSession['state']) =>
  state === 'open' ||
  state === before ||
  before === 'paid' ||
  (before === 'failed' && state === 'processing')

/** Brings an attempt, whose invoice is locked, to the state that its session has. */
async function applyState(
  db: Db,
  step: Recording,
  session: Stripe.Checkout.Session,
  invoice: FoundInvoice,
  attempt: queries.CardSession,
) {
  const intent = intentOf(session)
  const state = stateOf(session)
  if (isOld(state, attempt.state)) return
  await queries.updateSession(db, attempt.id, {
    ...{ state, stripeId: session.id, paymentIntent: intent?.id ?? null },
  })
  if (state === 'paid') {
    if (!intent || (await queries.findEntry(db, intent.id)) !== undefined) return
    return record(db, step, { session, intent }, invoice, attempt)
  }
  await noteState(db, state, invoice, attempt)
}

/** Notes that an attempt is processing or has failed in the history of its invoice. */
async function noteState(
  db: Db,
  state: queries.CardSession['state'],
  invoice: FoundInvoice,
  { amount }: queries.CardSession,
) {
  if (state !== 'processing' && state !== 'failed') return
  const kind = state === 'processing' ? 'cardProcessing' : 'cardFailed'
  const noted = { invoiceId: invoice.id, actorId: null, note: formatCents(amount) }
  await insertHappening(db, { ...noted, kind })
  await publishOf(db, null, `invoice.${kind}`, invoice)
}

/** Whether a session is the one of an attempt, not another one that has its reference. */
const isOf = (session: Stripe.Checkout.Session, attempt: queries.CardSession) =>
  session.metadata?.invoice === attempt.invoiceId &&
  (attempt.stripeId === null || attempt.stripeId === session.id)

/**
 * Asks Stripe about a session, and records what became of it: once, whatever tells of it and in
 * which order. Sessions that were not made here are left alone.
 */
export async function settle(parts: CardParts, stripeId: string, event?: queries.StripeEvent) {
  const session = await readSession(await parts.stripe(), stripeId)
  await inTransaction(parts.db, async (tx) => {
    if (event && !(await queries.takeEvent(tx, event, parts.now()))) return
    const { data: id } = reference.safeParse(session.client_reference_id)
    const known = id === undefined ? undefined : await queries.findSession(tx, id)
    const invoice = known && (await lockInvoice(tx, known.invoiceId))
    // Read again under the lock.
    const attempt = known && (await queries.findSession(tx, known.id))
    if (!invoice || !attempt || !isOf(session, attempt)) return
    await applyState(tx, await stripeStep(tx, parts), session, invoice, attempt)
  })
  parts.onQueued()
}

/** Gives up an attempt whose session the account at Stripe does not have (any more). */
const giveUp = ({ db }: CardParts, stripeId: string) =>
  inTransaction(db, async (tx) => {
    const known = await queries.findByStripeId(tx, stripeId)
    const invoice = known && (await lockInvoice(tx, known.invoiceId))
    const attempt = known && (await queries.findSession(tx, known.id))
    if (!invoice || !attempt || !queries.isPending(attempt)) return
    // Nobody knows what the bank has done, so the customer does not read that it has refused.
    await queries.updateSession(tx, attempt.id, { state: 'expired' })
    const state = attempt.state === 'processing' ? 'failed' : 'expired'
    await noteState(tx, state, invoice, attempt)
  })

/** Settles the session of an attempt. One that Stripe does not know is given up. */
export async function settleKnown(parts: CardParts, stripeId: string) {
  try {
    await settle(parts, stripeId)
  } catch (error) {
    if (!isUnknown(error)) throw error
    await giveUp(parts, stripeId)
  }
}

/**
 * Ends a session at Stripe, so that nothing is paid in it any more. One in which something was paid
 * meanwhile is settled instead.
 */
export async function endSession(parts: CardParts, stripeId: string) {
  const stripe = await parts.stripe()
  try {
    await stripe.checkout.sessions.expire(stripeId)
  } catch (error) {
    // It has ended already, or is unknown.
    if (!isRefused(error)) throw error
  }
  await settleKnown(parts, stripeId)
}

/** Settles the sessions of a payment at Stripe, of which no event may have come yet. */
export async function settleIntent(parts: CardParts, intent: string) {
  const stripe = await parts.stripe()
  const { data } = await stripe.checkout.sessions.list({ payment_intent: intent, limit: 1 })
  for (const { id } of data) await settle(parts, id)
}
