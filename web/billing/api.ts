import { billingRoutes } from '@plumbline/contract/billing.ts'
import { query } from '../api/query.ts'
import { jobPages } from '../jobs/api.ts'

/** The figures over completed jobs. */
export const receivablesQuery = query(billingRoutes.receivables)

/** The completed jobs, page by page. */
export const receivableJobs = jobPages({ status: 'completed' })

/** A year's completed jobs and what they brought. */
export const completionsQuery = (year: string) =>
  query(billingRoutes.completions, { query: { year } })
