import { formatDay } from '@plumbline/contract/dates.ts'
import { type Job, jobRoutes, jobStatuses, MAX_JOBS_CHANGED } from '@plumbline/contract/jobs.ts'
import { MAX_MESSAGE_JOBS } from '@plumbline/contract/messages.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CircleDot, MessageSquare, UserRound } from 'lucide-react'
import { call } from '../../api/call.ts'
import { useMe } from '../../api/me.ts'
import { openFirst } from '../../api/query.ts'
import { ListTable, type TableProps } from '../../lists/ListTable.tsx'
import { paths } from '../../paths.ts'
import { detailsColumn } from '../../screens/detailsColumn.tsx'
import { NameCell } from '../../screens/NameCell.tsx'
import { plural } from '../../ui/format.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { StatusWord } from '../../ui/StatusWord.tsx'
import { statusStyle } from '../../ui/status.ts'
import { useShownColumns } from '../../ui/table/columns.ts'
import { ChangeButton } from '../../ui/table/SelectionBar.tsx'
import { TableSums } from '../../ui/table/TableSums.tsx'
import type { Column } from '../../ui/table/tableProps.ts'
import { customerNameOf, type JobFilter, jobTotals } from './api.ts'
import { Lateness } from './Lateness.tsx'
import { CurrentEntries, NowOrNext } from './NowOrNext.tsx'

const BulkChange = lazyPart(() => import('./BulkChange.tsx'))
const MessageJobs = lazyPart(() => import('./MessageJobs.tsx'))

/** The table of filtered jobs. Selected ones can be changed, and their people written to. */
function JobsTable(props: TableProps<Job, JobFilter>) {
  const { role } = useMe()
  const shown = useShownColumns(columns, props.columns)
  return (
    <CurrentEntries jobs={props.rows} enabled={shown.some(({ key }) => key === 'now')}>
      <ListTable
        {...props}
        label="Jobs"
        columns={shown}
        nameOf={({ name }) => name}
        readAll={() => call(jobRoutes.list, { query: openFirst(props.filter) })}
        amountOf={({ approvedAmount }) => approvedAmount}
        foot={<Sums filter={props.filter} />}
        actions={({ chosen: { length: count }, open }) => (
          <>
            <ChangeButton {...{ count, ...limit }} onClick={() => open('status')}>
              <CircleDot aria-hidden />
              Status
            </ChangeButton>
            <ChangeButton {...{ count, ...limit }} onClick={() => open('manager')}>
              <UserRound aria-hidden />
              Manager
            </ChangeButton>
            <ChangeButton
              {...{ count, ...limit }}
              most={MAX_MESSAGE_JOBS}
              purpose="write to them"
              onClick={() => open('message')}
            >
              <MessageSquare aria-hidden />
              Message
            </ChangeButton>
          </>
        )}
        dialogs={{
          status: (jobs, onClose) => <BulkChange field="status" {...{ jobs, onClose }} />,
          manager: (jobs, onClose) => (
            <BulkChange field="projectManagerId" {...{ jobs, onClose }} />
          ),
          message: (jobs, onClose) => <MessageJobs {...{ jobs, onClose }} />,
        }}
        fileName="jobs"
        printoutOf={async (rows) => {
          const { jobsPrintout } = await import('./printed.ts')
          return jobsPrintout({ title: 'Jobs', filter: 'Selected jobs', rows, role })
        }}
      />
    </CurrentEntries>
  )
}

const limit = { most: MAX_JOBS_CHANGED, noun: 'jobs' }

/** The columns of the table of jobs. */
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
  detailsColumn(paths.job),
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
      sums={[['Sum', formatCents(data.approvedAmount)]]}
    />
  )
}

export default { Table: JobsTable, columns }
