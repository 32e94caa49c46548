import { bidOrders, bidStatuses } from '@plumbline/contract/bidStatuses.ts'
import { type Bid, bidRoutes, MAX_BIDS_CHANGED } from '@plumbline/contract/bids.ts'
import { formatDay } from '@plumbline/contract/dates.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { CalendarClock, CircleX } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { paths } from '../../paths.ts'
import { ExportSelected } from '../../print/ExportSelected.tsx'
import { CreatedCell } from '../../screens/CreatedCell.tsx'
import { useToday } from '../../screens/days.ts'
import { Link } from '../../screens/Link.tsx'
import { NameCell } from '../../screens/NameCell.tsx'
import { oneOf, useSetSearch } from '../../screens/screen.ts'
import { TableColumns } from '../../screens/TableColumns.tsx'
import { useTableSelection } from '../../screens/useTableSelection.ts'
import { plural } from '../../ui/format.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { callUrl } from '../../ui/Person.tsx'
import { PriorityWord, StatusWord } from '../../ui/StatusWord.tsx'
import { statusStyle } from '../../ui/status.ts'
import { shownColumns, useRoom } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { ChangeButton, SelectionBar } from '../../ui/table/SelectionBar.tsx'
import { TableSums } from '../../ui/table/TableSums.tsx'
import type { Column } from '../../ui/table/tableProps.ts'
import { type BidFilter, bidSums } from './api.ts'
import { estimate } from './BidCard.tsx'

const FollowUpSeveral = lazyPart(async () => ({
  default: (await import('./BulkBids.tsx')).FollowUpSeveral,
}))
const RejectSeveral = lazyPart(async () => ({
  default: (await import('./BulkBids.tsx')).RejectSeveral,
}))

interface BidsTableProps {
  filter: BidFilter
  /** Keys of the columns to show, or undefined for the default columns. */
  columns: string | undefined
  /** The bids loaded so far, in the order of the filter. */
  bids: readonly Bid[]
  total: number
  busy: boolean
}

/**
 * The table of filtered bids. Its headings sort, its footer shows sums, and selected bids can be
 * scheduled for follow-up, rejected, or exported.
 */
export default function BidsTable({ filter, columns: keys, bids, total, busy }: BidsTableProps) {
  const router = useRouter()
  const setSearch = useSetSearch<BidFilter>()
  const [changing, setChanging] = useState<'follow_up' | 'rejected' | null>(null)
  const { selection, isChoosing, onSelectAll, isReadingAll } = useTableSelection({
    rows: bids,
    total,
    readAll: () => call(bidRoutes.list, { query: { ...filter } }),
  })
  const chosen = selection.rows
  const change = { count: chosen.length, most: MAX_BIDS_CHANGED, noun: 'bids' }
  const dialog = { bids: chosen, onClose: () => setChanging(null) }
  return (
    <>
      <DataTable
        label="Bids"
        columns={shownColumns(columns, keys, useRoom())}
        rows={bids}
        total={total}
        nameOf={({ name }) => name}
        sorting={filter.sort}
        onSort={(sort) => setSearch({ sort: oneOf(...bidOrders)(sort) })}
        onOpen={({ id }) => void router.navigate({ href: paths.bid(id) })}
        selection={selection}
        onSelectAll={onSelectAll}
        busy={busy || isReadingAll}
        foot={<Sums filter={filter} />}
      />
      {isChoosing && (
        <SelectionBar
          count={chosen.length}
          sum={formatCents(chosen.reduce((sum, bid) => sum + (bid.estimatedAmount ?? 0), 0))}
          onClear={selection.clear}
        >
          <ChangeButton {...change} onClick={() => setChanging('follow_up')}>
            <CalendarClock aria-hidden />
            Follow Up
          </ChangeButton>
          <ChangeButton {...change} onClick={() => setChanging('rejected')}>
            <CircleX aria-hidden />
            Reject
          </ChangeButton>
          <ExportSelected
            fileName="bids"
            read={async () => {
              const { bidsOnPaper } = await import('./printed.ts')
              return bidsOnPaper({ filter: 'Selected bids', rows: chosen })
            }}
          />
        </SelectionBar>
      )}
      {isChoosing && changing === 'follow_up' && <FollowUpSeveral {...dialog} />}
      {isChoosing && changing === 'rejected' && <RejectSeveral {...dialog} />}
    </>
  )
}

/** The column picker of the bids table. */
export function BidColumns({ columns: chosen }: Pick<BidsTableProps, 'columns'>) {
  return <TableColumns columns={columns} chosen={chosen} />
}

const columns: readonly Column<Bid>[] = [
  {
    label: 'Project',
    width: 'minmax(9rem,2fr)',
    sort: 'name',
    cell: ({ id, name, address }) => <NameCell href={paths.bid(id)} name={name} detail={address} />,
  },
  {
    label: 'Customer',
    key: 'customer',
    width: 'minmax(6.5rem,1.3fr)',
    sort: 'customer',
    cell: ({ customerName, customerPhone }) => (
      <>
        <span className="block truncate">{customerName}</span>
        {customerPhone && (
          <a
            href={callUrl(customerPhone)}
            tabIndex={-1}
            className="block truncate text-ink-2 hover:underline"
          >
            {customerPhone}
          </a>
        )}
      </>
    ),
  },
  {
    label: 'Status',
    key: 'status',
    width: '6.25rem',
    sort: 'status',
    cell: ({ status }) => <StatusWord status={status} />,
  },
  {
    label: 'Priority',
    key: 'priority',
    width: '5.25rem',
    sort: 'priority',
    cell: ({ priority }) => <PriorityWord priority={priority} />,
  },
  {
    label: 'Follow-Up',
    key: 'followUp',
    width: '6.5rem',
    sort: 'followUp',
    cell: (bid) => <FollowUpDay bid={bid} />,
  },
  {
    label: 'Created',
    key: 'created',
    when: 'wide',
    width: '6.25rem',
    sort: 'created',
    cell: ({ createdAt }) => <CreatedCell at={createdAt} />,
  },
  {
    label: 'Amount',
    key: 'amount',
    width: '6.75rem',
    sort: 'amount',
    figures: true,
    cell: (bid) => (
      <span className={bid.estimatedAmount === null ? 'text-ink-2' : undefined}>
        {estimate(bid)}
      </span>
    ),
  },
  {
    label: 'Details',
    hideLabel: true,
    width: '5.5rem',
    cell: ({ id, name }) => (
      <Link
        href={paths.bid(id)}
        tabIndex={-1}
        aria-label={`View Details of ${name}`}
        className="action-link whitespace-nowrap"
      >
        View Details
      </Link>
    ),
  },
]

/** The follow-up day, emphasized when it is due. */
function FollowUpDay({ bid: { status, followUpDate } }: { bid: Bid }) {
  const today = useToday()
  if (status !== 'follow_up' || !followUpDate) return null
  const isDue = followUpDate <= today
  return (
    <span className={isDue ? 'font-medium text-warn' : undefined}>
      {formatDay(followUpDate)}
      {isDue && <span className="block">Due</span>}
    </span>
  )
}

/** The sums over all filtered bids. */
function Sums({ filter }: { filter: BidFilter }) {
  const { data } = useQuery({ ...bidSums(filter), placeholderData: keepPreviousData })
  if (!data) return '…'
  return (
    <TableSums
      count={plural(data.count, 'bid', 'bids')}
      parts={bidStatuses.map((status) => [
        statusStyle(status).label.toLowerCase(),
        data.statuses[status],
      ])}
      sum={formatCents(data.estimatedAmount)}
    />
  )
}
