import { ageingRoutes } from '@plumbline/contract/ageing.ts'
import { billingRoutes } from '@plumbline/contract/billing.ts'
import { salesTaxRoutes } from '@plumbline/contract/salesTax.ts'
import { pagedQuery, query } from '../../api/query.ts'

/** Summary figures for completed jobs. */
export const receivablesQuery = query(billingRoutes.receivables)

/** The completed jobs with the state of their payment, paginated. */
export const receivableJobs = pagedQuery(billingRoutes.receivableJobs, {})

/** Revenue from a year's completed jobs. */
export const completionsQuery = (year: string) =>
  query(billingRoutes.completions, { query: { year } })

/** A year's completed jobs, paginated. */
export const completedJobs = (year: string) =>
  pagedQuery(billingRoutes.completedJobs, { query: { year } }, 50)

/** The debts of customers by age at the end of a day, today by default. */
export const ageingQuery = (asOf: string | undefined) =>
  query(ageingRoutes.all, { query: asOf === undefined ? {} : { asOf } })

/** The invoices that a customer owes at the end of a day, today by default. */
export const agedInvoices = (customerId: string, asOf: string | undefined) =>
  query(ageingRoutes.ofCustomer, {
    params: { id: customerId },
    query: asOf === undefined ? {} : { asOf },
  })

/** The sales tax of a year by month, this year by default. */
export const salesTaxQuery = (year: string | undefined) =>
  query(salesTaxRoutes.year, { query: year === undefined ? {} : { year } })

/** The documents that the sales tax of a month is the sum of, page by page. */
export const taxDocuments = (month: string) =>
  pagedQuery(salesTaxRoutes.documents, { query: { month } }, 50)
