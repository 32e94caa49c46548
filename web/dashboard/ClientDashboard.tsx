import type { Dashboard } from '@plumbline/contract/dashboard.ts'
import { formatDay, shortDay } from '@plumbline/contract/dates.ts'
import type { Job } from '@plumbline/contract/jobs.ts'
import { FolderOpen } from 'lucide-react'
import { useId } from 'react'
import { useCompany } from '../api/company.ts'
import { paths } from '../paths.ts'
import { Link } from '../shell/Link.tsx'
import { StatusBadge } from '../ui/Badge.tsx'
import { Card, EmptyState, Facts, Panel } from '../ui/Card.tsx'
import { formatMoment, plural } from '../ui/format.ts'
import { ScreenHeader } from '../ui/Headings.tsx'
import { Progress } from '../ui/Progress.tsx'

type ClientFigures = Extract<Dashboard, { role: 'client' }>
type Update = ClientFigures['recentUpdates'][number]

/** A client's projects and the latest events on them. */
export function ClientDashboard({ figures }: { figures: ClientFigures }) {
  return (
    <>
      <ScreenHeader title="My Projects" />
      <div className="grid items-start gap-x-5.5 gap-y-7 lg:grid-cols-[minmax(0,1fr)_21rem]">
        {figures.jobs.length > 0 ? (
          <div>
            <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(20rem,100%),1fr))] gap-3.5">
              {figures.jobs.map((job) => (
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
        ]}
      />
    </Card>
  )
}

function RecentUpdates({ updates }: { updates: ClientFigures['recentUpdates'] }) {
  const { timeZone } = useCompany()
  return (
    <section aria-labelledby="updates">
      <h2 id="updates" className="mb-2.5">
        Recent Updates
      </h2>
      <Panel>
        <div className="px-4 py-3">
          <h3 className="font-medium">Project status updated</h3>
          <p className="text-sm text-ink-2">Check your project dashboard for the latest progress</p>
        </div>
        <ul>
          {updates.map((update) => (
            <li key={update.id} className="border-t border-line px-4 py-3">
              <p className="font-medium">{updateText(update)}</p>
              <p className="text-sm text-ink-2">
                <Link href={paths.job(update.jobId)} className="hover:text-ink hover:underline">
                  {update.jobName}
                </Link>{' '}
                · {formatMoment(update.createdAt, timeZone)}
              </p>
            </li>
          ))}
        </ul>
      </Panel>
    </section>
  )
}

const dayOf = (value: unknown) => (typeof value === 'string' ? formatDay(value) : undefined)

/** What happened on a client's job, in a few words. */
export function updateText({ name, detail }: Pick<Update, 'name' | 'detail'>): string {
  const [start, end] = [dayOf(detail?.startDate), dayOf(detail?.endDate)]
  switch (name) {
    case 'photo.created':
      return 'A photo was added'
    case 'update.sent':
      return `Weekly update of ${shortDay(String(detail?.week))}`
    case 'schedule.finished':
      return `${detail?.title ?? 'Work'} is finished`
    case 'schedule.dates':
      return `${detail?.title ?? 'Work'} is now planned for ${start === end ? start : `${start} to ${end}`}`
    case 'schedule.moved':
      return `${plural(Number(detail?.entries), 'date', 'dates')} moved, the finish is now ${dayOf(detail?.finish)}`
    case 'job.progress':
      return `Progress is now ${detail?.progress ?? 0}%`
    case 'job.dates':
      if (start && end) return `Dates are now ${start} to ${end}`
      if (start) return `Start date is now ${start}`
      return end ? `End date is now ${end}` : 'Dates changed'
    default:
      return 'Project updated'
  }
}
