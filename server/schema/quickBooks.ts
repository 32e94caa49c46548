import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { createdAt, idColumn, line, word } from '../platform/db/columns.ts'
import { customers } from './customers.ts'
import { invoices } from './invoices.ts'
import { payments } from './payments.ts'
import { users } from './people.ts'

/** The exports for QuickBooks. One that is undone is deleted. */
export const quickBooksRuns = pgTable(
  'quickbooks_runs',
  {
    id: idColumn(),
    createdById: uuid('created_by_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (t) => [
    index('quickbooks_runs_created_idx').on(t.createdAt, t.id),
    index('quickbooks_runs_creator_idx').on(t.createdById),
  ],
)

/** The customers, invoices, credit memos and payments that runs took, each once. */
export const quickBooksExports = pgTable(
  'quickbooks_exports',
  {
    id: idColumn(),
    runId: uuid('run_id')
      .notNull()
      .references(() => quickBooksRuns.id, { onDelete: 'cascade' }),
    customerId: uuid('customer_id').references(() => customers.id, { onDelete: 'cascade' }),
    /** The name of a customer in QuickBooks, where no two have the same. */
    customerName: line('customer_name'),
    invoiceId: uuid('invoice_id').references(() => invoices.id, { onDelete: 'cascade' }),
    paymentId: uuid('payment_id').references(() => payments.id, { onDelete: 'cascade' }),
  },
  (t) => [
    check(
      'quickbooks_exports_kind_check',
      sql`num_nonnulls(${t.customerId}, ${t.invoiceId}, ${t.paymentId}) = 1
        and (${t.customerName} is null) = (${t.customerId} is null)`,
    ),
    unique('quickbooks_exports_customer_once').on(t.customerId),
    unique('quickbooks_exports_invoice_once').on(t.invoiceId),
    unique('quickbooks_exports_payment_once').on(t.paymentId),
    unique('quickbooks_exports_name_once').on(t.customerName),
    index('quickbooks_exports_run_idx').on(t.runId),
  ],
)

/** The files of runs as they were written, so that each download is the same. */
export const quickBooksFiles = pgTable(
  'quickbooks_files',
  {
    id: idColumn(),
    runId: uuid('run_id')
      .notNull()
      .references(() => quickBooksRuns.id, { onDelete: 'cascade' }),
    /** The place among the files of the run, counted from 0. */
    position: integer('position').notNull(),
    /** Such as `invoices-1.csv`. */
    name: word('name').notNull(),
    /** Without the header. */
    rows: integer('rows').notNull(),
    content: text('content').notNull(),
  },
  (t) => [unique('quickbooks_files_position_once').on(t.runId, t.position)],
)
