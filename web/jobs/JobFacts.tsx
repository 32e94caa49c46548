import { formatDay } from '@plumbline/contract/dates.ts'
import type { Job } from '@plumbline/contract/jobs.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { Mail, MapPin, Phone } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { useMe } from '../api/me.ts'
import { Facts, Panel } from '../ui/Card.tsx'
import { Contact } from '../ui/Person.tsx'
import { callUrl, mailUrl, mapsUrl } from './contacts.ts'
import { JobManager } from './JobManager.tsx'
import { JobSubs } from './JobSubs.tsx'
import { Lateness } from './Lateness.tsx'

/** What is known of a job besides its work: times, money, people, notes. */
export function JobFacts({ job }: { job: Job }) {
  const me = useMe()
  return (
    <aside aria-label="About this job" className="grid gap-4 sm:grid-cols-2 xl:grid-cols-1">
      <Part title="Project Timeline">
        <Facts
          items={[
            ['Start Date', formatDay(job.startDate)],
            [
              'End Date',
              <Fragment key="end">
                {formatDay(job.endDate)}
                <Lateness job={job} />
              </Fragment>,
            ],
          ]}
        />
      </Part>
      {me.role !== 'subcontractor' && (
        <Part title="Financial Information">
          <dl>
            <dt className="text-xs text-ink-3">Approved Amount</dt>
            <dd className="figures text-lg font-bold tracking-tight">
              {formatCents(job.approvedAmount)}
            </dd>
          </dl>
        </Part>
      )}
      <Part title="Customer Information">
        <Customer job={job} />
      </Part>
      <JobManager job={job} />
      <JobSubs jobId={job.id} />
      <Part title="Notes">
        <p className={job.notes ? 'whitespace-pre-wrap' : 'text-ink-3'}>
          {job.notes ?? 'No notes'}
        </p>
      </Part>
    </aside>
  )
}

/** One sheet of the column. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Panel role="group" aria-label={title} className="min-w-0 px-4 py-3.5">
      <h2 className="mb-2 text-base">{title}</h2>
      {children}
    </Panel>
  )
}

function Customer({ job }: { job: Job }) {
  const { customerName, customerPhone, customerEmail, customerAddress } = job
  if (!customerName && !customerPhone && !customerEmail && !customerAddress) {
    return <p className="text-ink-3">Not specified</p>
  }
  return (
    <div className="flex flex-col items-start gap-1.5 touch:gap-0">
      {customerName && <p className="font-medium">{customerName}</p>}
      {customerPhone && (
        <Contact icon={Phone} href={callUrl(customerPhone)}>
          {customerPhone}
        </Contact>
      )}
      {customerEmail && (
        <Contact icon={Mail} href={mailUrl(customerEmail)}>
          {customerEmail}
        </Contact>
      )}
      {customerAddress && (
        <Contact icon={MapPin} href={mapsUrl(customerAddress)}>
          {customerAddress}
        </Contact>
      )}
    </div>
  )
}
