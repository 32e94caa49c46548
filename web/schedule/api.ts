import { scheduleRoutes } from '@plumbline/contract/schedule.ts'
import { query } from '../api/query.ts'

/** The schedule of a job. */
export const jobSchedule = (jobId: string) => query(scheduleRoutes.ofJob, { params: { id: jobId } })
