// Separate from the schemas of invoices, which lists do not need.

import type { InvoiceState } from './invoiceOrders.ts'

/** An invoice, or a credit memo, which is an invoice below zero. */
export const invoiceKinds = ['invoice', 'creditMemo'] as const
export type InvoiceKind = (typeof invoiceKinds)[number]

/** The states of an invoice as they are stored. */
export const storedInvoiceStates = ['draft', 'issued', 'void'] as const
export type StoredInvoiceState = (typeof storedInvoiceStates)[number]

interface Owed {
  readonly kind: InvoiceKind
  readonly status: StoredInvoiceState
  /** In cents; below zero for a credit memo. */
  readonly total: number
  /** The amount that is owed, in cents. */
  readonly owed: number
  /** The part that is paid, in cents; of a credit memo the part that is used, below zero. */
  readonly paid: number
  /** The last day on which it is not overdue; null for a draft. */
  readonly dueOn: string | null
  /** Whether the customer has looked at it. */
  readonly isViewed: boolean
}

/**
 * The state of an invoice on a day of the company. One that is due today is not overdue. A credit
 * memo is open until all of it is used. `stateIs` of the server is the same rule.
 */
export function stateOf(
  { kind, status, total, owed, paid, dueOn, isViewed }: Owed,
  today: string,
): InvoiceState {
  if (status !== 'issued') return status
  if (kind === 'creditMemo') return paid > total ? 'open' : 'paid'
  if (owed <= 0) return 'paid'
  if (dueOn !== null && dueOn < today) return 'overdue'
  if (paid > 0) return 'partPaid'
  return isViewed ? 'viewed' : 'open'
}

/** The steps in the history of an invoice. */
export const invoiceEvents = [
  ...(['created', 'issued', 'dueDay', 'note', 'voided'] as const),
  ...(['payment', 'receipt', 'writeOff', 'credit', 'takenBack'] as const),
  ...(['sent', 'emailed', 'notDelivered', 'renewed', 'viewed', 'question'] as const),
  ...(['reminded', 'cardProcessing', 'cardFailed', 'cardUnmatched', 'atStripe'] as const),
] as const
export type InvoiceEventKind = (typeof invoiceEvents)[number]

/** When an invoice is due: on receipt, after so many days, or on a day that somebody chose. */
export const invoiceTerms = ['receipt', 'net7', 'net14', 'net30', 'day'] as const
export type InvoiceTerms = (typeof invoiceTerms)[number]

/** The days after which an invoice is due. */
export const termDays: Readonly<Record<Exclude<InvoiceTerms, 'day'>, number>> = {
  receipt: 0,
  net7: 7,
  net14: 14,
  net30: 30,
}

export const termNames: Readonly<Record<InvoiceTerms, string>> = {
  receipt: 'Due on receipt',
  net7: 'Net 7',
  net14: 'Net 14',
  net30: 'Net 30',
  day: 'On a day',
}
