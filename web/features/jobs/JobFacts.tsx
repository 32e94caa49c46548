import { formatDay } from '@plumbline/contract/dates.ts'
import type { Job } from '@plumbline/contract/jobs.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { jobReaders, markFor, reads } from '@plumbline/contract/readers.ts'
import { FileText, Mail, MapPin, Phone } from 'lucide-react'
import { Fragment } from 'react'
import { useMe } from '../../api/me.ts'
import { paths } from '../../paths.ts'
import { CustomerName } from '../../screens/CustomerName.tsx'
import { Link } from '../../screens/Link.tsx'
import { Facts, TitledPanel } from '../../ui/Card.tsx'
import { Contact, callUrl, mailUrl, mapsUrl } from '../../ui/Person.tsx'
import { phoneText } from '../../ui/phone.ts'
import { ReadersBadge } from '../../ui/ReadersBadge.tsx'
import { JobManager } from './JobPeople.tsx'
import { Lateness } from './Lateness.tsx'

/** The facts about a job: dates, amount, customer, manager and notes. */
export function JobFacts({ job }: { job: Job }) {
  const me = useMe()
  return (
    <aside
      aria-label="About this job"
      className="grid gap-x-8 gap-y-6 sm:grid-cols-2 xl:grid-cols-1"
    >
      <TitledPanel title="Project Timeline">
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
      </TitledPanel>
      {reads(me.role, jobReaders.approvedAmount) && (
        <TitledPanel
          title="Financial Information"
          mark={<ReadersBadge readers={markFor(me.role, jobReaders.approvedAmount)} />}
        >
          <dl>
            <dt className="text-xs text-ink-3">Approved Amount</dt>
            <dd className="figures text-lg font-bold tracking-tight">
              {formatCents(job.approvedAmount)}
            </dd>
          </dl>
          {job.bidId && (
            <p className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1">
              <Link href={paths.bid(job.bidId)} className="action-link gap-1.5 text-sm">
                <FileText aria-hidden className="size-3.5" />
                Bid of this job
              </Link>
              <ReadersBadge readers={jobReaders.bidId} />
            </p>
          )}
        </TitledPanel>
      )}
      <TitledPanel title="Customer Information">
        <Customer job={job} />
      </TitledPanel>
      <JobManager job={job} />
      <TitledPanel title="Notes">
        <p className={job.notes ? 'whitespace-pre-wrap' : 'text-ink-3'}>
          {job.notes ?? 'No notes'}
        </p>
      </TitledPanel>
      {reads(me.role, jobReaders.privateNotes) && (
        <TitledPanel
          title="Private Notes"
          mark={<ReadersBadge readers={jobReaders.privateNotes} />}
        >
          <p className={job.privateNotes ? 'whitespace-pre-wrap wrap-anywhere' : 'text-ink-3'}>
            {job.privateNotes ?? 'No private notes'}
          </p>
        </TitledPanel>
      )}
    </aside>
  )
}

function Customer({ job }: { job: Job }) {
  const { role } = useMe()
  const { customerName, customerPhone, customerEmail, customerAddress } = job
  if (!customerName && !customerPhone && !customerEmail && !customerAddress) {
    return <p className="text-ink-3">Not specified</p>
  }
  return (
    <div className="flex flex-col items-start gap-1.5 touch:gap-0">
      {customerName && (
        <p className="font-medium">
          <CustomerName id={job.customerId}>{customerName}</CustomerName>
        </p>
      )}
      {customerPhone && (
        <Contact icon={Phone} href={callUrl(customerPhone)}>
          {phoneText(customerPhone)}
        </Contact>
      )}
      {customerEmail && (
        <span className="flex max-w-full flex-wrap items-center gap-x-2 gap-y-1">
          <Contact icon={Mail} href={mailUrl(customerEmail)}>
            {customerEmail}
          </Contact>
          <ReadersBadge readers={markFor(role, jobReaders.customerEmail)} />
        </span>
      )}
      {customerAddress && (
        <Contact icon={MapPin} href={mapsUrl(customerAddress)}>
          {customerAddress}
        </Contact>
      )}
    </div>
  )
}
