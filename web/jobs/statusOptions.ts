import { jobStatuses } from '@plumbline/contract/jobs.ts'
import { statusStyle } from '../ui/status.ts'

/** The job statuses as choices. */
export const statusOptions = jobStatuses.map((status) => ({
  value: status,
  label: statusStyle(status).label,
}))
