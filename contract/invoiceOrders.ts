// Separate from the other rules of invoices, because every page loads the addresses of lists.

import { ordersOf } from './page.ts'

/**
 * The states of an invoice as they are shown: an issued one is open, viewed by the customer,
 * paid in part, overdue or paid.
 */
export const invoiceStates = [
  ...(['draft', 'open', 'viewed', 'partPaid', 'overdue', 'paid', 'void'] as const),
] as const
export type InvoiceState = (typeof invoiceStates)[number]

/** The states by which a list is filtered: something is owed of an unpaid one. */
export const invoiceFilters = ['unpaid', ...invoiceStates] as const
export type InvoiceStateFilter = (typeof invoiceFilters)[number]

/** The sort keys of a list of invoices: drafts come after the last day. */
export const invoiceSorts = ['issued', 'due', 'total'] as const
export type InvoiceSort = (typeof invoiceSorts)[number]
export const invoiceOrders = ordersOf(invoiceSorts)
