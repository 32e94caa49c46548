import { dashboardRoutes } from '@plumbline/contract/dashboard.ts'
import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { scheduleRoutes } from '@plumbline/contract/schedule.ts'
import { query } from '../api/query.ts'
import { subReads } from '../subcontractors/api.ts'

/** What a change of an entry puts out of date; a sub may be new on the job. */
export const entryReads = [
  scheduleRoutes.ofJob,
  scheduleRoutes.list,
  scheduleRoutes.changes,
  jobRoutes.subcontractors,
  ...subReads,
  dashboardRoutes.read,
]

/** The schedule of a job. */
export const jobSchedule = (jobId: string) => query(scheduleRoutes.ofJob, { params: { id: jobId } })
