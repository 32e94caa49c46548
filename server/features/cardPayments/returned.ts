import type Stripe from 'stripe'
import type { Db } from '../../platform/db/handle.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { publishOf } from '../invoices/events.ts'
import { findInvoice, insertHappening } from '../invoices/queries.ts'
import { payBack } from '../payments/payBack.ts'
import { type FoundPayment, lockPayment } from '../payments/queries.ts'
import { reversePayment } from '../payments/service.ts'
import type { CardParts } from './cards.ts'
import * as queries from './queries.ts'
import { CURRENCY, inCurrency, settleIntent, stripeStep } from './settle.ts'
import { idOf } from './stripe.ts'

/** A refund or a dispute as it is now. */
interface Returned {
  readonly stripeId: string
  /** The payment that it is of. */
  readonly intent: string | undefined
  readonly amount: number
  readonly currency: string
  /** Whether the money went back; undefined while nothing moved. */
  readonly isGone: boolean | undefined
  readonly isDispute: boolean
  /** The event, such as `Refunded at Stripe: duplicate`. */
  readonly words: string
}

const asWords = (code: string) => code.replaceAll('_', ' ')

/** A refund: one that failed gave the money back to the company. */
function refunded(refund: Stripe.Refund): Returned {
  const { id, payment_intent, amount, currency, status, reason } = refund
  const isOver = status === 'failed' || status === 'canceled'
  return {
    ...{ stripeId: id, intent: idOf(payment_intent), amount, currency, isDispute: false },
    isGone: status === 'succeeded' ? true : isOver ? false : undefined,
    words: `Refunded at Stripe${reason ? `: ${asWords(reason)}` : ''}`,
  }
}

/** A dispute: its money is taken when it begins, and given back when it is won. */
function disputed(dispute: Stripe.Dispute): Returned {
  const { id, payment_intent, amount, currency, reason, balance_transactions: moves } = dispute
  const moved = moves.reduce((sum, move) => sum + move.amount, 0)
  return {
    ...{ stripeId: id, intent: idOf(payment_intent), amount, currency, isDispute: true },
    isGone: moves.length === 0 ? undefined : moved < 0,
    words: `Disputed by the cardholder: ${asWords(reason)}`,
  }
}

/** Notes something on the invoice that was paid, once, and notifies the office. */
async function noteOnce(
  db: Db,
  { intent, amount, currency, words }: Returned,
  name: 'cardDisputed' | 'cardUnmatched' | 'cardRestored',
  result: string,
) {
  const attempt = intent === undefined ? undefined : await queries.findByIntent(db, intent)
  const invoice = attempt && (await findInvoice(db, attempt.invoiceId))
  if (!invoice) return
  const note = `${words}, ${inCurrency(amount, currency)}. ${result}`
  const noted = { invoiceId: invoice.id, kind: 'atStripe', note } as const
  if (await queries.isNoted(db, noted)) return
  await insertHappening(db, { ...noted, actorId: null })
  await publishOf(db, null, `invoice.${name}`, invoice)
}

/** Records money of a locked payment that went back. @returns whether it had that much left */
async function record(
  db: Db,
  parts: CardParts,
  payment: FoundPayment,
  { amount, currency, words: note, stripeId }: Returned,
): Promise<boolean> {
  if (currency !== CURRENCY) return false
  return payBack(db, await stripeStep(db, parts), payment, { amount, note, stripeId })
}

/** Brings the entry of what went back, if there is one, to what is true now. */
async function applyTo(
  db: Db,
  parts: CardParts,
  payment: FoundPayment | undefined,
  returned: Returned,
) {
  const { stripeId, isGone, isDispute } = returned
  const entryId = await queries.findEntry(db, stripeId)
  const entry = entryId === undefined ? undefined : await lockPayment(db, entryId)
  if (isGone && !entry) {
    if (!payment || !(await record(db, parts, payment, returned)))
      return noteOnce(db, returned, 'cardUnmatched', 'Nothing was recorded: check what is left.')
    if (isDispute) await noteOnce(db, returned, 'cardDisputed', 'Its money was taken.')
    return
  }
  if (isGone && entry?.isReversed)
    return noteOnce(db, returned, 'cardUnmatched', 'It was taken again: check it.')
  if (isGone === false && entry && !entry.isReversed) {
    const words = isDispute ? 'The dispute was won' : 'The refund failed at Stripe'
    await reversePayment(db, await stripeStep(db, parts), entry, words)
    return noteOnce(db, returned, 'cardRestored', `${words}: the money is credit.`)
  }
  if (isDispute && isGone === undefined)
    await noteOnce(db, returned, 'cardDisputed', 'No money was taken yet.')
}

/** Reads what went back, and records it. Repeats this until Stripe says the same after it. */
async function settleReturned(
  parts: CardParts,
  read: () => Promise<Returned>,
  event: queries.StripeEvent,
) {
  const { db } = parts
  let known = await read()
  const { intent } = known
  // The event of the payment may come later.
  if (intent !== undefined && (await queries.findEntry(db, intent)) === undefined)
    await settleIntent(parts, intent)
  for (let isFirst = true; ; isFirst = false) {
    const returned = known
    await inTransaction(db, async (tx) => {
      if (isFirst && !(await queries.takeEvent(tx, event, parts.now()))) return
      const id = intent === undefined ? undefined : await queries.findEntry(tx, intent)
      await applyTo(tx, parts, id === undefined ? undefined : await lockPayment(tx, id), returned)
    })
    // Another node may have recorded something newer before this was recorded.
    known = await read()
    if (known.isGone === returned.isGone) return
  }
}

/** Records a refund that was made at Stripe, or that failed there. */
export const settleRefund = async (parts: CardParts, id: string, event: queries.StripeEvent) => {
  const stripe = await parts.stripe()
  await settleReturned(parts, async () => refunded(await stripe.refunds.retrieve(id)), event)
}

/** Records a dispute that takes money, or gives it back. */
export const settleDispute = async (parts: CardParts, id: string, event: queries.StripeEvent) => {
  const stripe = await parts.stripe()
  await settleReturned(parts, async () => disputed(await stripe.disputes.retrieve(id)), event)
}
