import { type AgeBucket, ageingRoutes, dueDaysOf } from '@plumbline/contract/ageing.ts'
import { invoiceRoutes } from '@plumbline/contract/invoices.ts'
import type { z } from 'zod'
import { pagedQuery, query, TABLE_PAGE } from '../../api/query.ts'

type InvoiceQuery = Readonly<z.input<typeof invoiceRoutes.list.query>>
/** The filter and sort order of a list of invoices. */
export type InvoiceFilter = Omit<InvoiceQuery, 'limit' | 'after'>

/** The filtered invoices, page by page, for cards or for the table. */
export const invoicePages = (filter: InvoiceFilter, view?: 'table') =>
  pagedQuery(invoiceRoutes.list, { query: { ...filter } }, view && TABLE_PAGE)

/** The invoices of a customer, page by page: drafts first, then the last ones. */
export const customerInvoices = (customerId: string) =>
  pagedQuery(invoiceRoutes.list, { query: { customerId } }, 20)

/** The number and the sums of the filtered invoices, regardless of their order. */
export const invoiceTotals = ({ sort: _, ...filter }: InvoiceFilter) =>
  query(invoiceRoutes.totals, { query: filter })

/** An invoice with its history. */
export const invoiceQuery = (id: string) => query(invoiceRoutes.one, { params: { id } })

/** The invoices of a job, and what they are made from. */
export const jobInvoicing = (jobId: string) => query(invoiceRoutes.ofJob, { params: { id: jobId } })

/** The path of the page that the customer opens. */
export const invoiceLinkQuery = (id: string) => query(invoiceRoutes.link, { params: { id } })

/** The sums of what all customers owe today, by age. */
export const owedQuery = query(ageingRoutes.all, { query: { customers: 'false' } })

/** The filter of the invoices whose debt has an age, the first due first. */
export function unpaidOfAge(bucket: AgeBucket, today: string) {
  const { from, to } = dueDaysOf(bucket, today)
  return { status: 'unpaid', sort: 'due', dueFrom: from, dueTo: to }
}
