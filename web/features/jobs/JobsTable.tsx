import { formatDay } from '@plumbline/contract/dates.ts'
import { type Job, jobRoutes, jobStatuses, MAX_JOBS_CHANGED } from '@plumbline/contract/jobs.ts'
import { MAX_MESSAGE_JOBS } from '@plumbline/contract/messages.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { CircleDot, MessageSquare, UserRound } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useMe } from '../../api/me.ts'
import { paths } from '../../paths.ts'
import { ExportSelected } from '../../print/ExportSelected.tsx'
import { Link } from '../../screens/Link.tsx'
import { NameCell } from '../../screens/NameCell.tsx'
import { useSetSearch } from '../../screens/screen.ts'
import { TableColumns } from '../../screens/TableColumns.tsx'
import { useTableSelection } from '../../screens/useTableSelection.ts'
import { plural } from '../../ui/format.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { StatusWord } from '../../ui/StatusWord.tsx'
import { statusStyle } from '../../ui/status.ts'
import { shownColumns, useRoom } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { ChangeButton, SelectionBar } from '../../ui/table/SelectionBar.tsx'
import { TableSums } from '../../ui/table/TableSums.tsx'
import type { Column } from '../../ui/table/tableProps.ts'
import { customerNameOf, type JobFilter, jobTotals } from './api.ts'
import { Lateness } from './Lateness.tsx'
import { CurrentEntries, NowOrNext } from './NowOrNext.tsx'
import { parseOrder } from './orders.ts'

const BulkChange = lazyPart(() => import('./BulkChange.tsx'))
const MessageJobs = lazyPart(() => import('./MessageJobs.tsx'))

interface JobsTableProps {
  filter: JobFilter
  /** The keys of the chosen columns, or undefined for the default ones. */
  columns: string | undefined
  /** The loaded jobs, in the order of the filter. */
  jobs: readonly Job[]
  total: number
  busy: boolean
  /** Called with whether any jobs are selected, in which case the selection bar is shown. */
  onChoosing: (isChoosing: boolean) => void
}

/**
 * The filtered jobs as a table with sorting, totals, selection and export. For admins on a wide
 * screen.
 */
export default function JobsTable({
  filter,
  columns: keys,
  jobs,
  total,
  busy,
  onChoosing,
}: JobsTableProps) {
  const { role } = useMe()
  const router = useRouter()
  const setSearch = useSetSearch<JobFilter>()
  const shown = shownColumns(columns, keys, useRoom())
  const [changing, setChanging] = useState<'status' | 'projectManagerId' | 'message' | null>(null)
  const choice = useTableSelection({
    rows: jobs,
    total,
    readAll: () => call(jobRoutes.list, { query: { ...filter } }),
    onChoosing,
  })
  const chosen = choice.selection.rows
  const change = { count: chosen.length, most: MAX_JOBS_CHANGED, noun: 'jobs' }
  const dialog = { jobs: chosen, onClose: () => setChanging(null) }
  return (
    <CurrentEntries jobs={jobs} enabled={shown.some(({ key }) => key === 'now')}>
      <DataTable
        label="Jobs"
        columns={shown}
        rows={jobs}
        total={total}
        nameOf={({ name }) => name}
        sorting={filter.sort}
        onSort={(sort) => setSearch({ sort: parseOrder(sort) })}
        onOpen={({ id }) => void router.navigate({ href: paths.job(id) })}
        selection={choice.selection}
        onSelectAll={choice.onSelectAll}
        busy={busy || choice.isReadingAll}
        foot={<Sums filter={filter} />}
      />
      {choice.isChoosing && (
        <SelectionBar
          count={chosen.length}
          sum={formatCents(chosen.reduce((sum, job) => sum + (job.approvedAmount ?? 0), 0))}
          onClear={choice.selection.clear}
        >
          <ChangeButton {...change} onClick={() => setChanging('status')}>
            <CircleDot aria-hidden />
            Status
          </ChangeButton>
          <ChangeButton {...change} onClick={() => setChanging('projectManagerId')}>
            <UserRound aria-hidden />
            Manager
          </ChangeButton>
          <ChangeButton
            {...change}
            most={MAX_MESSAGE_JOBS}
            purpose="write to them"
            onClick={() => setChanging('message')}
          >
            <MessageSquare aria-hidden />
            Message
          </ChangeButton>
          <ExportSelected
            fileName="jobs"
            read={async () => {
              const { jobsPrintout } = await import('./printed.ts')
              return jobsPrintout({ title: 'Jobs', filter: 'Selected jobs', rows: chosen, role })
            }}
          />
        </SelectionBar>
      )}
      {choice.isChoosing && changing === 'message' && <MessageJobs {...dialog} />}
      {choice.isChoosing && changing && changing !== 'message' && (
        <BulkChange field={changing} {...dialog} />
      )}
    </CurrentEntries>
  )
}

/** Chooses the columns of the jobs table. */
export function JobColumns({ columns: chosen }: Pick<JobsTableProps, 'columns'>) {
  return <TableColumns columns={columns} chosen={chosen} />
}

const columns: readonly Column<Job>[] = [
  {
    label: 'Job',
    width: 'minmax(9rem,2.2fr)',
    sort: 'name',
    cell: ({ id, name, address }) => <NameCell href={paths.job(id)} name={name} detail={address} />,
  },
  {
    label: 'Client',
    key: 'client',
    width: 'minmax(5rem,1.3fr)',
    cell: (job) => <span className="block truncate">{customerNameOf(job)}</span>,
  },
  {
    label: 'Status',
    key: 'status',
    width: '6.25rem',
    sort: 'status',
    cell: ({ status }) => <StatusWord status={status} />,
  },
  {
    label: 'Progress',
    key: 'progress',
    width: 'minmax(6rem,8rem)',
    sort: 'progress',
    cell: ({ progress }) => <Progress value={progress} />,
  },
  {
    label: 'Now or next',
    key: 'now',
    when: 'wide',
    width: 'minmax(6rem,1.4fr)',
    cell: ({ id }) => <NowOrNext jobId={id} />,
  },
  {
    label: 'Manager',
    key: 'manager',
    when: 'chosen',
    width: 'minmax(5rem,1fr)',
    cell: ({ projectManagerName }) => (
      <span className="block truncate text-ink-2">{projectManagerName ?? 'None'}</span>
    ),
  },
  {
    label: 'Start',
    key: 'start',
    when: 'wide',
    width: '5.5rem',
    sort: 'start',
    cell: ({ startDate }) => <span className="text-ink-2">{formatDay(startDate)}</span>,
  },
  {
    label: 'End',
    key: 'end',
    width: '5.75rem',
    sort: 'end',
    cell: (job) => (
      <>
        {formatDay(job.endDate)}
        <Lateness job={job} />
      </>
    ),
  },
  {
    label: 'Approved',
    key: 'approved',
    width: '6.75rem',
    sort: 'amount',
    figures: true,
    cell: ({ approvedAmount }) => formatCents(approvedAmount),
  },
  {
    label: 'Details',
    hideLabel: true,
    width: '5.5rem',
    cell: ({ id, name }) => (
      <Link
        href={paths.job(id)}
        tabIndex={-1}
        aria-label={`View Details of ${name}`}
        className="action-link whitespace-nowrap"
      >
        View Details
      </Link>
    ),
  },
]

/** The totals of all filtered jobs. */
function Sums({ filter }: { filter: JobFilter }) {
  const { data } = useQuery({ ...jobTotals(filter), placeholderData: keepPreviousData })
  if (!data) return '…'
  return (
    <TableSums
      count={plural(data.count, 'job', 'jobs')}
      parts={jobStatuses.map((status) => [
        statusStyle(status).label.toLowerCase(),
        data.statuses[status],
      ])}
      sum={formatCents(data.approvedAmount)}
    />
  )
}
