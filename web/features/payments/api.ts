import { paymentRoutes } from '@plumbline/contract/payments.ts'
import { pagedQuery, query } from '../../api/query.ts'

/** The balance of a customer and their open invoices. */
export const accountQuery = (customerId: string) =>
  query(paymentRoutes.account, { params: { id: customerId } })

/** The payments, refunds and write-offs of a customer, page by page, the last day first. */
export const customerPayments = (customerId: string) =>
  pagedQuery(paymentRoutes.list, { query: { customerId } }, 20)

/** A payment with the invoices that it is for. */
export const paymentQuery = (id: string) => query(paymentRoutes.one, { params: { id } })
