import { dayIn, daysBetween } from '@plumbline/contract/dates.ts'
import type { Job } from '@plumbline/contract/jobs.ts'
import { useCompany } from '../../api/company.ts'
import { plural, useNow } from '../../ui/format.ts'

/**
 * The number of days an unfinished job is late, in the time zone of the company. Renders nothing
 * when it is not late.
 */
export function Lateness({ job }: { job: Pick<Job, 'endDate' | 'status'> }) {
  const { timeZone } = useCompany()
  const now = useNow()
  if (!job.endDate || job.status === 'completed') return null
  const days = daysBetween(job.endDate, dayIn(timeZone, now))
  if (days <= 0) return null
  return (
    <span className="block text-sm font-medium text-bad">{plural(days, 'day', 'days')} late</span>
  )
}
