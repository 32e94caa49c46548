import { cardSessionStates } from '@plumbline/contract/cardStates.ts'
import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  pgTable,
  unique,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { centsColumn, createdAt, idColumn, line, moment, oneOf } from '../platform/db/columns.ts'
import { invoices } from './invoices.ts'

/**
 * The attempts to pay an invoice by card. Each is a Checkout session at Stripe, of which at most
 * one is open for an invoice.
 */
export const cardSessions = pgTable(
  'card_sessions',
  {
    id: idColumn(),
    invoiceId: uuid('invoice_id')
      .notNull()
      .references(() => invoices.id, { onDelete: 'cascade' }),
    /** Counts the attempts of the invoice from 1, for the idempotency key. */
    attempt: integer('attempt').notNull(),
    /** The amount that was owed, in cents. */
    amount: centsColumn('amount').notNull(),
    state: varchar('state', { length: 20, enum: cardSessionStates }).notNull(),
    /** The id of the session at Stripe; null until it is made. */
    stripeId: line('stripe_id'),
    /** The payment at Stripe, once there is one. */
    paymentIntent: line('payment_intent'),
    expiresAt: moment('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    check('card_sessions_state_check', oneOf(t.state, cardSessionStates)),
    check('card_sessions_amount_check', sql`${t.amount} > 0`),
    unique('card_sessions_attempt_once').on(t.invoiceId, t.attempt),
    unique('card_sessions_stripe_once').on(t.stripeId),
    uniqueIndex('card_sessions_open_idx').on(t.invoiceId).where(sql`${t.state} = 'open'`),
    index('card_sessions_processing_idx').on(t.invoiceId).where(sql`${t.state} = 'processing'`),
    index('card_sessions_intent_idx').on(t.paymentIntent),
  ],
)

/** The events of Stripe that were handled. Each is handled once. */
export const stripeEvents = pgTable(
  'stripe_events',
  {
    /** The id that Stripe gave it. */
    id: varchar('id', { length: 255 }).primaryKey(),
    type: varchar('type', { length: 100 }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('stripe_events_created_idx').on(t.createdAt)],
)
