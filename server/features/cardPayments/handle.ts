import type Stripe from 'stripe'
import type { CardParts } from './cards.ts'
import { findHandled, isHandled, takeEvent } from './queries.ts'
import { settleDispute, settleRefund } from './returned.ts'
import { settle } from './settle.ts'

const SESSION_EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
] as const
const REFUND_EVENTS = ['refund.created', 'refund.updated', 'refund.failed'] as const
const DISPUTE_EVENTS = [
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
] as const

/** Whether the type of an event is one of a list. */
const isOneOf = <T extends Stripe.Event.Type>(
  types: readonly T[],
  event: Stripe.Event,
): event is Extract<Stripe.Event, { type: T }> => types.some((type) => type === event.type)

/**
 * Handles an event, at most once. Its content is only a hint: Stripe is asked what is true now, so
 * that the order of events does not matter.
 */
export async function handleEvent(parts: CardParts, event: Stripe.Event) {
  if (await isHandled(parts.db, event)) return
  if (isOneOf(SESSION_EVENTS, event)) return settle(parts, event.data.object.id, event)
  if (isOneOf(REFUND_EVENTS, event)) return settleRefund(parts, event.data.object.id, event)
  if (isOneOf(DISPUTE_EVENTS, event)) return settleDispute(parts, event.data.object.id, event)
  await takeEvent(parts.db, event, parts.now())
}

/** The most events that are looked through for missed ones. */
const MAX_EVENTS = 1000

/**
 * The events that did not arrive, oldest first: Stripe sends an event for three days, and has those
 * of the last 30 on record.
 */
export async function findMissed({ db, stripe }: CardParts): Promise<Stripe.Event[]> {
  const { events } = await stripe()
  const types = [...SESSION_EVENTS, ...REFUND_EVENTS, ...DISPUTE_EVENTS]
  const newestFirst = await events
    .list({ types, limit: 100 })
    .autoPagingToArray({ limit: MAX_EVENTS })
  const handled = await findHandled(
    db,
    newestFirst.map(({ id }) => id),
  )
  return newestFirst.filter(({ id }) => !handled.has(id)).reverse()
}
