import { billingRoutes } from '@plumbline/contract/billing.ts'
import { pagedQuery, query } from '../../api/query.ts'
import { jobPages } from '../jobs/api.ts'

/** Summary figures for completed jobs. */
export const receivablesQuery = query(billingRoutes.receivables)

/** Completed jobs, paginated. */
export const receivableJobs = jobPages({ status: 'completed' })

/** Revenue from a year's completed jobs. */
export const completionsQuery = (year: string) =>
  query(billingRoutes.completions, { query: { year } })

/** A year's completed jobs, paginated. */
export const completedJobs = (year: string) =>
  pagedQuery(billingRoutes.completedJobs, { query: { year } }, 50)
