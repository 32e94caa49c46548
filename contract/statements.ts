import { z } from 'zod'
import { AgedInvoice, Ages } from './ageing.ts'
import { day } from './dates.ts'
import { paymentMethods } from './paymentKinds.ts'
import { route } from './route.ts'
import { movementKinds } from './statementBalances.ts'
import { email, id } from './text.ts'

const cents = z.number().int()

/** The most movements of a statement, and the most open invoices that it lists. */
export const MAX_STATEMENT_ROWS = 1000
export const MAX_OPEN_ROWS = 200

/** The most statements that are listed as sent. */
export const MAX_SENT_STATEMENTS = 10

const StatementEntry = z.object({
  kind: z.enum(movementKinds),
  /** Whether it takes an earlier one back: it became void, or it was reversed. */
  isReversal: z.boolean(),
  /** The id of the invoice, the credit memo or the payment. */
  id,
  day: z.iso.date(),
  /** Above zero where the customer owes more by it. */
  amount: cents,
  /** The number and the title of an invoice or a credit memo. */
  number: z.string().nullable(),
  title: z.string().nullable(),
  method: z.enum(paymentMethods).nullable(),
  reference: z.string().nullable(),
  /** The numbers of the invoices that money is used for at the end of the period. */
  invoices: z.array(z.string()),
  /** The balance after it. */
  balance: cents,
})
export type StatementEntry = z.infer<typeof StatementEntry>

/** An invoice of which something is owed at the end of the period. */
const OpenRow = AgedInvoice.pick({
  ...{ id: true, number: true, title: true, dueOn: true, daysLate: true, bucket: true, owed: true },
})

/** A statement that was sent, or will be. */
const SentStatement = z.object({
  id,
  from: z.iso.date(),
  to: z.iso.date(),
  address: z.string(),
  state: z.enum(['waiting', 'sent', 'dropped', 'failed']),
  /** The reply of a mail server that refused it. */
  error: z.string().nullable(),
  createdAt: z.iso.datetime(),
})

/**
 * The account of a customer in a period. Amounts in cents; a balance is what they owe less their
 * credit, so that it can be below zero.
 */
export const Statement = z.object({
  /** The one they were merged into, if they were merged. */
  customer: z.object({
    id,
    name: z.string(),
    company: z.string().nullable(),
    address: z.string().nullable(),
    email: z.string().nullable(),
  }),
  /** Calendar days, both included. */
  from: z.iso.date(),
  to: z.iso.date(),
  opening: cents,
  /** In the order of their days; at most {@link MAX_STATEMENT_ROWS}. */
  entries: z.array(StatementEntry),
  charged: cents,
  credited: cents,
  closing: cents,
  /** At the end of the last day: what is owed by age, in all, and money that is for no invoice. */
  ages: Ages,
  owed: cents,
  credit: cents,
  /** Oldest first; at most {@link MAX_OPEN_ROWS}. */
  open: z.array(OpenRow),
  openCount: z.number().int(),
  /** The first day on which the account changed; null if it never did. */
  firstDay: z.iso.date().nullable(),
  /**
   * The first day since the last one that was sent, where its last day is past; null otherwise. It
   * is that last day itself where the statement was sent before the end of it.
   */
  since: z.iso.date().nullable(),
  /** The last ones first, of any period; at most {@link MAX_SENT_STATEMENTS}. */
  sent: z.array(SentStatement),
})
export type Statement = z.infer<typeof Statement>

/** The days are up to today; without them, since the last one that was sent, or this year. */
const period = { from: day.optional(), to: day.optional() }

export const SendStatement = z.object(
  { from: day, to: day, email },
  'Send the period and the address as an object',
)
export type SendStatement = z.output<typeof SendStatement>

const path = '/api/customers/:id/statement' as const

export const statementRoutes = {
  one: route({
    method: 'GET',
    path,
    summary: 'The account of a customer in a period, with a balance after each movement',
    may: 'finance.read',
    about: ['invoice', 'customer'],
    keep: true,
    query: z.object(period),
    reply: Statement,
  }),
  page: route({
    method: 'GET',
    path: `${path}/document`,
    summary: 'The statement of a customer as a page that can be printed',
    may: 'finance.read',
    keep: false,
    query: z.object({ ...period, print: z.string().max(10).optional() }),
    reply: z.void(),
    file: true,
    fails: ['documentFailed'],
  }),
  pdf: route({
    method: 'GET',
    path: `${path}/document.pdf`,
    summary: 'The statement of a customer as a PDF',
    may: 'finance.read',
    keep: false,
    query: z.object(period),
    reply: z.void(),
    file: true,
    fails: ['documentFailed'],
  }),
  send: route({
    method: 'POST',
    path: `${path}/send`,
    summary: 'Send the statement of a customer to an address by email',
    may: 'finance.write',
    body: SendStatement,
    reply: Statement,
    status: 200,
    fails: ['emailsOff'],
  }),
}
