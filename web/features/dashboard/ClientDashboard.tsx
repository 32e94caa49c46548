import type { Dashboard } from '@plumbline/contract/dashboard.ts'
import { formatDay } from '@plumbline/contract/dates.ts'
import type { Job } from '@plumbline/contract/jobs.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { FolderOpen } from 'lucide-react'
import { useId } from 'react'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { StatusBadge } from '../../ui/Badge.tsx'
import { Card, EmptyState, Facts } from '../../ui/Card.tsx'
import { ScreenHeader } from '../../ui/Headings.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { Decisions } from './Decisions.tsx'
import { LeadProject } from './LeadProject.tsx'
import { RecentUpdates } from './RecentUpdates.tsx'

// Beside what every client loads.
const Unpaid = lazyPart(async () => ({ default: (await import('./Unpaid.tsx')).Unpaid }))

type ClientFigures = Extract<Dashboard, { role: 'client' }>

/** A client's decisions, their projects, the lead project first, and their latest updates. */
export function ClientDashboard({ figures }: { figures: ClientFigures }) {
  const lead = figures.jobs.find(({ id }) => id === figures.lead?.jobId)
  const others = figures.jobs.filter((job) => job !== lead)
  return (
    <>
      <ScreenHeader title="My Projects">
        <Link href={paths.invoices()} className="action-link no-print">
          Invoices
        </Link>
      </ScreenHeader>
      <Decisions decisions={figures.decisions} />
      {figures.unpaid.length > 0 && <Unpaid figures={figures} />}
      <div className="grid items-start gap-x-5.5 gap-y-7 lg:grid-cols-[minmax(0,1fr)_21rem]">
        {figures.jobs.length > 0 ? (
          <div className="flex flex-col gap-7">
            {lead && figures.lead && <LeadProject job={lead} lead={figures.lead} />}
            <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(20rem,100%),1fr))] gap-3.5 empty:hidden">
              {others.map((job) => (
                <li key={job.id} className="grid grid-cols-1">
                  <Project job={job} />
                </li>
              ))}
            </ul>
            {figures.jobCount > figures.jobs.length && (
              <Link href={paths.jobs()} className="action-link no-print mt-3.5">
                See all {figures.jobCount.toLocaleString('en-US')} projects
              </Link>
            )}
          </div>
        ) : (
          <EmptyState
            icon={FolderOpen}
            title="No projects yet"
            text="Your contractor will create projects for you"
          />
        )}
        <RecentUpdates updates={figures.recentUpdates} />
      </div>
    </>
  )
}

function Project({ job }: { job: Job }) {
  const nameId = useId()
  return (
    <Card
      aria-labelledby={nameId}
      foot={
        <Link
          href={paths.job(job.id)}
          aria-describedby={nameId}
          className="action-link no-print ml-auto"
        >
          View Details
        </Link>
      }
    >
      <div>
        <StatusBadge status={job.status} />
      </div>
      <div className="min-w-0">
        <h2 id={nameId} className="text-[0.9375rem] leading-snug tracking-tight">
          {job.name}
        </h2>
        <p className="text-sm text-ink-2">{job.address}</p>
      </div>
      <div className="mt-auto">
        <span className="text-xs text-ink-3">Progress</span>
        <Progress value={job.progress} />
      </div>
      <Facts
        items={[
          ['Start', formatDay(job.startDate)],
          ['End', formatDay(job.endDate)],
          ...(job.approvedAmount ? [['Cost', formatCents(job.approvedAmount)] as const] : []),
        ]}
      />
    </Card>
  )
}
