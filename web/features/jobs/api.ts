import { formatDay, formatSpan } from '@plumbline/contract/dates.ts'
import { type Job, jobRoutes } from '@plumbline/contract/jobs.ts'
import type { z } from 'zod'
import { openFirst, pagedQuery, query, TABLE_PAGE } from '../../api/query.ts'

type JobQuery = Readonly<z.input<typeof jobRoutes.list.query>>
/** The filter and the order of a list of jobs. */
export type JobFilter = Omit<JobQuery, 'limit' | 'after'>

/** The filtered jobs, page by page, as cards or as a table. */
export const jobPages = (filter: JobFilter, view?: 'table') =>
  pagedQuery(jobRoutes.list, { query: openFirst(filter) }, view && TABLE_PAGE)

/** The name of the client, or else of the customer, of a job. Empty when neither is known. */
export const customerNameOf = ({ clientName, customerName }: Job) =>
  clientName ?? customerName ?? ''

/** The planned period of a job as text, or null when neither date is set. */
export function daysOf({ startDate, endDate }: Job): string | null {
  if (startDate && endDate) return formatSpan(startDate, endDate)
  if (startDate) return `From ${formatDay(startDate)}`
  return endDate && `Until ${formatDay(endDate)}`
}

/** The subs on a job. */
export const jobSubs = (jobId: string) => query(jobRoutes.subcontractors, { params: { id: jobId } })

/** The totals of the filtered jobs, regardless of their order. */
export const jobTotals = ({ sort: _, ...filter }: JobFilter) =>
  query(jobRoutes.totals, { query: filter })
