import {
  type InvoiceState,
  type InvoiceStateFilter,
  invoiceStates,
} from '@plumbline/contract/invoiceOrders.ts'
import type { ListedInvoice } from '@plumbline/contract/invoices.ts'
import type { Mark, Tone } from '../../ui/status.ts'

interface StateStyle {
  readonly label: string
  readonly tone: Tone
  readonly mark: Mark
}

/** The word and the mark of each state of an invoice. */
const invoiceStatusStyles: Readonly<Record<InvoiceState, StateStyle>> = {
  draft: { label: 'Draft', tone: 'neutral', mark: 'square' },
  open: { label: 'Open', tone: 'neutral', mark: 'ring' },
  viewed: { label: 'Viewed', tone: 'info', mark: 'half' },
  partPaid: { label: 'Part-paid', tone: 'info', mark: 'half' },
  overdue: { label: 'Overdue', tone: 'bad', mark: 'diamond' },
  paid: { label: 'Paid', tone: 'good', mark: 'dot' },
  void: { label: 'Void', tone: 'neutral', mark: 'cross' },
}

type Styled = Pick<ListedInvoice, 'kind' | 'status'> &
  Partial<Pick<ListedInvoice, 'total' | 'received'>>

/**
 * The word and the mark of the state of an invoice or a credit memo. One of which nothing is owed,
 * but not because all of it was paid with money, is settled.
 */
export function styleOf({ kind, status, total = 0, received = total }: Styled): StateStyle {
  const style = invoiceStatusStyles[status]
  if (status !== 'paid') return style
  if (kind === 'creditMemo') return { ...style, label: 'Applied' }
  return received < total ? { ...style, label: 'Settled' } : style
}

/** The states of an invoice as the options of a select. */
export const invoiceStateOptions: readonly {
  readonly value: InvoiceStateFilter
  readonly label: string
}[] = [
  { value: 'unpaid', label: 'Unpaid' },
  ...invoiceStates.map((value) => ({ value, label: invoiceStatusStyles[value].label })),
]

/** The option of a list that is for credit memos, beside the states. */
export const creditOption = { value: 'creditMemo', label: 'Credits' } as const
