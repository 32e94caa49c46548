import { z } from 'zod'
import { day } from './dates.ts'
import { InvoiceContent } from './invoiceContent.ts'
import { InvoiceDraft, invoiceFields } from './invoiceDrafts.ts'
import { invoiceFilters, invoiceOrders, invoiceStates } from './invoiceOrders.ts'
import { invoiceEvents, invoiceKinds } from './invoiceStatuses.ts'
import { pageQuery, uncounted } from './page.ts'
import { paymentMethods } from './paymentKinds.ts'
import { route } from './route.ts'
import { email as emailAddress, id, optionalEmail, optionalText, text } from './text.ts'

const cents = z.number().int()
const status = z.enum(invoiceStates)

/** An invoice or a credit memo in a list. Amounts in cents; those of a credit memo below zero. */
export const ListedInvoice = z.object({
  id,
  kind: z.enum(invoiceKinds),
  /** Such as `2026-0042`; null for a draft. */
  number: z.string().nullable(),
  title: z.string(),
  status,
  customerId: id,
  customerName: z.string(),
  jobId: id.nullable(),
  jobName: z.string().nullable(),
  /** Calendar days in the company's time zone; null for a draft. */
  issuedOn: z.iso.date().nullable(),
  /** A credit memo has none. */
  dueOn: z.iso.date().nullable(),
  total: cents,
  /** None of a draft, a void one or a credit memo. */
  owed: cents,
  /** The part that is paid, also by credit or by a write-off; of a credit memo, that is used. */
  paid: cents,
  /** The part of it that was paid with money: without credit memos and write-offs. */
  received: cents,
  updatedAt: z.iso.datetime(),
})
export type ListedInvoice = z.infer<typeof ListedInvoice>

/** An invoice in the list of all, with the reminders of it. */
export const InvoiceListItem = ListedInvoice.extend({
  /** Null where nothing is owed that could be reminded of. */
  reminder: z
    .object({
      /** The reminders that were sent. */
      sent: z.number().int(),
      /** The calendar day of the next one; null for none. */
      nextOn: z.iso.date().nullable(),
      /** Whether none are sent of it, or none to its customer. */
      isOff: z.boolean(),
    })
    .nullable(),
})
export type InvoiceListItem = z.infer<typeof InvoiceListItem>

/** A step in the history of an invoice. */
const InvoiceEvent = z.object({
  id,
  kind: z.enum(invoiceEvents),
  actorName: z.string().nullable(),
  /**
   * The due day before and after, such as `2026-10-26 2026-11-02`; the reason of a void; a
   * question; the address it was sent to; the kind of device on which it was viewed; an amount that
   * was paid, and how, such as `$500.00, check 1042`.
   */
  note: z.string().nullable(),
  /** The corrected copy that was made of a void invoice; of the copy, the void one. */
  other: z.object({ id, number: z.string().nullable() }).nullable(),
  createdAt: z.iso.datetime(),
})
export type InvoiceEvent = z.infer<typeof InvoiceEvent>

/** A payment, a write-off or a credit memo that is used for an invoice. Cents. */
export const InvoicePayment = z.object({
  paymentId: id.nullable(),
  creditMemoId: id.nullable(),
  kind: z.enum(['payment', 'writeOff', 'creditMemo']),
  /** The number of a credit memo. */
  number: z.string().nullable(),
  method: z.enum(paymentMethods).nullable(),
  reference: z.string().nullable(),
  /** The calendar day of the payment. */
  day: z.iso.date(),
  /** The part that is for this invoice. */
  amount: cents,
})
export type InvoicePayment = z.infer<typeof InvoicePayment>

/** An invoice for the office. Amounts in cents; those of a draft are as of now. */
export const Invoice = z.object({
  ...invoiceFields,
  ...ListedInvoice.shape,
  subtotal: cents,
  /** The discount as an amount. */
  discountAmount: cents,
  tax: cents,
  taxName: z.string(),
  /** A problem with a draft that cannot be issued as it is now, by its fields. */
  problem: z.record(z.string(), z.string()).nullable(),
  /** The words on paper; null for a draft with a problem. */
  content: InvoiceContent.nullable(),
  /** The amount that is left of the contract of its job; null without a job. */
  left: cents.nullable(),
  /** The address that it was last sent to. */
  sentTo: z.string().nullable(),
  /** The address and the phone number of the main contact of its customer. */
  customerEmail: z.string().nullable(),
  customerPhone: z.string().nullable(),
  /** Oldest first. */
  payments: z.array(InvoicePayment),
  /** A card payment that the bank has not answered yet; null without one. */
  processing: cents.nullable(),
  /** Oldest first. */
  events: z.array(InvoiceEvent),
})
export type Invoice = z.infer<typeof Invoice>

/** A payment of the signed schedule of a job, and the invoice that it is on. */
const InvoicedStep = z.object({
  title: z.string(),
  amount: cents,
  isDrafted: z.boolean(),
  invoiceId: id.nullable(),
})

/** An approved change order of a job, and the invoice that it is on. */
const InvoicedChange = z.object({
  id,
  number: z.number().int(),
  title: z.string(),
  amount: cents,
  tax: cents,
  taxable: cents,
  isInvoiced: z.boolean(),
  invoiceId: id.nullable(),
})

const PortionMoney = z.object({ amount: cents, tax: cents, taxable: cents })

/** The invoices of a job, and what they are made from. Amounts in cents. */
export const JobInvoicing = z.object({
  contract: PortionMoney,
  hasContract: z.boolean(),
  invoiced: PortionMoney,
  portions: PortionMoney,
  /** The part of what was invoiced that was paid with money, and the part that is owed. */
  paid: cents,
  owed: cents,
  steps: z.array(InvoicedStep),
  changes: z.array(InvoicedChange),
  /** By number, drafts last. */
  invoices: z.array(ListedInvoice),
  /** The tax of new lines in percent, and its name. */
  taxRate: z.string(),
  taxName: z.string(),
})
export type JobInvoicing = z.infer<typeof JobInvoicing>

export const InvoiceFilter = z.object({
  ...pageQuery,
  ...uncounted,
  kind: z.enum(invoiceKinds, 'kind is invoice or creditMemo').optional(),
  status: z.enum(invoiceFilters, 'Not a state of invoices').optional(),
  customerId: id.optional(),
  jobId: id.optional(),
  /** Calendar days, both included. */
  dueFrom: day.optional(),
  dueTo: day.optional(),
  /** The last ones first unless something else is asked for; drafts before all. */
  sort: z.enum(invoiceOrders, 'Not a valid order').optional(),
})
export type InvoiceFilter = z.output<typeof InvoiceFilter>

/** The number and the sums of filtered invoices. Cents. */
const InvoiceTotals = z.object({ count: z.number().int(), total: cents, owed: cents })
export type InvoiceTotals = z.infer<typeof InvoiceTotals>

/** The address that a link goes to by email; without one, it is copied. */
const email = optionalEmail.optional()

/**
 * `total` is the one on screen, in cents: another one is refused as stale. An invoice of more than
 * is left of the contract is refused unless `overContract` says that it is meant.
 */
export const IssueInvoice = z.object(
  {
    total: z.number('Send the total in cents').int('Send the total in cents').optional(),
    overContract: z.boolean('Must be true or false').default(false),
    email,
  },
  'Send the total as an object',
)
export type IssueInvoice = z.output<typeof IssueInvoice>

/** Only the fields sent are changed. */
export const FollowUpInvoice = z.object(
  { dueOn: day.optional(), note: optionalText(4000).optional() },
  'Send the change as an object',
)
export type FollowUpInvoice = z.output<typeof FollowUpInvoice>

/** `copy` makes a draft of the same, to be corrected. */
export const VoidInvoice = z.object(
  {
    reason: text(2000, 'Say why it is void'),
    copy: z.boolean('Must be true or false').default(false),
  },
  'Send the reason as an object',
)

export const SendInvoice = z.object({ email: emailAddress }, 'Send the address as an object')

/** The path of the page that a customer opens; null where it has none. */
const InvoiceLink = z.object({ path: z.string().nullable() })

const path = '/api/invoices/:id' as const

export const invoiceRoutes = {
  list: route({
    method: 'GET',
    path: '/api/invoices',
    summary: 'List invoices: drafts first, then the last ones',
    may: 'finance.read',
    about: ['invoice', 'customer'],
    keep: true,
    query: InvoiceFilter,
    reply: z.array(InvoiceListItem),
  }),
  totals: route({
    method: 'GET',
    path: '/api/invoice-totals',
    summary: 'Count and add up the filtered invoices',
    may: 'finance.read',
    about: ['invoice', 'customer'],
    keep: true,
    query: InvoiceFilter,
    reply: InvoiceTotals,
  }),
  ofJob: route({
    method: 'GET',
    path: '/api/jobs/:id/invoicing',
    summary: 'The invoices of a job, and what is left to invoice',
    may: 'finance.read',
    about: ['invoice', 'changeOrder', 'bid'],
    keep: true,
    reply: JobInvoicing,
  }),
  create: route({
    method: 'POST',
    path: '/api/invoices',
    summary: 'Add an invoice as a draft',
    may: 'finance.write',
    body: InvoiceDraft,
    reply: Invoice,
    status: 201,
    fails: ['alreadyInvoiced'],
  }),
  one: route({
    method: 'GET',
    path,
    summary: 'An invoice with its history',
    may: 'finance.read',
    about: ['invoice', 'changeOrder', 'customer'],
    keep: true,
    reply: Invoice,
  }),
  update: route({
    method: 'PUT',
    path,
    summary: 'Replace a draft',
    may: 'finance.write',
    body: InvoiceDraft,
    reply: Invoice,
    fails: ['invoiceIssued', 'alreadyInvoiced', 'stale'],
  }),
  remove: route({
    method: 'DELETE',
    path,
    summary: 'Delete a draft',
    may: 'finance.write',
    reply: z.void(),
    status: 204,
    fails: ['invoiceIssued', 'stale'],
  }),
  issue: route({
    method: 'POST',
    path: `${path}/issue`,
    summary: 'Issue a draft under the next number; from then on its content stays',
    may: 'finance.write',
    body: IssueInvoice,
    reply: Invoice,
    status: 200,
    fails: ['invoiceIssued', 'overContract', 'stale'],
  }),
  followUp: route({
    method: 'PUT',
    path: `${path}/follow-up`,
    summary: "Change the due day of an issued invoice, or the office's note of any",
    may: 'finance.write',
    body: FollowUpInvoice,
    reply: Invoice,
    fails: ['invoiceNotOpen', 'stale'],
  }),
  link: route({
    method: 'GET',
    path: `${path}/link`,
    summary: 'The link of an issued invoice for its customer',
    may: 'finance.write',
    about: ['invoice'],
    keep: false,
    reply: InvoiceLink,
  }),
  renewLink: route({
    method: 'POST',
    path: `${path}/renew-link`,
    summary: 'Make a new link of an issued invoice; the one before no longer works',
    may: 'finance.write',
    reply: InvoiceLink,
    status: 200,
    fails: ['invoiceNotOpen'],
  }),
  send: route({
    method: 'POST',
    path: `${path}/send`,
    summary: 'Send an issued invoice with its link to an address, by email where emails are sent',
    may: 'finance.write',
    body: SendInvoice,
    reply: Invoice,
    status: 200,
    fails: ['invoiceNotOpen', 'stale'],
  }),
  void: route({
    method: 'POST',
    path: `${path}/void`,
    summary: 'Make an issued invoice void: it stays under its number, and nothing of it is owed',
    may: 'finance.write',
    body: VoidInvoice,
    reply: Invoice.extend({ copyId: id.nullable() }),
    status: 200,
    fails: ['invoiceNotOpen', 'moneyApplied', 'cardProcessing', 'stale'],
  }),
  page: route({
    method: 'GET',
    path: `${path}/document`,
    summary: 'An invoice as a page that can be printed',
    may: 'finance.read',
    keep: false,
    query: z.object({ print: z.string().max(10).optional() }),
    reply: z.void(),
    file: true,
    fails: ['documentFailed'],
  }),
  pdf: route({
    method: 'GET',
    path: `${path}/document.pdf`,
    summary: 'An invoice as a PDF',
    may: 'finance.read',
    keep: false,
    reply: z.void(),
    file: true,
    fails: ['documentFailed'],
  }),
}
