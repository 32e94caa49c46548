import type { InvoiceDraft } from '@plumbline/contract/invoiceDrafts.ts'
import {
  invoiceEvents,
  invoiceKinds,
  storedInvoiceStates,
} from '@plumbline/contract/invoiceStatuses.ts'
import { type SQLWrapper, sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import {
  centsColumn,
  createdAt,
  emailColumn,
  idColumn,
  line,
  moment,
  oneOf,
  prose,
  stamps,
  word,
} from '../platform/db/columns.ts'
import { searchIndex } from '../platform/db/search.ts'
import { pendingBids } from './bids.ts'
import { changeOrders } from './changeOrders.ts'
import { customers } from './customers.ts'
import { jobs } from './jobs.ts'
import { users } from './people.ts'

/** A day by which invoices are ordered. Drafts, which have none, come after all. */
export const dayOrLast = (day: SQLWrapper) => sql`coalesce(${day}, 'infinity'::date)`

/** The invoices. Those that were issued keep their content and are never deleted. */
export const invoices = pgTable(
  'invoices',
  {
    id: idColumn(),
    kind: varchar('kind', { length: 20, enum: invoiceKinds }).notNull().default('invoice'),
    customerId: uuid('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'restrict' }),
    /** A job with invoices that were issued is not deleted; drafts are deleted with it. */
    jobId: uuid('job_id').references(() => jobs.id, { onDelete: 'cascade' }),
    status: varchar('status', { length: 20, enum: storedInvoiceStates }).notNull().default('draft'),
    /** Taken when it is issued. */
    number: word('number'),
    title: line('title').notNull(),
    /** The invoice as the office wrote it. */
    draft: jsonb('draft')
      .$type<Omit<InvoiceDraft, 'kind' | 'customerId' | 'jobId' | 'title' | 'note'>>()
      .notNull(),
    /** The content as it was issued, in canonical JSON. */
    content: text('content'),
    /** In cents, as of the last change of a draft. Those of a credit memo are below zero. */
    total: centsColumn('total').notNull(),
    tax: centsColumn('tax').notNull(),
    /** The part that is taxed, without the tax. */
    taxable: centsColumn('taxable').notNull(),
    issuedOn: date('issued_on', { mode: 'string' }),
    dueOn: date('due_on', { mode: 'string' }),
    /** The day from which nothing of it is owed any more. */
    voidedOn: date('voided_on', { mode: 'string' }),
    note: prose('note'),
    /** Whether no reminders are sent of it. */
    remindersOff: boolean('reminders_off').notNull().default(false),
    /** The address that it was last sent to. */
    sentTo: emailColumn('sent_to'),
    /** When its link was made, from which the link is derived, and the hash of the link. */
    linkMadeAt: moment('link_made_at'),
    linkHash: varchar('link_hash', { length: 64 }),
    /** When the customer first looked at it. */
    viewedAt: moment('viewed_at'),
    ...stamps('invoices'),
  },
  (t) => [
    check('invoices_kind_check', oneOf(t.kind, invoiceKinds)),
    check('invoices_status_check', oneOf(t.status, storedInvoiceStates)),
    check(
      'invoices_issued_check',
      sql`num_nulls(${t.number}, ${t.content}, ${t.issuedOn}, ${t.dueOn})
        = case when ${t.status} = 'draft' then 4 else 0 end`,
    ),
    check('invoices_voided_check', sql`(${t.voidedOn} is null) = (${t.status} <> 'void')`),
    check(
      'invoices_total_check',
      sql`case when ${t.kind} = 'invoice' then ${t.total} >= 0 else ${t.total} <= 0 end`,
    ),
    unique('invoices_number_once').on(t.number),
    unique('invoices_link_once').on(t.linkHash),
    index('invoices_issued_idx').on(dayOrLast(t.issuedOn), t.id),
    index('invoices_due_idx').on(dayOrLast(t.dueOn), t.id),
    index('invoices_total_idx').on(t.total, t.id),
    index('invoices_open_idx').on(t.dueOn, t.id).where(sql`${t.status} = 'issued'`),
    index('invoices_customer_idx').on(t.customerId),
    // Credit memos are few, and are looked up beside all that is open.
    index('invoices_credit_memo_idx').on(t.customerId).where(sql`${t.kind} = 'creditMemo'`),
    index('invoices_job_idx').on(t.jobId),
    searchIndex('invoices_number_words_idx', t.number),
    searchIndex('invoices_title_words_idx', t.title),
  ],
)

/**
 * The payments of signed schedules and the change orders that are on invoices. Each is on one
 * invoice at most; a void invoice has none.
 */
export const invoiceSources = pgTable(
  'invoice_sources',
  {
    id: idColumn(),
    invoiceId: uuid('invoice_id')
      .notNull()
      .references(() => invoices.id, { onDelete: 'cascade' }),
    /** The bid of the job, and the place of the payment in its schedule, counted from 0. */
    bidId: uuid('bid_id').references(() => pendingBids.id, { onDelete: 'cascade' }),
    step: integer('step'),
    changeOrderId: uuid('change_order_id').references(() => changeOrders.id, {
      onDelete: 'cascade',
    }),
  },
  (t) => [
    check(
      'invoice_sources_kind_check',
      sql`num_nonnulls(${t.bidId}, ${t.changeOrderId}) = 1
        and (${t.step} is null) = (${t.bidId} is null)`,
    ),
    unique('invoice_sources_step_once').on(t.bidId, t.step),
    unique('invoice_sources_change_once').on(t.changeOrderId),
    index('invoice_sources_invoice_idx').on(t.invoiceId),
  ],
)

/** The events of invoices. Rows are only added. */
export const invoiceHistory = pgTable(
  'invoice_events',
  {
    id: idColumn(),
    invoiceId: uuid('invoice_id')
      .notNull()
      .references(() => invoices.id, { onDelete: 'cascade' }),
    kind: varchar('kind', { length: 20, enum: invoiceEvents }).notNull(),
    actorId: uuid('actor_id').references(() => users.id, { onDelete: 'set null' }),
    note: prose('note'),
    createdAt: createdAt(),
  },
  (t) => [
    check('invoice_events_kind_check', oneOf(t.kind, invoiceEvents)),
    index('invoice_events_invoice_idx').on(t.invoiceId, t.id),
    index('invoice_events_actor_idx').on(t.actorId),
  ],
)
