import { z } from 'zod'
import { invoiceKinds } from './invoiceStatuses.ts'

const optional = z.string().nullable().default(null)
/** Exact dollars. */
const dollars = z.string()

/**
 * The content of an invoice as it stands on paper, without its number and its days. The amounts of
 * a credit memo are those that are credited, above zero.
 */
export const InvoiceContent = z.object({
  kind: z.enum(invoiceKinds).default('invoice'),
  title: z.string(),
  company: z.object({ name: z.string(), address: optional, phone: optional, license: optional }),
  customer: z.object({ name: z.string(), company: optional, address: optional }),
  job: z.object({ name: z.string(), address: z.string() }).nullable().default(null),
  lines: z.array(
    z.object({
      description: z.string(),
      details: optional,
      /** A part of a contract has neither quantity nor price. */
      quantity: optional,
      unit: optional,
      unitPrice: optional,
      amount: dollars,
    }),
  ),
  subtotal: dollars,
  discount: dollars,
  /** Null for a discount in dollars. */
  discountPercent: optional,
  taxName: z.string(),
  /** In percent; null where the tax is that of a contract. */
  taxRate: optional,
  taxable: dollars,
  tax: dollars,
  total: dollars,
  /** The contract of the job with its changes, and what was invoiced of it before. */
  contract: z.object({ amount: dollars, before: dollars, left: dollars }).nullable().default(null),
  /** Such as `Net 14`; null for a day that somebody chose. */
  terms: optional,
  message: optional,
})

export type InvoiceContent = z.output<typeof InvoiceContent>
