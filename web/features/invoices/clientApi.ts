import { clientInvoiceRoutes } from '@plumbline/contract/clientInvoices.ts'
import { dashboardRoutes } from '@plumbline/contract/dashboard.ts'
import { pagedQuery, query } from '../../api/query.ts'

/** The invoices to the client who is signed in, page by page, the last ones first. */
export const clientInvoicePages = () => pagedQuery(clientInvoiceRoutes.list, { query: {} })

/** The same of one of their jobs. */
export const jobClientInvoices = (jobId: string) =>
  query(clientInvoiceRoutes.list, { query: { jobId } })

/** An invoice as its client reads it. */
export const clientInvoiceQuery = (id: string) => query(clientInvoiceRoutes.one, { params: { id } })

/** The figures of their first screen, with what they owe in all. */
export const clientFigures = query(dashboardRoutes.read)
