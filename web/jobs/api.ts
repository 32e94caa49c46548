import { type Job, type JobStatus, jobRoutes } from '@plumbline/contract/jobs.ts'
import { Briefcase } from 'lucide-react'
import { pagedQuery, query } from '../api/query.ts'
import { paths } from '../paths.ts'
import type { CommandSource } from '../shell/commands.ts'

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

/** Whose job it is: the client who signs in, or else the customer as written down; empty where neither is known. */
export const jobFor = ({ clientName, customerName }: Job) => clientName ?? customerName ?? ''

/** The subs on a job. */
export const jobSubs = (jobId: string) => query(jobRoutes.subcontractors, { params: { id: jobId } })

/** What the filtered jobs add up to. */
export const jobTotals = (filter: JobFilter) => query(jobRoutes.totals, { query: { ...filter } })

/** Jobs by name, address, customer or phone number. */
export const jobCommands: CommandSource = {
  heading: 'Jobs',
  from: 1,
  find: async (word, { client }) => {
    const jobs = await client.query(query(jobRoutes.list, { query: { search: word, limit: '8' } }))
    return jobs.map((job) => ({
      id: job.id,
      label: job.name,
      detail: [jobFor(job), job.address].filter(Boolean).join(', '),
      icon: Briefcase,
      href: paths.job(job.id),
    }))
  },
}
