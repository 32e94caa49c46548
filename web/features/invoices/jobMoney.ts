// Separate from the draft, whose schemas only the form needs.
import { amountsOf } from '@plumbline/contract/invoiceAmounts.ts'
import type { JobInvoicing } from '@plumbline/contract/invoices.ts'

/** The payments of the schedule of a job that an invoice can be for, with their places. */
export const openSteps = ({ steps }: JobInvoicing, invoiceId: string | null) =>
  steps.flatMap((step, at) =>
    step.invoiceId === null || step.invoiceId === invoiceId ? [{ ...step, at }] : [],
  )

/** The approved change orders of a job that can be on an invoice. */
export const openChanges = ({ changes }: JobInvoicing, invoiceId: string | null) =>
  changes.filter((change) => change.invoiceId === null || change.invoiceId === invoiceId)

/** The amount of a payment as it would be invoiced now, in cents. */
export function stepAmount(job: JobInvoicing, step: number): number {
  const nothingElse = {
    kind: 'invoice' as const,
    changeOrderIds: [],
    lines: [],
    discount: null,
    taxRate: '0',
  }
  const amounts = amountsOf({ basis: { kind: 'step', step }, ...nothingElse }, job)
  return 'total' in amounts ? amounts.total : 0
}
