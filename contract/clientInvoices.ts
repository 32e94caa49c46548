import { z } from 'zod'
import { InvoiceContent } from './invoiceContent.ts'
import { invoiceStates } from './invoiceOrders.ts'
import { invoiceKinds } from './invoiceStatuses.ts'
import { InvoicePayment } from './invoices.ts'
import { pageQuery } from './page.ts'
import { route } from './route.ts'
import { id } from './text.ts'

const cents = z.number().int()

/** The states that a client sees. A draft is not theirs yet, and they know what they looked at. */
const status = z.enum(invoiceStates).exclude(['draft', 'viewed'])

/** An invoice in the list of the client it is for. Amounts in cents. */
export const ListedClientInvoice = z.object({
  id,
  kind: z.enum(invoiceKinds),
  /** Such as `2026-0042`. */
  number: z.string(),
  title: z.string(),
  status,
  jobId: id,
  jobName: z.string(),
  /** Calendar days in the company's time zone. */
  issuedOn: z.iso.date(),
  /** A credit memo has none. */
  dueOn: z.iso.date().nullable(),
  total: cents,
  /** None of a void one. */
  owed: cents,
  /** The part that is paid; of a credit memo the part that is used, below zero. */
  paid: cents,
  /** The part of it that was paid with money. */
  received: cents,
})
export type ListedClientInvoice = z.infer<typeof ListedClientInvoice>

/** An invoice as the client it is for reads it: what was issued, and what of it is owed. */
export const ClientInvoice = ListedClientInvoice.extend({
  content: InvoiceContent,
  /** Oldest first. */
  payments: z.array(InvoicePayment),
  /** Whether what is owed can be paid by card. */
  takesCard: z.boolean(),
  /** A card payment that the bank has not answered yet; null without one. */
  processing: cents.nullable(),
  /** The payment that the bank refused, until another one is begun or made; null without one. */
  refused: cents.nullable(),
})
export type ClientInvoice = z.infer<typeof ClientInvoice>

export const ClientInvoiceFilter = z.object({
  ...{ limit: pageQuery.limit, after: pageQuery.after },
  jobId: id.optional(),
})
export type ClientInvoiceFilter = z.output<typeof ClientInvoiceFilter>

const path = '/api/my-invoices/:id' as const

export const clientInvoiceRoutes = {
  list: route({
    method: 'GET',
    path: '/api/my-invoices',
    summary: 'List the invoices that were issued to a client for their jobs, the last ones first',
    may: 'clientInvoice.list',
    about: ['invoice'],
    keep: true,
    query: ClientInvoiceFilter,
    reply: z.array(ListedClientInvoice),
  }),
  one: route({
    method: 'GET',
    path,
    summary: 'An invoice as it was issued to the client',
    may: 'clientInvoice.read',
    about: ['invoice'],
    keep: true,
    reply: ClientInvoice,
  }),
  view: route({
    method: 'POST',
    path: `${path}/view`,
    summary: 'Note that the client has an invoice on screen',
    may: 'clientInvoice.answer',
    reply: z.void(),
    status: 204,
  }),
  page: route({
    method: 'GET',
    path: `${path}/document`,
    summary: 'An invoice of the client as a page that can be printed',
    may: 'clientInvoice.read',
    keep: false,
    query: z.object({ print: z.string().max(10).optional() }),
    reply: z.void(),
    file: true,
    fails: ['documentFailed'],
  }),
  pdf: route({
    method: 'GET',
    path: `${path}/document.pdf`,
    summary: 'An invoice of the client as a PDF',
    may: 'clientInvoice.read',
    keep: false,
    reply: z.void(),
    file: true,
    fails: ['documentFailed'],
  }),
  receipt: route({
    method: 'GET',
    path: '/api/my-payments/:id/receipt',
    summary: 'The receipt of a payment for invoices of the client as a page that can be printed',
    may: 'clientInvoice.read',
    keep: false,
    query: z.object({ print: z.string().max(10).optional() }),
    reply: z.void(),
    file: true,
    fails: ['documentFailed'],
  }),
  receiptPdf: route({
    method: 'GET',
    path: '/api/my-payments/:id/receipt.pdf',
    summary: 'The receipt of a payment for invoices of the client as a PDF',
    may: 'clientInvoice.read',
    keep: false,
    reply: z.void(),
    file: true,
    fails: ['documentFailed'],
  }),
}
