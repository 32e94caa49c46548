import { z } from 'zod'
import { invoiceKinds } from './invoiceStatuses.ts'
import { month } from './months.ts'
import { pageQuery } from './page.ts'
import { route } from './route.ts'
import { id } from './text.ts'

const cents = z.number().int()

const amounts = {
  /** The part that was taxed, without the tax. */
  taxable: cents,
  notTaxable: cents,
  tax: cents,
}

const Part = z.object({ count: z.number().int(), ...amounts })

const parts = {
  /** The invoices that were issued, also those that became void later. */
  invoices: Part,
  /** The credit memos that were issued, below zero. */
  creditMemos: Part,
  /** The invoices and credit memos that became void, taken back. */
  voids: Part,
}
export type TaxPart = z.infer<typeof Part>

/** The parts in which a month adds up. */
export const taxParts = ['invoices', 'creditMemos', 'voids'] as const

const TaxedMonth = z.object({ month: z.string(), ...amounts, ...parts })
export type TaxedMonth = z.infer<typeof TaxedMonth>

/** The sales tax of a year by month of issue. Amounts in cents. */
export const SalesTax = z.object({
  year: z.number().int(),
  /** From the first issue to this year, newest first; always includes the requested year. */
  years: z.array(z.number().int()),
  /** Up to this month, in their order, also those without anything. */
  months: z.array(TaxedMonth),
  total: z.object({ ...amounts, ...parts }),
})
export type SalesTax = z.infer<typeof SalesTax>

/** An invoice or a credit memo as it counts in a month: as issued, or as taken back. Cents. */
const TaxDocument = z.object({
  id,
  kind: z.enum(invoiceKinds),
  /** Whether it is taken back, because it became void. */
  isVoid: z.boolean(),
  /** The calendar day on which it counts. */
  day: z.iso.date(),
  number: z.string(),
  customerName: z.string(),
  ...amounts,
})
export type TaxDocument = z.infer<typeof TaxDocument>

const INVALID_YEAR = 'year is a number from 1900 to 2999'
const year = z
  .string(INVALID_YEAR)
  .regex(/^(19|2\d)\d\d$/, INVALID_YEAR)
  .transform(Number)
  .optional()

export const salesTaxRoutes = {
  year: route({
    method: 'GET',
    path: '/api/sales-tax',
    summary: 'The sales tax of a year (this one by default) by month of issue',
    may: 'finance.read',
    about: ['invoice'],
    keep: true,
    query: z.object({ year }),
    reply: SalesTax,
  }),
  documents: route({
    method: 'GET',
    path: '/api/sales-tax/documents',
    summary:
      'The invoices and credit memos that the sales tax of a month (this one by default) sums, by day',
    may: 'finance.read',
    about: ['invoice', 'customer'],
    keep: true,
    query: z.object({ month: month.optional(), limit: pageQuery.limit, after: pageQuery.after }),
    reply: z.array(TaxDocument),
  }),
}
