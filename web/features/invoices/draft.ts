import { readDecimal } from '@plumbline/contract/decimals.ts'
import { formatDollars } from '@plumbline/contract/dollars.ts'
import { amountsOf, type InvoiceAmounts, type Problem } from '@plumbline/contract/invoiceAmounts.ts'
import { InvoiceDraft } from '@plumbline/contract/invoiceDrafts.ts'
import { termNames } from '@plumbline/contract/invoiceStatuses.ts'
import type { Invoice, JobInvoicing } from '@plumbline/contract/invoices.ts'
import type { UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { choice, day, fieldsOf, hidden } from '../../forms/fieldsOf.ts'
import { plural } from '../../ui/format.ts'
import { lineOf } from '../changeOrders/draft.ts'
import { readLine } from '../pricing/amounts.ts'
import { openSteps } from './jobMoney.ts'

/** The values that the form of an invoice holds: numbers are text as typed. */
export type InvoiceValues = z.input<typeof InvoiceDraft>
export type InvoiceForm = UseFormReturn<InvoiceValues, unknown, InvoiceDraft>
export type BasisKind = InvoiceValues['basis']['kind']

const basisText = ({ basis }: Pick<Invoice, 'basis'>) => {
  if (basis.kind === 'step') return `payment ${basis.step + 1} of the schedule`
  if (basis.kind === 'percent') return `${basis.soFar}% of the contract so far`
  return basis.kind === 'amount' ? `${formatDollars(basis.amount)} of the contract` : 'lines'
}

const discountText = ({ discount }: Pick<Invoice, 'discount'>) => {
  if (!discount) return null
  return discount.kind === 'percent' ? `${discount.value}%` : formatDollars(discount.value)
}

const { fields, ...invoiceForm } = fieldsOf<InvoiceValues, Invoice>({
  kind: hidden,
  customerId: { label: 'Customer', required: true, text: ({ customerName }) => customerName },
  jobId: { label: 'Job', empty: null, text: ({ jobName }) => jobName },
  title: { label: 'Title', required: true },
  basis: { label: 'Invoice by', empty: { kind: 'lines' }, text: basisText },
  changeOrderIds: {
    label: 'Change Orders',
    empty: [],
    text: ({ changeOrderIds }) => plural(changeOrderIds.length, 'change order', 'change orders'),
  },
  lines: {
    label: 'Lines',
    empty: [],
    text: ({ lines }) => plural(lines.length, 'line', 'lines'),
  },
  discount: { label: 'Discount', empty: null, text: discountText },
  taxRate: { label: 'Tax Rate (%)', empty: '0', text: ({ taxRate }) => `${taxRate}%` },
  terms: { label: 'Terms', kind: choice((terms) => termNames[terms], 'net14') },
  dueOn: { label: 'Due Day', kind: day },
  message: { label: 'Message', hint: 'The customer reads this below the lines.' },
  note: { label: 'Note', hint: 'For the office alone.' },
})

export { fields, invoiceForm }

const { shape } = InvoiceDraft

/** The values without those that the chosen way of filling, or the chosen terms, leave unused. */
const usedOf = (values: InvoiceValues): InvoiceValues => ({
  ...values,
  // The schema says what is wrong with a form in which nothing is chosen.
  ...(values.basis?.kind !== 'lines' && {
    ...{ lines: [], discount: null },
    taxRate: shape.taxRate.safeParse(values.taxRate).data ?? '0',
  }),
  dueOn: values.terms === 'day' ? values.dueOn : null,
})

/** The schema of the form, which keeps what was typed while another choice is looked at. */
export const TypedInvoice = z.custom<InvoiceValues>().transform(usedOf).pipe(InvoiceDraft)

/** The ways in which an invoice of a job can be filled; by lines alone without one. */
export function basisKinds(job: JobInvoicing | undefined, invoiceId: string | null): BasisKind[] {
  if (!job) return ['lines']
  return [
    ...(openSteps(job, invoiceId).length > 0 ? (['step'] as const) : []),
    ...(job.contract.amount > 0 ? (['percent', 'amount'] as const) : []),
    'lines',
  ]
}

/** The first values of a way of filling: of payments, the next one. */
export function newBasis(
  kind: BasisKind,
  job: JobInvoicing | undefined,
  invoiceId: string | null,
): InvoiceValues['basis'] {
  if (kind === 'percent') return { kind, soFar: '' }
  if (kind === 'amount') return { kind, amount: '' }
  return kind === 'step' ? { kind, step: (job && openSteps(job, invoiceId)[0]?.at) ?? 0 } : { kind }
}

type Filled = Pick<
  InvoiceValues,
  'kind' | 'basis' | 'changeOrderIds' | 'lines' | 'discount' | 'taxRate'
>

/**
 * The amounts of an invoice as it is typed, or the problem with them; null while the part of the
 * contract, or the first line of a credit memo, is not entered. A line or a share that is not valid
 * counts as absent.
 */
export function typedAmounts(
  { kind = 'invoice', basis, changeOrderIds = [], lines = [], discount, taxRate }: Filled,
  job: JobInvoicing | null,
): InvoiceAmounts | { readonly problem: Problem } | null {
  const read = shape.basis.safeParse(basis)
  if (!read.success) return null
  if (read.data.kind !== 'lines')
    return amountsOf(
      { kind, basis: read.data, changeOrderIds, lines: [], discount: null, taxRate: '0' },
      job,
    )
  const priced = lines.flatMap((line) => {
    const { priced: amounts } = readLine(lineOf(line))
    const words = { description: line.description, details: null, unit: null }
    return amounts ? [{ ...words, ...amounts }] : []
  })
  // Nothing is wrong with a credit that was not entered yet.
  if (kind === 'creditMemo' && priced.length === 0) return null
  return amountsOf(
    {
      kind,
      basis: read.data,
      changeOrderIds,
      lines: priced,
      discount: shape.discount.safeParse(discount).data ?? null,
      taxRate: shape.taxRate.safeParse(taxRate).data ?? '0',
    },
    job,
  )
}

/** The title that follows from what is invoiced; empty where that says nothing. */
export function titleOf(
  { basis, changeOrderIds = [] }: Pick<Filled, 'basis' | 'changeOrderIds'>,
  job: JobInvoicing | undefined,
): string {
  if (basis.kind === 'step') return job?.steps[basis.step]?.title ?? ''
  if (basis.kind === 'percent') {
    const soFar = readDecimal(String(basis.soFar), { decimals: 4, max: 100 })
    return 'value' in soFar ? `${soFar.value}% so far` : ''
  }
  if (basis.kind === 'amount') return 'Part of the contract'
  const chosen = job?.changes.filter(({ id }) => changeOrderIds.includes(id)) ?? []
  const [first, ...others] = chosen
  if (!first) return ''
  return others.length > 0
    ? `Change orders ${chosen.map(({ number }) => number).join(', ')}`
    : `Change order ${first.number}, ${first.title}`
}
