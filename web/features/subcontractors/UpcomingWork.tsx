import { formatDay } from '@plumbline/contract/dates.ts'
import type { SubcontractorProfile } from '@plumbline/contract/subcontractors.ts'
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { StatusBadge } from '../../ui/Badge.tsx'
import { Section } from '../../ui/Headings.tsx'
import { DueDate } from '../tasks/DueDate.tsx'

const span = (start: string, end: string) =>
  start === end ? formatDay(start) : `${formatDay(start)} – ${formatDay(end)}`

/** The next bookings of a sub. */
export function Bookings({ sub: { bookings, bookingCount } }: { sub: SubcontractorProfile }) {
  return (
    <Section title="Next Bookings" action={<Shown shown={bookings.length} total={bookingCount} />}>
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
    </Section>
  )
}

/** The open tasks of a sub. */
export function OpenTasks({ sub: { tasks, taskCount } }: { sub: SubcontractorProfile }) {
  return (
    <Section title="Open Tasks" action={<Shown shown={tasks.length} total={taskCount} />}>
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
    </Section>
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
  return (
    <ul>{children.length > 0 ? children : <li className="px-4 py-5 text-ink-2">{empty}</li>}</ul>
  )
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
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 border-t border-line px-4 py-2.5 first:border-t-0">
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
