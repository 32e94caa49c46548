import { jobStatuses } from '@plumbline/contract/jobs.ts'
import { statusLook } from '../ui/status.ts'

/** The job statuses as choices. */
export const statusOptions = jobStatuses.map((status) => ({
  value: status,
  label: statusLook(status).label,
}))
