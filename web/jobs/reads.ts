import { billingRoutes } from '@plumbline/contract/billing.ts'
import { dashboardRoutes } from '@plumbline/contract/dashboard.ts'
import { type JobStatus, jobRoutes, jobStatuses } from '@plumbline/contract/jobs.ts'
import { pages, query } from '../api/query.ts'
import { subReads } from '../subcontractors/reads.ts'

/** What a change of a job puts out of date. */
export const jobReads = [
  jobRoutes.list,
  jobRoutes.totals,
  jobRoutes.one,
  dashboardRoutes.read,
  billingRoutes.receivables,
  billingRoutes.completions,
  ...subReads,
]

export interface JobWords {
  readonly search?: string
  readonly status?: JobStatus
}

/** The filter in an address; a status that is none is ignored. */
export function jobWords(words: Readonly<Record<string, unknown>>): JobWords {
  const status = jobStatuses.find((known) => known === words.status)
  const search = typeof words.search === 'string' ? words.search.trim() : ''
  return { ...(search && { search }), ...(status && { status }) }
}

/** The filtered jobs, page by page. */
export const jobPages = (words: JobWords) => pages(jobRoutes.list, { query: { ...words } })

/** One job. @throws Error without an id */
export function jobQuery(id: string | undefined) {
  if (!id) throw new Error('Job ID is required')
  return query(jobRoutes.one, { params: { id } })
}

/** The subs on a job. */
export const jobSubs = (jobId: string) => query(jobRoutes.subcontractors, { params: { id: jobId } })

/** What the filtered jobs add up to. */
export const jobTotals = (words: JobWords) => query(jobRoutes.totals, { query: words })
