import { bidStatuses } from '@plumbline/contract/bidStatuses.ts'
import { type Bid, bidRoutes, MAX_BIDS_CHANGED } from '@plumbline/contract/bids.ts'
import { formatDay } from '@plumbline/contract/dates.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CalendarClock, CircleX } from 'lucide-react'
import { call } from '../../api/call.ts'
import { openFirst } from '../../api/query.ts'
import { ListTable, type TableProps } from '../../lists/ListTable.tsx'
import { paths } from '../../paths.ts'
import { CreatedCell } from '../../screens/CreatedCell.tsx'
import { useToday } from '../../screens/days.ts'
import { detailsColumn } from '../../screens/detailsColumn.tsx'
import { NameCell } from '../../screens/NameCell.tsx'
import { plural } from '../../ui/format.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { callUrl } from '../../ui/Person.tsx'
import { phoneText } from '../../ui/phone.ts'
import { PriorityWord, StatusWord } from '../../ui/StatusWord.tsx'
import { statusStyle } from '../../ui/status.ts'
import { useShownColumns } from '../../ui/table/columns.ts'
import { ChangeButton } from '../../ui/table/SelectionBar.tsx'
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

/** The table of filtered bids. Selected ones can be scheduled for follow-up or rejected. */
function BidsTable(props: TableProps<Bid, BidFilter>) {
  return (
    <ListTable
      {...props}
      label="Bids"
      columns={useShownColumns(columns, props.columns)}
      nameOf={({ name }) => name}
      readAll={() => call(bidRoutes.list, { query: openFirst(props.filter) })}
      amountOf={({ estimatedAmount }) => estimatedAmount}
      foot={<Sums filter={props.filter} />}
      actions={({ chosen: { length: count }, open }) => (
        <>
          <ChangeButton {...{ count, ...limit }} onClick={() => open('followUp')}>
            <CalendarClock aria-hidden />
            Follow Up
          </ChangeButton>
          <ChangeButton {...{ count, ...limit }} onClick={() => open('reject')}>
            <CircleX aria-hidden />
            Reject
          </ChangeButton>
        </>
      )}
      dialogs={{
        followUp: (bids, onClose) => <FollowUpSeveral {...{ bids, onClose }} />,
        reject: (bids, onClose) => <RejectSeveral {...{ bids, onClose }} />,
      }}
      fileName="bids"
      printoutOf={async (rows) => {
        const { bidsOnPaper } = await import('./printed.ts')
        return bidsOnPaper({ filter: 'Selected bids', rows })
      }}
    />
  )
}

const limit = { most: MAX_BIDS_CHANGED, noun: 'bids' }

/** The columns of the table of bids. */
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
            {phoneText(customerPhone)}
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
  detailsColumn(paths.bid),
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
      sums={[['Sum', formatCents(data.estimatedAmount)]]}
    />
  )
}

export default { Table: BidsTable, columns }
