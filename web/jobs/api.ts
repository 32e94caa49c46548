import { type JobStatus, jobRoutes } from '@plumbline/contract/jobs.ts'
import { pagedQuery, query } from '../api/query.ts'

export interface JobFilter {
  readonly search?: string | undefined
  readonly status?: JobStatus | undefined
}

/** The filtered jobs, page by page. */
export const jobPages = (filter: JobFilter) => pagedQuery(jobRoutes.list, { query: { ...filter } })

/** One job. @throws Error without an id */
export function jobQuery(id: string | undefined) {
  if (!id) throw new Error('Job ID is required')
  return query(jobRoutes.one, { params: { id } })
}

/** The subs on a job. */
export const jobSubs = (jobId: string) => query(jobRoutes.subcontractors, { params: { id: jobId } })

/** What the filtered jobs add up to. */
export const jobTotals = (filter: JobFilter) => query(jobRoutes.totals, { query: { ...filter } })
