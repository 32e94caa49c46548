import { paymentKinds, paymentMethods } from '@plumbline/contract/paymentKinds.ts'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  check,
  date,
  index,
  pgTable,
  unique,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { centsColumn, createdAt, idColumn, line, oneOf, prose } from '../platform/db/columns.ts'
import { searchIndex } from '../platform/db/search.ts'
import { customers } from './customers.ts'
import { invoices } from './invoices.ts'
import { users } from './people.ts'

/**
 * The money of customers: received, paid back, or written off. Rows are only added, by a trigger
 * too; a mistake is reversed by a row of the opposite amount.
 */
export const payments = pgTable(
  'payments',
  {
    id: idColumn(),
    /** Changes only when customers are merged or separated. */
    customerId: uuid('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'restrict' }),
    kind: varchar('kind', { length: 20, enum: paymentKinds }).notNull(),
    /** The calendar day on which the money moved. */
    day: date('day', { mode: 'string' }).notNull(),
    /** In cents, above zero; below zero for a reversal. */
    amount: centsColumn('amount').notNull(),
    /** Null for a write-off, in which no money moves. */
    method: varchar('method', { length: 20, enum: paymentMethods }),
    /** Such as the number of a check. */
    reference: line('reference'),
    note: prose('note'),
    /** The row that this one reverses, at most once. */
    reversesId: uuid('reverses_id').references((): AnyPgColumn => payments.id),
    /** The payment, the refund or the dispute at Stripe that this row is about. */
    stripeId: line('stripe_id'),
    recordedById: uuid('recorded_by_id').references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [
    check('payments_kind_check', oneOf(t.kind, paymentKinds)),
    check('payments_method_check', sql`(${t.method} is null) = (${t.kind} = 'writeOff')`),
    check('payments_methods_check', oneOf(t.method, paymentMethods)),
    check(
      'payments_amount_check',
      sql`case when ${t.reversesId} is null then ${t.amount} > 0 else ${t.amount} < 0 end`,
    ),
    unique('payments_reversed_once').on(t.reversesId),
    unique('payments_stripe_once').on(t.stripeId),
    index('payments_customer_idx').on(t.customerId, t.day, t.id),
    index('payments_day_idx').on(t.day, t.id),
    index('payments_recorder_idx').on(t.recordedById),
    searchIndex('payments_reference_words_idx', t.reference),
  ],
)

/**
 * The uses of payments, write-offs and credit memos, for an invoice or for a refund. An amount
 * below zero takes back an earlier one. Rows are only added.
 */
export const paymentAllocations = pgTable(
  'payment_allocations',
  {
    id: idColumn(),
    /** The payment or write-off that is used; null where it is a credit memo. */
    paymentId: uuid('payment_id').references(() => payments.id),
    creditMemoId: uuid('credit_memo_id').references(() => invoices.id),
    /** The invoice that is paid; null where the credit is paid back. */
    invoiceId: uuid('invoice_id').references(() => invoices.id),
    refundId: uuid('refund_id').references(() => payments.id),
    /** In cents, never zero. */
    amount: centsColumn('amount').notNull(),
    /** The calendar day from which it counts. */
    day: date('day', { mode: 'string' }).notNull(),
    recordedById: uuid('recorded_by_id').references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [
    check(
      'payment_allocations_from_check',
      sql`num_nonnulls(${t.paymentId}, ${t.creditMemoId}) = 1`,
    ),
    check('payment_allocations_to_check', sql`num_nonnulls(${t.invoiceId}, ${t.refundId}) = 1`),
    check('payment_allocations_amount_check', sql`${t.amount} <> 0`),
    index('payment_allocations_payment_idx').on(t.paymentId),
    index('payment_allocations_memo_idx').on(t.creditMemoId),
    index('payment_allocations_invoice_idx').on(t.invoiceId),
    index('payment_allocations_refund_idx').on(t.refundId),
    index('payment_allocations_recorder_idx').on(t.recordedById),
  ],
)
