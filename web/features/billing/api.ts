import { billingRoutes } from '@plumbline/contract/billing.ts'
import { pagedQuery, query } from '../../api/query.ts'
import { jobPages } from '../jobs/api.ts'

/** The figures over completed jobs. */
export const receivablesQuery = query(billingRoutes.receivables)

/** The completed jobs, page by page. */
export const receivableJobs = jobPages({ status: 'completed' })

/** What a year's completed jobs brought. */
export const completionsQuery = (year: string) =>
  query(billingRoutes.completions, { query: { year } })

/** A year's completed jobs, page by page. */
export const completedJobs = (year: string) =>
  pagedQuery(billingRoutes.completedJobs, { query: { year } }, 50)
