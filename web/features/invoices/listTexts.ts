import { daysBetween, formatDay, formatWeekday } from '@plumbline/contract/dates.ts'
import type { InvoiceState } from '@plumbline/contract/invoiceOrders.ts'
import { stateOf } from '@plumbline/contract/invoiceStatuses.ts'
import type { InvoiceListItem, ListedInvoice } from '@plumbline/contract/invoices.ts'
import { plural } from '../../ui/format.ts'

/** The number of an invoice, or `Draft` before it has one. */
export const shownNumber = ({ number }: Pick<ListedInvoice, 'number'>) => number ?? 'Draft'

/** The title of an invoice; that of a credit memo says that it is one. */
export const listedTitle = ({ kind, title }: Pick<ListedInvoice, 'kind' | 'title'>) =>
  kind === 'creditMemo' ? `Credit memo: ${title}` : title

type Due = Pick<ListedInvoice, 'kind' | 'status' | 'total' | 'owed' | 'paid' | 'dueOn'>

/** The state of an invoice today, which the server wrote on the day the list was read. */
export function stateToday({ status, ...invoice }: Due, today: string): InvoiceState {
  const stored = status === 'draft' || status === 'void' ? status : 'issued'
  return stateOf({ ...invoice, status: stored, isViewed: status === 'viewed' }, today)
}

/** The days an invoice is late, as `24 days late`, or `not due`; empty if nothing of it is owed. */
export function lateness(invoice: Due, today: string): string {
  const { dueOn, owed } = invoice
  const state = stateToday(invoice, today)
  if (dueOn === null || owed <= 0) return ''
  if (state === 'overdue') return `${plural(daysBetween(dueOn, today), 'day', 'days')} late`
  return dueOn === today ? 'due today' : 'not due'
}

/** A filter by due days as `Nov 1, 2026 to Nov 30, 2026`; empty without one. */
export function dueDaysText(from: string | undefined, to: string | undefined): string {
  if (from && to) return `${formatDay(from)} to ${formatDay(to)}`
  if (from) return `from ${formatDay(from)}`
  return to ? `by ${formatDay(to)}` : ''
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']

/** The reminders of an invoice as `third on Mon, Nov 23`, `off` or `2 sent`. */
export function reminderWords(
  { sent, nextOn, isOff }: NonNullable<InvoiceListItem['reminder']>,
  today: string,
): string {
  if (isOff) return sent > 0 ? `off, ${sent} sent` : 'off'
  if (nextOn === null) return sent > 0 ? `${sent} sent` : ''
  const next = ordinals[sent] ?? 'next'
  return nextOn < today ? `${next} to send` : `${next} on ${formatWeekday(nextOn, today)}`
}
