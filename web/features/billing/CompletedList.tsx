import { formatDay } from '@plumbline/contract/dates.ts'
import type { Job } from '@plumbline/contract/jobs.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { useId } from 'react'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Panel } from '../../ui/Card.tsx'
import { customerNameOf } from '../jobs/api.ts'

interface CompletedListProps {
  jobs: readonly Job[]
  /** The text of the payment badge, the same for every job. */
  label: string
  paid?: boolean
}

/** Completed jobs as a ledger: job, client, end date, amount and payment. */
export function CompletedList({ jobs, label, paid = false }: CompletedListProps) {
  return (
    <Panel className="@container">
      <ul>
        {jobs.map((job) => (
          <CompletedJob key={job.id} job={job} label={label} paid={paid} />
        ))}
      </ul>
    </Panel>
  )
}

function CompletedJob({ job, label, paid }: { job: Job; label: string; paid: boolean }) {
  const nameId = useId()
  return (
    <li className="grid items-center gap-x-3 gap-y-2 @4xl:gap-x-5 border-t border-line px-4 py-3 first:border-t-0 @max-2xl:grid-cols-[minmax(0,1fr)_auto] @2xl:grid-cols-[minmax(0,8fr)_minmax(0,5fr)_6.5rem_7.5rem_8.5rem_auto] @2xl:hover:bg-sunken/50 print:grid-cols-[minmax(0,1fr)_minmax(0,8rem)_6rem_7rem_8.5rem]! print:break-inside-avoid">
      <div className="min-w-0 @max-2xl:col-span-2 print:col-span-1!">
        <h2 id={nameId} className="text-base font-medium">
          {job.name}
        </h2>
        <p className="text-sm text-ink-2">{job.address || 'No address'}</p>
      </div>
      <p className="min-w-0 text-ink-2 @max-2xl:col-span-2 @max-2xl:-mt-1 @max-2xl:text-sm print:text-base! print:col-span-1! print:mt-0!">
        {customerNameOf(job) || 'No client'}
      </p>
      <p className="figures text-ink-2">{formatDay(job.endDate)}</p>
      <p className="figures text-right font-bold">{formatCents(job.approvedAmount)}</p>
      <div>
        <Badge
          variant={paid ? 'default' : 'outline'}
          tone={paid ? 'good' : 'warn'}
          mark={paid ? 'dot' : 'half'}
        >
          {label}
        </Badge>
      </div>
      <Link
        href={paths.job(job.id)}
        aria-describedby={nameId}
        className="action-link no-print text-sm @max-2xl:justify-self-end"
      >
        View Details
      </Link>
    </li>
  )
}
