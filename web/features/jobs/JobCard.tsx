import { formatDay } from '@plumbline/contract/dates.ts'
import type { Job } from '@plumbline/contract/jobs.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { jobReaders, reads } from '@plumbline/contract/readers.ts'
import { useId } from 'react'
import { useMe } from '../../api/me.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { StatusBadge } from '../../ui/Badge.tsx'
import { Card, Facts } from '../../ui/Card.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { Lateness } from './Lateness.tsx'

const clientText = ({ clientName, customerName }: Job) =>
  clientName ? `Client: ${clientName}` : customerName ? `Customer: ${customerName}` : 'No client'

/**
 * A job in a list: status, amount, name, address, progress, dates, and its client, who does not
 * need to read their own name.
 */
export function JobCard({ job }: { job: Job }) {
  const { role } = useMe()
  const showAmount = reads(role, jobReaders.approvedAmount)
  const nameId = useId()
  return (
    <Card
      aria-labelledby={nameId}
      foot={
        <>
          {reads(role, 'crew') && <span className="min-w-0 truncate">{clientText(job)}</span>}
          <Link
            href={paths.job(job.id)}
            aria-describedby={nameId}
            className="action-link no-print ml-auto"
          >
            View Details
          </Link>
        </>
      }
    >
      <div className="flex items-center gap-2">
        <StatusBadge status={job.status} />
        {showAmount && (
          <b className="figures ml-auto font-bold">{formatCents(job.approvedAmount)}</b>
        )}
      </div>
      <div className="min-w-0">
        <h2 id={nameId} className="text-[0.9375rem] leading-snug tracking-tight">
          <Link href={paths.job(job.id)} className="touch-target hover:underline">
            {job.name}
          </Link>
        </h2>
        <p className="text-sm text-ink-2">{job.address}</p>
      </div>
      <Progress value={job.progress} className="mt-auto" />
      <Facts
        items={[
          ['Start', formatDay(job.startDate)],
          [
            'End',
            <>
              {formatDay(job.endDate)}
              <Lateness job={job} />
            </>,
          ],
        ]}
      />
    </Card>
  )
}
