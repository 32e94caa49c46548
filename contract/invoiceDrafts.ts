import { z } from 'zod'
import { day } from './dates.ts'
import { dollarAmount } from './dollars.ts'
import { invoiceKinds, invoiceTerms } from './invoiceStatuses.ts'
import { MAX_CENTS } from './money.ts'
import { MAX_LINES, MAX_STEPS, PricedLine, percentage, Share, taxRate } from './pricing.ts'
import { id, line, optionalId, optionalText } from './text.ts'
import { amountInCents, lineAmount, totalsOf } from './totals.ts'

/** The most change orders on one invoice. */
const MAX_CHANGES = 200

/** A line of an invoice; with a quantity below zero, it is a credit. */
const InvoiceLine = PricedLine.omit({
  ...{ chosen: true, allowance: true, unitCost: true, category: true },
})
export type InvoiceLine = z.output<typeof InvoiceLine>

/**
 * The way in which an invoice is filled: by a step of the signed payment schedule (counted from 0),
 * up to a percentage of the contract, by an amount of the contract in exact dollars, or by lines.
 */
const Basis = z.discriminatedUnion(
  'kind',
  [
    z.object({
      kind: z.literal('step'),
      step: z
        .number('Choose a payment')
        .int('Choose a payment')
        .min(0, 'Choose a payment')
        .max(MAX_STEPS - 1, 'Choose a payment'),
    }),
    z.object({
      kind: z.literal('percent'),
      soFar: percentage.refine((value) => value !== '0', 'Enter a percentage above zero'),
    }),
    z.object({
      kind: z.literal('amount'),
      amount: dollarAmount(MAX_CENTS / 100).refine(
        (value) => Number(value) > 0,
        'Enter an amount above zero',
      ),
    }),
    z.object({ kind: z.literal('lines') }),
  ],
  'Choose how the invoice is filled in',
)
export type Basis = z.output<typeof Basis>

/** The fields of a draft as the API returns them. */
export const invoiceFields = {
  /** Stays as it is once it is added. The amounts of the lines of a credit memo are credited. */
  kind: z.enum(invoiceKinds, 'kind is invoice or creditMemo').default('invoice'),
  customerId: id,
  /** Null for work without a job. */
  jobId: id.nullable(),
  /** A few words that say which invoice of the job it is, such as `Cabinets in`. */
  title: line(200, 'Title is required'),
  basis: Basis,
  /** Approved change orders of the job, each as a line of its own. */
  changeOrderIds: z
    .array(id, 'Send a list of change orders')
    .max(MAX_CHANGES, `At most ${MAX_CHANGES} change orders`)
    .transform((ids) => [...new Set(ids)])
    .default([]),
  lines: z
    .array(InvoiceLine, 'Send a list of lines')
    .max(MAX_LINES, `At most ${MAX_LINES} lines`)
    .default([]),
  /** Taken off the lines before tax; null for none. */
  discount: Share.nullable().default(null),
  /** The tax of the lines in percent. A part of the contract has its part of the tax of that. */
  taxRate: taxRate.default('0'),
  terms: z.enum(invoiceTerms, 'Choose when it is due').default('net14'),
  /** The day of the terms `day`. */
  dueOn: day.nullable().default(null),
  /** For the customer, below the lines. */
  message: optionalText(4000).default(null),
  /** For the office alone. */
  note: optionalText(4000).default(null),
}

type Fields = z.output<z.ZodObject<typeof invoiceFields>>

/** The field of a credit memo that it cannot have, and what is wrong: it has lines alone. */
function creditProblem({
  basis,
  changeOrderIds,
  discount,
}: Pick<Fields, 'basis' | 'changeOrderIds' | 'discount'>): readonly [string, string] | undefined {
  if (basis.kind !== 'lines') return ['basis', 'A credit memo is filled by lines']
  if (changeOrderIds.length > 0) return ['changeOrderIds', 'A credit memo has no change orders']
  return discount ? ['discount', 'A credit memo has no discount'] : undefined
}

/** An invoice or a credit memo as the office writes it, before it is issued. */
export const InvoiceDraft = z
  .object({ ...invoiceFields, jobId: optionalId.default(null) }, 'Send the invoice as an object')
  .superRefine(({ kind, jobId, basis, changeOrderIds, lines, ...draft }, context) => {
    const problem = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    const { discount, terms, dueOn } = draft
    const ofCredit = kind === 'creditMemo' && creditProblem({ basis, changeOrderIds, discount })
    if (ofCredit) return problem(...ofCredit)
    if (terms === 'day' && dueOn === null) problem('dueOn', 'Enter a day')
    if (jobId === null && (basis.kind !== 'lines' || changeOrderIds.length > 0))
      problem('jobId', 'Choose a job')
    if (basis.kind !== 'lines') {
      if (lines.length > 0) problem('lines', 'A part of the contract has no lines of its own')
      return
    }
    if (lines.length + changeOrderIds.length === 0) return problem('lines', 'Add a line')
    const size = lines.reduce((sum, one) => {
      const amount = amountInCents(lineAmount(one))
      return sum + (amount < 0n ? -amount : amount)
    }, 0n)
    const { subtotal } = totalsOf(lines, draft)
    if (size > BigInt(MAX_CENTS)) return problem('lines', 'That is too much in all')
    if (discount?.kind === 'amount' && amountInCents(discount.value) > amountInCents(subtotal))
      problem('discount', 'The discount is above the subtotal')
  })
export type InvoiceDraft = z.output<typeof InvoiceDraft>
