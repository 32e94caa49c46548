import type { Dashboard } from '@plumbline/contract/dashboard.ts'
import { formatDay } from '@plumbline/contract/dates.ts'
import type { Job } from '@plumbline/contract/jobs.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { useRouter } from '@tanstack/react-router'
import { BriefcaseBusiness, Plus } from 'lucide-react'
import { type MouseEvent, type ReactNode, useId } from 'react'
import { paths } from '../../paths.ts'
import { longDay, useToday } from '../../screens/days.ts'
import { Link } from '../../screens/Link.tsx'
import { StatusBadge } from '../../ui/Badge.tsx'
import { buttonVariants } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/Card.tsx'
import { FigureLine } from '../../ui/Figures.tsx'
import { ScreenHeader } from '../../ui/Headings.tsx'
import { Skeleton } from '../../ui/Loading.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { Lateness } from '../jobs/Lateness.tsx'
import { HomeSection } from './HomeSection.tsx'
import { NeedsAttention } from './NeedsAttention.tsx'

const Checklist = lazyPart(
  () => import('./Checklist.tsx'),
  () => <Skeleton className="mt-7 h-92 w-full rounded-m" />,
)
const ThisWeek = lazyPart(
  () => import('./ThisWeek.tsx'),
  () => <Skeleton className="mt-7 h-60 w-full rounded-m" />,
)
const Appointments = lazyPart(() => import('./Appointments.tsx'))
const OwedByAge = lazyPart(() => import('./OwedByAge.tsx'))
const UnreadMessages = lazyPart(() => import('./UnreadMessages.tsx'))
const NewestPhotos = lazyPart(() => import('./NewestPhotos.tsx'))

const count = (value: number) => value.toLocaleString('en-US')

/**
 * The office dashboard: figures across all jobs, items that need attention, this week's work, the
 * next appointments, what is owed, unread messages, new photos, and recent jobs.
 */
export function AdminDashboard({ figures }: { figures: Extract<Dashboard, { role: 'admin' }> }) {
  const isEmpty = figures.totalJobs === 0
  const today = useToday()
  const checklist = figures.checklist && <Checklist checklist={figures.checklist} />
  return (
    <>
      <ScreenHeader
        title="Dashboard"
        {...(!isEmpty && { text: <span className="figures">{longDay(today)}</span> })}
      >
        {/* With no jobs yet, the empty state below has the primary button. */}
        <NewJobLink variant={isEmpty ? 'default' : 'primary'}>
          <Plus aria-hidden />
          New Job
        </NewJobLink>
      </ScreenHeader>
      {isEmpty && checklist && <div className="-mt-6 mb-7 touch:-mt-4">{checklist}</div>}
      <FigureLine
        items={[
          ['Total Approved Amount', formatCents(figures.totalApprovedAmount)],
          ['Active Jobs', count(figures.activeJobs)],
          ['Completed', count(figures.completedJobs)],
          ['Total Jobs', count(figures.totalJobs)],
          ['On Hold', count(figures.onHoldJobs)],
        ]}
      />
      {!isEmpty && checklist}
      <div className="min-[88rem]:grid min-[88rem]:grid-cols-[minmax(0,1fr)_20rem] min-[88rem]:grid-rows-[auto_1fr] min-[88rem]:gap-x-9">
        <div className="min-w-0">
          <NeedsAttention isEmpty={isEmpty} />
          {!isEmpty && <ThisWeek />}
          {!isEmpty && <Appointments />}
        </div>
        {!isEmpty && (
          <div className="gap-x-9 min-[88rem]:col-start-2 min-[88rem]:row-span-2 min-[88rem]:row-start-1 md:max-[88rem]:grid md:max-[88rem]:grid-cols-2">
            <OwedByAge />
            <UnreadMessages />
            <NewestPhotos />
          </div>
        )}
        <HomeSection
          title="Recent Jobs"
          end={
            figures.recentJobs.length > 0 && (
              <Link href={paths.jobs()} className="action-link">
                All jobs
              </Link>
            )
          }
        >
          {figures.recentJobs.length > 0 ? (
            <ul className="open-rows">
              {figures.recentJobs.map((job) => (
                <RecentJob key={job.id} job={job} />
              ))}
            </ul>
          ) : (
            <div className="mt-4">
              <EmptyState
                icon={BriefcaseBusiness}
                title="No jobs yet"
                text="Create your first job to get started"
                action={<NewJobLink variant="primary">Create Job</NewJobLink>}
              />
            </div>
          )}
        </HomeSection>
      </div>
    </>
  )
}

/** A link to the jobs. Followed in this tab, it opens the form there, too. */
function NewJobLink({
  variant,
  children,
}: {
  variant: 'default' | 'primary'
  children: ReactNode
}) {
  const router = useRouter()
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    void router.navigate({ href: paths.jobs({ new: 'job' }) })
  }
  return (
    <Link href={paths.jobs()} onClick={open} className={buttonVariants({ variant })}>
      {children}
    </Link>
  )
}

function RecentJob({ job }: { job: Job }) {
  const nameId = useId()
  return (
    <li className="open-row grid items-center gap-x-4 gap-y-1.5 py-2.5 max-md:grid-cols-[minmax(0,1fr)_auto] md:grid-cols-[minmax(0,1fr)_6.5rem_9rem_9.5rem_auto]">
      <div className="min-w-0">
        <h3 id={nameId} className="font-medium md:truncate">
          {job.name}
        </h3>
        <p className="text-sm text-ink-2 md:truncate">{job.address || 'No address'}</p>
      </div>
      <div className="max-md:self-start max-md:justify-self-end">
        <StatusBadge status={job.status} />
      </div>
      <Progress value={job.progress} className="max-md:col-span-2" />
      <div className="figures text-ink-2">
        Due: {formatDay(job.endDate)}
        <Lateness job={job} />
      </div>
      <Link
        href={paths.job(job.id)}
        aria-describedby={nameId}
        className="action-link no-print justify-self-end text-sm"
      >
        View Details
      </Link>
    </li>
  )
}
