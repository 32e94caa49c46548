import { formatDay } from '@plumbline/contract/dates.ts'
import type { SubcontractorProfile } from '@plumbline/contract/subcontractors.ts'
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { StatusBadge } from '../../ui/Badge.tsx'
import { TitledPanel } from '../../ui/Card.tsx'
import { DueDate } from '../tasks/DueDate.tsx'

const span = (start: string, end: string) =>
  start === end ? formatDay(start) : `${formatDay(start)} – ${formatDay(end)}`

/** The next bookings of a sub. */
export function Bookings({ sub: { bookings, bookingCount } }: { sub: SubcontractorProfile }) {
  return (
    <TitledPanel
      title="Next Bookings"
      action={<Shown shown={bookings.length} total={bookingCount} />}
    >
      <Rows empty="No upcoming bookings">
        {bookings.map((entry) => (
          <Row
            key={entry.id}
            href={paths.job(entry.jobId)}
            title={entry.title}
            jobName={entry.jobName}
            status={entry.status}
          >
            <p className="figures text-sm text-ink-2">{span(entry.startDate, entry.endDate)}</p>
          </Row>
        ))}
      </Rows>
    </TitledPanel>
  )
}

/** The open tasks of a sub. */
export function OpenTasks({ sub: { tasks, taskCount } }: { sub: SubcontractorProfile }) {
  return (
    <TitledPanel title="Open Tasks" action={<Shown shown={tasks.length} total={taskCount} />}>
      <Rows empty="No open tasks">
        {tasks.map((task) => (
          <Row
            key={task.id}
            href={paths.job(task.jobId, { task: task.id })}
            title={task.name}
            jobName={task.jobName}
            status={task.status}
          >
            <DueDate deadline={task.deadline} done={false} />
          </Row>
        ))}
      </Rows>
    </TitledPanel>
  )
}

function Shown({ shown, total }: { shown: number; total: number }) {
  if (shown >= total) return null
  return (
    <span className="figures text-sm text-ink-2">
      {shown} of {total.toLocaleString('en-US')}
    </span>
  )
}

function Rows({ empty, children }: { empty: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return <p className="text-ink-2">{empty}</p>
  return <ul className="open-rows -mt-2.5">{children}</ul>
}

interface RowProps {
  href: string
  title: string
  jobName: string
  status: string
  /** The dates of the work. */
  children: ReactNode
}

function Row({ href, title, jobName, status, children }: RowProps) {
  return (
    <li className="open-row flex flex-wrap items-center gap-x-4 gap-y-1.5 py-2.5">
      <div className="min-w-44 flex-1 max-sm:basis-full">
        <Link
          href={href}
          className="font-medium wrap-anywhere hover:underline touch:inline-block touch:py-3"
        >
          {title}
        </Link>
        <p className="text-sm text-ink-2">{jobName}</p>
      </div>
      {children}
      <StatusBadge status={status} />
    </li>
  )
}
