import { type Job, jobRoutes } from '@plumbline/contract/jobs.ts'
import type { z } from 'zod'
import { pagedQuery, query, TABLE_PAGE } from '../../api/query.ts'

type JobQuery = Readonly<z.input<typeof jobRoutes.list.query>>
/** What a list of jobs is narrowed and sorted by. */
export type JobFilter = Omit<JobQuery, 'limit' | 'after'>

/** The filtered jobs, page by page, as cards or as a table. */
export const jobPages = (filter: JobFilter, view?: 'table') =>
  pagedQuery(jobRoutes.list, { query: { ...filter } }, view && TABLE_PAGE)

/** Whose job it is: the client who signs in, or else the customer as written down; empty where neither is known. */
export const jobFor = ({ clientName, customerName }: Job) => clientName ?? customerName ?? ''

/** The subs on a job. */
export const jobSubs = (jobId: string) => query(jobRoutes.subcontractors, { params: { id: jobId } })

/** What the filtered jobs add up to, in whatever order. */
export const jobTotals = ({ sort: _, ...filter }: JobFilter) =>
  query(jobRoutes.totals, { query: filter })
