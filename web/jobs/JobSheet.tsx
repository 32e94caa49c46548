import { dayIn, formatDay } from '@plumbline/contract/dates.ts'
import type { Job } from '@plumbline/contract/jobs.ts'
import { entryReaders, reads } from '@plumbline/contract/readers.ts'
import { useQuery } from '@tanstack/react-query'
import { useCompany } from '../api/company.ts'
import { useMay, useMe } from '../api/me.ts'
import { fullName } from '../people/api.ts'
import { jobSchedule } from '../schedule/api.ts'
import { CompanyLogo } from '../shell/CompanyLogo.tsx'
import { jobTasks } from '../tasks/api.ts'
import { formatDeadline, useNow } from '../ui/format.ts'
import { priorityStyle, statusStyle } from '../ui/status.ts'
import { jobSubs } from './api.ts'

/**
 * The job sheet, printed for the site: address, people, dates, tasks and schedule. It is handed around, so it has no
 * amounts and no private notes, whoever prints it.
 */
export function JobSheet({ job }: { job: Job }) {
  const may = useMay()
  const company = useCompany()
  const now = useNow()
  const subs = useQuery(jobSubs(job.id)).data ?? []
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
    ['Subcontractors', subs.map(fullName).join(', ') || 'None yet'],
  ] as const
  return (
    <article aria-label="Job sheet" className="text-[11pt]">
      <header className="mb-5 flex items-end gap-4 border-b-2 border-ink pb-2">
        <CompanyLogo className="h-12 max-w-64" />
        <h1 className="flex-1 text-xl">{job.name}</h1>
        <p className="text-right text-sm">
          <b className="block">{company.companyName}</b>
          Job sheet, {formatDay(dayIn(company.timeZone, now))}
        </p>
      </header>
      <dl className="mb-6 grid grid-cols-[9rem_1fr] gap-y-1">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-3">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {may('task.list') && <Tasks jobId={job.id} />}
      <Schedule jobId={job.id} />
      {job.notes && (
        <section className="break-inside-avoid">
          <h2 className="mb-1">Notes</h2>
          <p className="whitespace-pre-wrap">{job.notes}</p>
        </section>
      )}
    </article>
  )
}

function Tasks({ jobId }: { jobId: string }) {
  const { timeZone } = useCompany()
  const tasks = useQuery(jobTasks(jobId)).data ?? []
  const rows = tasks.map((task) => ({
    id: task.id,
    cells: {
      Done: task.status === 'completed' ? '☑' : '☐',
      Task: task.name,
      Assignee: task.assigneeName ?? 'Unassigned',
      Due: formatDeadline(task.deadline, timeZone),
      Status: statusStyle(task.status).label,
    },
  }))
  return <SheetTable title="Tasks" rows={rows} />
}

function Schedule({ jobId }: { jobId: string }) {
  const entries = useQuery(jobSchedule(jobId)).data ?? []
  const withPriority = reads(useMe().role, entryReaders.priority)
  const rows = entries.map((entry) => ({
    id: entry.id,
    cells: {
      From: formatDay(entry.startDate),
      To: formatDay(entry.endDate),
      Entry: entry.title,
      Subcontractor: entry.assignedSubcontractorName ?? '',
      ...(withPriority && { Priority: priorityStyle(entry.priority).label }),
      Status: statusStyle(entry.status).label,
    },
  }))
  return <SheetTable title="Schedule" rows={rows} />
}

interface SheetRow {
  readonly id: string
  /** By column heading; every row has the same columns. */
  readonly cells: Readonly<Record<string, string>>
}

function SheetTable({ title, rows }: { title: string; rows: readonly SheetRow[] }) {
  if (!rows[0]) return null
  return (
    <section className="mb-6">
      <h2 className="mb-1">{title}</h2>
      <table aria-label={title} className="w-full border-collapse text-[10pt]">
        <thead>
          <tr className="border-b border-ink text-left">
            {Object.keys(rows[0].cells).map((head) => (
              <th key={head} scope="col" className="py-1 pr-3 font-medium">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, cells }) => (
            <tr key={id} className="break-inside-avoid border-b border-line align-top">
              {Object.entries(cells).map(([head, cell]) => (
                <td key={head} className="py-1 pr-3">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
