import { type Job, jobRoutes } from '@plumbline/contract/jobs.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import type { Role } from '@plumbline/contract/policy.ts'
import { jobReaders, reads } from '@plumbline/contract/readers.ts'
import { call } from '../../api/call.ts'
import { openFirst } from '../../api/query.ts'
import {
  amountColumn,
  dayColumn,
  describeFilter,
  type PrintColumn,
  type Printout,
  printout,
} from '../../print/printout.ts'
import { statusStyle } from '../../ui/status.ts'
import { customerNameOf, type JobFilter } from './api.ts'
import { endsText } from './FilterChips.tsx'

/** The columns that identify a job. */
export const jobColumns: readonly PrintColumn<Job>[] = [
  { label: 'Job', share: 1.6, text: ({ name }) => name },
  { label: 'Address', share: 1.6, text: ({ address }) => address },
  { label: 'Client', text: customerNameOf },
]

interface Jobs {
  readonly title: string
  /** A description of the filter. */
  readonly filter: string
  readonly rows: readonly Job[]
  /**
   * The role of the reader. Amounts and their total are included only for roles that may read them.
   */
  readonly role: Role
}

/** The printout of jobs. */
export function jobsPrintout({ title, filter, rows, role }: Jobs): Printout {
  const showAmounts = reads(role, jobReaders.approvedAmount)
  const active = rows.filter(({ status }) => status !== 'completed')
  const activeAmount = active.reduce((sum, job) => sum + (job.approvedAmount ?? 0), 0)
  return printout({
    title,
    filter,
    noun: ['job', 'jobs'],
    columns: [
      ...jobColumns,
      { label: 'Status', kind: 'short', text: ({ status }) => statusStyle(status).label },
      {
        label: 'Progress',
        kind: 'figure',
        text: ({ progress }) => `${progress}%`,
        plain: ({ progress }) => String(progress),
      },
      dayColumn<Job>('Start', ({ startDate }) => startDate),
      dayColumn<Job>('End', ({ endDate }) => endDate),
      ...(showAmounts ? [amountColumn<Job>('Amount', ({ approvedAmount }) => approvedAmount)] : []),
    ],
    rows,
    sums: showAmounts ? [`Total Active Approved Amount ${formatCents(activeAmount)}`] : [],
  })
}

/** Loads the filtered jobs and returns their printout. */
export async function printedJobs(title: string, filter: JobFilter, role: Role): Promise<Printout> {
  const rows = await call(jobRoutes.list, { query: openFirst(filter) })
  const filterText = describeFilter('All jobs', [
    ['Status', filter.status && statusStyle(filter.status).label],
    ['Active', filter.active && 'Yes'],
    ['Late', filter.late && 'Yes'],
    ['Ends', filter.endsFrom || filter.endsTo ? endsText(filter.endsFrom, filter.endsTo) : ''],
    ['Search', filter.search],
  ])
  return jobsPrintout({ title, filter: filterText, rows, role })
}
