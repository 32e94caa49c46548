import { paymentRoutes } from '@plumbline/contract/payments.ts'
import { pagedQuery, query } from '../../api/query.ts'

/** The balance of a customer and their open invoices. */
export const accountQuery = (customerId: string) =>
  query(paymentRoutes.account, { params: { id: customerId } })

/** The payments, refunds and write-offs of a customer, page by page, the last day first. */
export const customerPayments = (customerId: string) =>
  pagedQuery(paymentRoutes.list, { query: { customerId } }, 20)

/** The payments and write-offs that are used for invoices of a job, the last day first. */
export const jobPayments = (jobId: string) =>
  pagedQuery(paymentRoutes.list, { query: { jobId } }, 20)

/** A payment with the invoices that it is for. */
export const paymentQuery = (id: string) => query(paymentRoutes.one, { params: { id } })

/** The calendar days of a list of payments, both included. */
export interface PaymentDays {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const moneyOf = ({ from, to }: PaymentDays) =>
  ({ money: 'true', ...(from && { from }), ...(to && { to }) }) as const

/** The payments and refunds of all customers, page by page, the last day first. */
export const moneyPages = (days: PaymentDays) =>
  pagedQuery(paymentRoutes.list, { query: moneyOf(days) }, 50)

/** The number of those entries, and the money received with them. */
export const moneyTotals = (days: PaymentDays) =>
  query(paymentRoutes.totals, { query: moneyOf(days) })
