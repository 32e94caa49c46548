import { z } from 'zod'
import { day } from './dates.ts'
import { invoiceStates } from './invoiceOrders.ts'
import { cents as notNegative } from './money.ts'
import { pageQuery, uncounted } from './page.ts'
import { paymentKinds, paymentMethods } from './paymentKinds.ts'
import { route } from './route.ts'
import {
  email as emailAddress,
  id,
  optionalEmail,
  optionalLine,
  optionalText,
  text,
} from './text.ts'

const cents = z.number().int()
const aboveZero = notNegative.min(1, 'Enter an amount above zero')
const method = z.enum(paymentMethods, 'Choose how it was paid')

/** The most invoices that one payment is for. */
export const MAX_ALLOCATIONS = 100

/** The part of a payment for one invoice, or of a credit that was paid back. Cents. */
const Allocation = z.object({
  /** Null for a refund. */
  invoiceId: id.nullable(),
  number: z.string().nullable(),
  title: z.string().nullable(),
  refundId: id.nullable(),
  /** The amount without parts that were taken back. */
  amount: cents,
})

/** An entry of the money of customers. Amounts in cents. */
export const Payment = z.object({
  id,
  kind: z.enum(paymentKinds),
  customerId: id,
  customerName: z.string(),
  /** A calendar day in the company's time zone. */
  day: z.iso.date(),
  /** Below zero for a reversal. */
  amount: cents,
  method: method.nullable(),
  reference: z.string().nullable(),
  note: z.string().nullable(),
  /** The entry that this one reverses. */
  reversesId: id.nullable(),
  isReversed: z.boolean(),
  /** The part of it that is for no invoice and was not paid back. */
  unapplied: cents,
  allocations: z.array(Allocation),
  recordedByName: z.string().nullable(),
  createdAt: z.iso.datetime(),
})
export type Payment = z.infer<typeof Payment>

/** An invoice on which something is owed. Amounts in cents. */
const OpenInvoice = z.object({
  id,
  number: z.string(),
  title: z.string(),
  status: z.enum(invoiceStates),
  jobName: z.string().nullable(),
  issuedOn: z.iso.date(),
  dueOn: z.iso.date(),
  total: cents,
  owed: cents,
  /** A card payment that the bank has not answered yet; null without one. */
  processing: cents.nullable(),
})
export type OpenInvoice = z.infer<typeof OpenInvoice>

/** The debt of a customer, and the credit that they have. Amounts in cents. */
export const CustomerAccount = z.object({
  owed: cents,
  credit: cents,
  /** The number of all open invoices. */
  openCount: z.number().int(),
  /** Oldest first; at most {@link MAX_ALLOCATIONS}. */
  open: z.array(OpenInvoice),
  /** The address of the main contact, which receipts go to. */
  email: z.string().nullable(),
})
export type CustomerAccount = z.infer<typeof CustomerAccount>

const allocations = z
  .array(
    z.object({ invoiceId: id, amount: aboveZero }, 'Send an invoice and an amount'),
    'Send the invoices as a list',
  )
  .max(MAX_ALLOCATIONS, `At most ${MAX_ALLOCATIONS} invoices`)
  .refine(
    (all) => new Set(all.map(({ invoiceId }) => invoiceId)).size === all.length,
    'Each invoice can be paid once',
  )

const entry = {
  customerId: id,
  /** A calendar day, today at the latest. */
  day,
  amount: aboveZero,
  reference: optionalLine(300).optional(),
  note: optionalText(4000).optional(),
}

/**
 * A payment of a customer, in cents. What is for no invoice becomes their credit, which
 * `keepCredit` says is meant.
 */
export const NewPayment = z.object(
  {
    ...entry,
    method,
    allocations,
    keepCredit: z.boolean('Must be true or false').default(false),
    /** The address that its receipt goes to. */
    email: optionalEmail.optional(),
  },
  'Send the payment as an object',
)
export type NewPayment = z.output<typeof NewPayment>

/** Credit of a customer that is paid back, in cents. */
export const NewRefund = z.object({ ...entry, method }, 'Send the refund as an object')
export type NewRefund = z.output<typeof NewRefund>

/** An amount of an invoice that is no longer expected, in cents. */
export const NewWriteOff = z.object(
  { day, amount: aboveZero, note: text(4000, 'Say why it is written off') },
  'Send the write-off as an object',
)
export type NewWriteOff = z.output<typeof NewWriteOff>

/** Credit of a customer that is used for invoices: of the oldest payments first. */
export const ApplyCredit = z.object(
  { allocations: allocations.refine((all) => all.length > 0, 'Choose an invoice') },
  'Send the invoices as an object',
)

/** The payment or the credit memo that is taken back from an invoice. */
const ReleaseCredit = z.object(
  { kind: z.enum(['payment', 'creditMemo'], 'kind is payment or creditMemo'), id },
  'Send the payment or the credit memo',
)

export const ReversePayment = z.object(
  { note: text(4000, 'Say why it is reversed') },
  'Send the reason as an object',
)

export const SendReceipt = z.object({ email: emailAddress }, 'Send the address as an object')

export const PaymentFilter = z.object({
  ...pageQuery,
  ...uncounted,
  customerId: id.optional(),
  invoiceId: id.optional(),
  /** Only entries that are used for invoices of this job. */
  jobId: id.optional(),
  /** Only money that moved: without write-offs. */
  money: z.literal('true', 'money is true or absent').optional(),
  /** Calendar days, both included. */
  from: day.optional(),
  to: day.optional(),
})
export type PaymentFilter = z.output<typeof PaymentFilter>

/** The filtered entries in sum. Cents. */
const PaymentTotals = z.object({
  count: z.number().int(),
  /** The payments less the refunds, with their reversals on the days of these. */
  received: cents,
})
export type PaymentTotals = z.infer<typeof PaymentTotals>

const path = '/api/payments/:id' as const

export const paymentRoutes = {
  list: route({
    method: 'GET',
    path: '/api/payments',
    summary: 'List payments, refunds and write-offs, the last day first',
    may: 'finance.read',
    about: ['invoice', 'customer'],
    keep: true,
    query: PaymentFilter,
    reply: z.array(Payment),
  }),
  totals: route({
    method: 'GET',
    path: '/api/payment-totals',
    summary: 'Count the filtered payments, refunds and write-offs, and add up the money received',
    may: 'finance.read',
    about: ['invoice', 'customer'],
    keep: true,
    query: PaymentFilter,
    reply: PaymentTotals,
  }),
  account: route({
    method: 'GET',
    path: '/api/customers/:id/account',
    summary: 'What a customer owes, their credit, and their open invoices',
    may: 'finance.read',
    about: ['invoice', 'customer'],
    keep: true,
    reply: CustomerAccount,
  }),
  record: route({
    method: 'POST',
    path: '/api/payments',
    summary: 'Record a payment for invoices, or as credit',
    may: 'finance.write',
    body: NewPayment,
    reply: Payment,
    status: 201,
    fails: ['emailsOff'],
  }),
  refund: route({
    method: 'POST',
    path: '/api/refunds',
    summary: 'Record credit of a customer that was paid back',
    may: 'finance.write',
    body: NewRefund,
    reply: Payment,
    status: 201,
  }),
  writeOff: route({
    method: 'POST',
    path: '/api/invoices/:id/write-off',
    summary: 'Write off an amount of an invoice that is no longer expected',
    may: 'finance.write',
    body: NewWriteOff,
    reply: Payment,
    status: 201,
    fails: ['invoiceNotOpen'],
  }),
  apply: route({
    method: 'POST',
    path: '/api/customers/:id/apply-credit',
    summary: 'Use the credit of a customer for invoices',
    may: 'finance.write',
    body: ApplyCredit,
    reply: CustomerAccount,
    status: 200,
  }),
  release: route({
    method: 'POST',
    path: '/api/invoices/:id/release-credit',
    summary: 'Take a payment or a credit memo back from an invoice; it becomes credit again',
    may: 'finance.write',
    body: ReleaseCredit,
    reply: CustomerAccount,
    status: 200,
    fails: ['nothingApplied'],
  }),
  reverse: route({
    method: 'POST',
    path: `${path}/reverse`,
    summary: 'Reverse a payment, a refund or a write-off with everything it was used for',
    may: 'finance.write',
    body: ReversePayment,
    reply: Payment,
    status: 200,
    fails: ['alreadyReversed', 'creditPaidBack'],
  }),
  one: route({
    method: 'GET',
    path,
    summary: 'A payment with the invoices that it is for',
    may: 'finance.read',
    about: ['invoice', 'customer'],
    keep: true,
    reply: Payment,
  }),
  page: route({
    method: 'GET',
    path: `${path}/receipt`,
    summary: 'The receipt of a payment as a page that can be printed',
    may: 'finance.read',
    keep: false,
    query: z.object({ print: z.string().max(10).optional() }),
    reply: z.void(),
    file: true,
    fails: ['documentFailed', 'noReceipt'],
  }),
  pdf: route({
    method: 'GET',
    path: `${path}/receipt.pdf`,
    summary: 'The receipt of a payment as a PDF',
    may: 'finance.read',
    keep: false,
    reply: z.void(),
    file: true,
    fails: ['documentFailed', 'noReceipt'],
  }),
  send: route({
    method: 'POST',
    path: `${path}/send-receipt`,
    summary: 'Send the receipt of a payment to an address by email',
    may: 'finance.write',
    body: SendReceipt,
    reply: Payment,
    status: 200,
    fails: ['noReceipt', 'emailsOff'],
  }),
}
