import {
  type InvoiceState,
  type InvoiceStateFilter,
  invoiceStates,
} from '@plumbline/contract/invoiceOrders.ts'
import type { Mark, Tone } from '../../ui/status.ts'

/** The word and the mark of each state of an invoice. */
export const invoiceStatusStyles: Readonly<
  Record<InvoiceState, { readonly label: string; readonly tone: Tone; readonly mark: Mark }>
> = {
  draft: { label: 'Draft', tone: 'neutral', mark: 'square' },
  open: { label: 'Open', tone: 'neutral', mark: 'ring' },
  viewed: { label: 'Viewed', tone: 'info', mark: 'half' },
  partPaid: { label: 'Part-paid', tone: 'info', mark: 'half' },
  overdue: { label: 'Overdue', tone: 'bad', mark: 'diamond' },
  paid: { label: 'Paid', tone: 'good', mark: 'dot' },
  void: { label: 'Void', tone: 'neutral', mark: 'cross' },
}

/** The states of an invoice as the options of a select. */
export const invoiceStateOptions: readonly {
  readonly value: InvoiceStateFilter
  readonly label: string
}[] = [
  { value: 'unpaid', label: 'Unpaid' },
  ...invoiceStates.map((value) => ({ value, label: invoiceStatusStyles[value].label })),
]
