import { formatDay } from '@plumbline/contract/dates.ts'
import type { Job } from '@plumbline/contract/jobs.ts'
import type { ScheduleEntry } from '@plumbline/contract/schedule.ts'
import type { Task } from '@plumbline/contract/tasks.ts'
import { useQuery } from '@tanstack/react-query'
import { useCompany, useSeesSubs } from '../../api/company.ts'
import { useMay } from '../../api/me.ts'
import { fullName } from '../../api/people.ts'
import { PrintedTable } from '../../print/PrintedTable.tsx'
import { dayColumn, type PrintColumn } from '../../print/printout.ts'
import { formatDeadline } from '../../ui/format.ts'
import { statusStyle } from '../../ui/status.ts'
import { jobSchedule } from '../schedule/api.ts'
import { jobTasks } from '../tasks/api.ts'
import { jobSubs } from './api.ts'

/**
 * The job sheet, printed for the site: address, people, dates, tasks and schedule. Because it is
 * passed around, it has no amounts, no private notes and no internal schedule entries, whoever
 * prints it.
 */
export function JobSheet({ job }: { job: Job }) {
  const may = useMay()
  const subs = useQuery(jobSubs(job.id)).data ?? []
  const seesSubs = useSeesSubs()
  const facts = [
    ['Address', job.address],
    ['Status', `${statusStyle(job.status).label}, ${job.progress}%`],
    ['Start Date', formatDay(job.startDate)],
    ['End Date', formatDay(job.endDate)],
    [
      'Customer',
      [job.customerName, job.customerPhone].filter(Boolean).join(', ') || 'Not specified',
    ],
    ['Project Manager', job.projectManagerName ?? 'Not assigned'],
    ...(seesSubs ? [['Subcontractors', subs.map(fullName).join(', ') || 'None yet']] : []),
  ]
  return (
    <article aria-label="Job sheet" className="text-[11pt]">
      <header className="mb-5 flex items-baseline gap-4">
        <h1 className="flex-1 text-xl tracking-tight wrap-anywhere">{job.name}</h1>
        <p className="text-sm">Job sheet</p>
      </header>
      <dl className="mb-6 grid grid-cols-[9rem_1fr] gap-y-1">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-3">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {may('task.list') && <Tasks jobId={job.id} />}
      <Schedule jobId={job.id} />
      {job.notes && (
        <section className="break-inside-avoid">
          <h2 className="mb-1">Notes</h2>
          <p className="wrap-anywhere whitespace-pre-wrap">{job.notes}</p>
        </section>
      )}
    </article>
  )
}

function Tasks({ jobId }: { jobId: string }) {
  const { timeZone } = useCompany()
  const tasks = useQuery(jobTasks(jobId)).data ?? []
  const columns: readonly PrintColumn<Task>[] = [
    { label: 'Done', kind: 'short', text: ({ status }) => (status === 'completed' ? '☑' : '☐') },
    { label: 'Task', share: 2, text: ({ name }) => name },
    { label: 'Assignee', text: ({ assigneeName }) => assigneeName ?? 'Unassigned' },
    { label: 'Due', kind: 'short', text: ({ deadline }) => formatDeadline(deadline, timeZone) },
    { label: 'Status', kind: 'short', text: ({ status }) => statusStyle(status).label },
  ]
  return <SheetTable title="Tasks" columns={columns} rows={tasks} />
}

function Schedule({ jobId }: { jobId: string }) {
  const entries = useQuery(jobSchedule(jobId)).data ?? []
  const columns: readonly PrintColumn<ScheduleEntry>[] = [
    dayColumn('From', ({ startDate }) => startDate),
    dayColumn('To', ({ endDate }) => endDate),
    { label: 'Entry', share: 2, text: ({ title }) => title },
    { label: 'Subcontractor', text: (entry) => entry.assignedSubcontractorName ?? '' },
    { label: 'Status', kind: 'short', text: ({ status }) => statusStyle(status).label },
  ]
  return (
    <SheetTable
      title="Schedule"
      columns={columns}
      rows={entries.filter(({ internal }) => !internal)}
    />
  )
}

interface SheetTableProps<Row> {
  title: string
  columns: readonly PrintColumn<Row>[]
  rows: readonly Row[]
}

function SheetTable<Row>({ title, columns, rows }: SheetTableProps<Row>) {
  if (rows.length === 0) return null
  const cells = rows.map((row) => columns.map(({ text }) => text(row)))
  return (
    <section className="mb-6">
      <h2 className="mb-1">{title}</h2>
      <PrintedTable label={title} heads={columns} rows={cells} totals={[]} />
    </section>
  )
}
