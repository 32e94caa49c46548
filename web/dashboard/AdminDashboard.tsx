import type { Attention, Dashboard } from '@plumbline/contract/dashboard.ts'
import { formatDay } from '@plumbline/contract/dates.ts'
import type { Job } from '@plumbline/contract/jobs.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { BriefcaseBusiness, Plus } from 'lucide-react'
import { Suspense, useId } from 'react'
import { Lateness } from '../jobs/Lateness.tsx'
import { paths } from '../paths.ts'
import { type AttentionItem, AttentionLine, Link } from '../shell/Link.tsx'
import { StatusBadge } from '../ui/Badge.tsx'
import { buttonVariants } from '../ui/Button.tsx'
import { EmptyState, Panel } from '../ui/Card.tsx'
import { Figures } from '../ui/Figures.tsx'
import { plural } from '../ui/format.ts'
import { ScreenHeader, SectionHeader } from '../ui/Headings.tsx'
import { Skeleton } from '../ui/Loading.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { Progress } from '../ui/Progress.tsx'

const Checklist = lazyPart(() => import('./Checklist.tsx'))
const ScheduleAttention = lazyPart(() => import('../schedule/ScheduleAttention.tsx'))

/** The figures over all jobs, what needs attention, and the newest jobs. */
export function AdminDashboard({ figures }: { figures: Extract<Dashboard, { role: 'admin' }> }) {
  const isEmpty = figures.totalJobs === 0
  const checklist = figures.checklist && (
    <Suspense fallback={<Skeleton className="mt-7 h-92 w-full rounded-m" />}>
      <Checklist checklist={figures.checklist} />
    </Suspense>
  )
  return (
    <>
      <ScreenHeader title="Dashboard">
        <Link
          href={paths.jobs()}
          // Without a job, the way to the first one stands out.
          className={buttonVariants({ variant: isEmpty ? 'default' : 'primary' })}
        >
          <Plus aria-hidden />
          New Job
        </Link>
      </ScreenHeader>
      {isEmpty && checklist && <div className="-mt-6 mb-7 touch:-mt-4">{checklist}</div>}
      <Figures
        lead={{ label: 'Total Approved Amount', value: formatCents(figures.totalApprovedAmount) }}
        items={[
          { label: 'Active Jobs', value: figures.activeJobs.toLocaleString('en-US') },
          { label: 'Completed', value: figures.completedJobs.toLocaleString('en-US') },
          { label: 'Total Jobs', value: figures.totalJobs.toLocaleString('en-US') },
          { label: 'On Hold', value: figures.onHoldJobs.toLocaleString('en-US') },
        ]}
      />
      {!isEmpty && checklist}
      <div className="min-[88rem]:grid min-[88rem]:grid-cols-[minmax(0,1fr)_auto]">
        <div className="min-[88rem]:order-last min-[88rem]:ml-6 min-[88rem]:w-85 min-[88rem]:empty:hidden">
          <NeedsAttention attention={figures.attention} />
          <Suspense>
            <ScheduleAttention />
          </Suspense>
        </div>
        <section aria-label="Recent Jobs">
          <SectionHeader title="Recent Jobs">
            {figures.recentJobs.length > 0 && <Link href={paths.jobs()}>All jobs</Link>}
          </SectionHeader>
          {figures.recentJobs.length > 0 ? (
            <Panel>
              <ul>
                {figures.recentJobs.map((job) => (
                  <RecentJob key={job.id} job={job} />
                ))}
              </ul>
            </Panel>
          ) : (
            <EmptyState
              icon={BriefcaseBusiness}
              title="No jobs yet"
              text="Create your first job to get started"
              action={
                <Link href={paths.jobs()} className={buttonVariants({ variant: 'primary' })}>
                  Create Job
                </Link>
              }
            />
          )}
        </section>
      </div>
    </>
  )
}

function RecentJob({ job }: { job: Job }) {
  const nameId = useId()
  return (
    <li className="grid items-center gap-x-4 gap-y-1.5 border-t border-line px-4 py-3 first:border-t-0 max-md:grid-cols-[minmax(0,1fr)_auto] md:grid-cols-[minmax(0,1fr)_6.5rem_9rem_9.5rem_auto] md:hover:bg-sunken/50">
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

/** One line for each thing that needs attention, the most urgent first. */
function linesOf({ lateJobs, overdueTasks, followUps }: Attention): AttentionItem[] {
  const lines: AttentionItem[] = lateJobs.first.map(({ id, name, address, daysLate }) => ({
    href: paths.job(id),
    title: `${name} is ${plural(daysLate, 'day', 'days')} late`,
    text: address,
    isUrgent: true,
  }))
  const moreLate = lateJobs.count - lateJobs.first.length
  if (moreLate > 0)
    lines.push({
      href: paths.jobs({ late: 'true' }),
      title: `${plural(moreLate, 'more job is', 'more jobs are')} late`,
      text: 'Past the end date',
      isUrgent: true,
    })
  if (overdueTasks > 0)
    lines.push({
      href: paths.tasks({ overdue: 'true' }),
      title: `${plural(overdueTasks, 'task is', 'tasks are')} overdue`,
      text: 'Past the deadline and not completed',
      isUrgent: true,
    })
  for (const { id, name, estimatedAmount, followUpDate } of followUps.first)
    lines.push({
      href: paths.bid(id),
      title: `Bid follow-up due: ${name}`,
      text: `${estimatedAmount === null ? 'Amount not specified' : formatCents(estimatedAmount)}, for ${formatDay(followUpDate)}`,
    })
  const moreBids = followUps.count - followUps.first.length
  if (moreBids > 0)
    lines.push({
      href: paths.pendingBids({ followUpDue: 'true' }),
      title: `${plural(moreBids, 'more bid is due', 'more bids are due')} for follow-up`,
      text: 'Due today or earlier',
    })
  return lines
}

/** What needs the contractor's attention; nothing is shown when nothing does. */
function NeedsAttention({ attention }: { attention: Attention }) {
  const lines = linesOf(attention)
  if (lines.length === 0) return null
  return (
    <section aria-label="Needs attention">
      <SectionHeader title="Needs attention" />
      <Panel>
        <ul>
          {lines.map((line) => (
            <AttentionLine key={`${line.href} ${line.title}`} {...line} />
          ))}
        </ul>
      </Panel>
    </section>
  )
}
