import { z } from 'zod'
import { pageQuery } from './page.ts'
import { route } from './route.ts'
import { id } from './text.ts'

const count = z.number().int()
/** The most invoices and credit memos, and the most payments and refunds, of one run. */
export const MAX_RUN = 1000

/** A CSV file of a run. */
const RunFile = z.object({
  /** Such as `invoices-1.csv`. */
  name: z.string(),
  /** Without the header. */
  rows: count,
})

/** An export for QuickBooks: the things that it took, and its files. */
export const QuickBooksRun = z.object({
  id,
  createdAt: z.iso.datetime(),
  /** Null for a person who was deleted. */
  createdByName: z.string().nullable(),
  customers: count,
  invoices: count,
  creditMemos: count,
  /** Payments and refunds. */
  payments: count,
  /** Customers, invoices and payments, in this order. */
  files: z.array(RunFile),
})
export type QuickBooksRun = z.infer<typeof QuickBooksRun>

/**
 * A change to what was exported, which QuickBooks does not know: an invoice that is void, a payment
 * that was reversed, or credit that was used for an invoice, or taken back from it, since.
 */
const ChangedExport = z.object({
  /** The export that changed; with the invoice, no two changes have the same. */
  id,
  kind: z.enum(['voided', 'reversed', 'applied']),
  /** The invoice or credit memo; of `applied`, the invoice that it is used for. */
  invoiceId: id.nullable(),
  number: z.string().nullable(),
  customerId: id,
  customerName: z.string(),
  /** Cents; below zero for credit that was taken back from an invoice. */
  amount: z.number().int(),
  /** The calendar day of the change. */
  day: z.iso.date(),
})
export type ChangedExport = z.infer<typeof ChangedExport>

/** The things that no run has taken yet, and what changed after its run. */
export const QuickBooksState = z.object({
  invoices: count,
  creditMemos: count,
  /** Payments and refunds. */
  payments: count,
  /** The last ones first, 100 at most. */
  changed: z.array(ChangedExport),
  changedCount: count,
})
export type QuickBooksState = z.infer<typeof QuickBooksState>

const INVALID_PLACE = 'place is the number of a file, from 0'
/** The place of a file among those of its run, counted from 0. */
const place = z
  .string(INVALID_PLACE)
  .regex(/^\d{1,4}$/, INVALID_PLACE)
  .transform(Number)
  .default(0)

const runs = '/api/quickbooks-runs' as const

export const quickBooksRoutes = {
  state: route({
    method: 'GET',
    path: '/api/quickbooks',
    summary: 'What was not exported to QuickBooks yet, and what changed after it was',
    may: 'finance.read',
    about: ['invoice', 'customer', 'quickBooks'],
    keep: true,
    reply: QuickBooksState,
  }),
  list: route({
    method: 'GET',
    path: runs,
    summary: 'List the exports for QuickBooks, the last ones first',
    may: 'finance.read',
    about: ['quickBooks'],
    keep: true,
    query: z.object({ limit: pageQuery.limit, after: pageQuery.after }),
    reply: z.array(QuickBooksRun),
  }),
  create: route({
    method: 'POST',
    path: runs,
    summary: `Export what is new for QuickBooks: at most ${MAX_RUN} invoices and as many payments`,
    may: 'finance.write',
    reply: QuickBooksRun,
    status: 201,
    fails: ['nothingToExport'],
  }),
  remove: route({
    method: 'DELETE',
    path: `${runs}/:id`,
    summary: 'Undo an export for QuickBooks: what it took is new again',
    may: 'finance.write',
    reply: z.void(),
    status: 204,
  }),
  file: route({
    method: 'GET',
    path: `${runs}/:id/file`,
    summary: 'A CSV file of an export for QuickBooks, the same each time',
    may: 'finance.read',
    keep: false,
    query: z.object({ place }),
    reply: z.void(),
    file: true,
  }),
}
