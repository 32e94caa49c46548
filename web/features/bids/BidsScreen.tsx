import { bidOrders, bidPriorities, bidStatuses } from '@plumbline/contract/bidStatuses.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ContactRound, FileText, Plus } from 'lucide-react'
import { ListRows, ListScreen, useTableView } from '../../lists/ListScreen.tsx'
import { lazyTable } from '../../lists/lazyTable.tsx'
import { listSearch } from '../../lists/listSearch.ts'
import { listScreen } from '../../lists/rememberedView.ts'
import { paths } from '../../paths.ts'
import { ListButtons } from '../../print/ListButtons.tsx'
import { Link } from '../../screens/Link.tsx'
import { usePagedList } from '../../screens/QueryList.tsx'
import { newForm, oneOf, text, useSetSearch } from '../../screens/screen.ts'
import { Button, buttonVariants } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/Card.tsx'
import { CardGrid, CardsSkeleton } from '../../ui/CardGrid.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Figures } from '../../ui/Figures.tsx'
import { ScreenHeader } from '../../ui/Headings.tsx'
import { Select } from '../../ui/Input.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { priorityOptions, statusOptions } from '../../ui/status.ts'
import { type BidFilter, bidPages, bidSums, bidTotals } from './api.ts'
import { BidCard } from './BidCard.tsx'

const { Table, Columns } = lazyTable(() => import('./BidsTable.tsx'))
const CreateBid = lazyPart(async () => ({ default: (await import('./BidForm.tsx')).CreateBid }))

const bidSearch = listSearch(
  {
    search: text,
    status: oneOf(...bidStatuses),
    priority: oneOf(...bidPriorities),
    open: oneOf('true'),
    followUpDue: oneOf('true'),
    sort: oneOf(...bidOrders),
  },
  { new: newForm('bid') },
)

export const Route = createFileRoute('/pending-bids')({
  ...listScreen('bids', {
    title: 'Pending Bids',
    roles: ['admin'],
    denied: "Access Denied: You don't have permission to view pending bids.",
  }),
  validateSearch: bidSearch.validate,
  // Route definitions are part of the initial bundle, so the API calls are loaded on demand.
  loader: async ({ context: { client }, location }) => {
    const { bidPages, bidTotals } = await import('./api.ts')
    const search = bidSearch.validate(location.search)
    const filter = bidSearch.filterOf(search)
    return Promise.all([
      client.infiniteQuery(bidPages(filter, search.view)),
      client.query(bidTotals(filter)),
    ])
  },
  pendingComponent: () => (
    <>
      <ScreenHeader title="Pending Bids" />
      <CardsSkeleton />
    </>
  ),
  component: BidsScreen,
})

/** The list of bids with figures, search, filters, and a dialog for new bids. */
function BidsScreen() {
  const search = Route.useSearch()
  const setSearch = useSetSearch<typeof search>()
  const filter = bidSearch.filterOf(search)
  const list = usePagedList(bidPages(filter, search.view))
  const table = useTableView(search)

  return (
    <ListScreen
      title="Pending Bids"
      noun="bids"
      search={bidSearch}
      params={search}
      table={table}
      more={
        <>
          <Link href={paths.customers()} className={buttonVariants({ variant: 'quiet' })}>
            <ContactRound aria-hidden />
            Customers
          </Link>
          {list.paging.total > 0 && (
            <ListButtons
              fileName="bids"
              read={async () => (await import('./printed.ts')).printedBids(filter)}
            />
          )}
        </>
      }
      action={
        <Button variant="primary" onClick={() => setSearch({ new: 'bid' })}>
          <Plus aria-hidden />
          Create New Bid
        </Button>
      }
      figures={<BidFigures filter={filter} />}
      views={{
        screen: 'bids',
        builtIn: [
          { name: 'Open', params: { open: 'true' } },
          { name: 'Follow-up due', params: { followUpDue: 'true', sort: 'followUp' } },
          { name: 'All', params: {} },
        ],
        path: paths.pendingBids,
        totals: bidSums,
        count: ({ count }) => count,
      }}
      Columns={Columns}
      searched="Name, address, customer or phone"
      filters={
        <>
          <Select
            aria-label="Status"
            options={[{ value: '', label: 'All statuses' }, ...statusOptions(bidStatuses)]}
            value={filter.status ?? ''}
            onChange={(event) => setSearch({ status: oneOf(...bidStatuses)(event.target.value) })}
            className="w-36 lg:w-40"
          />
          <Select
            aria-label="Priority"
            options={[{ value: '', label: 'All priorities' }, ...priorityOptions(bidPriorities)]}
            value={filter.priority ?? ''}
            onChange={(event) =>
              setSearch({ priority: oneOf(...bidPriorities)(event.target.value) })
            }
            className="w-36 lg:w-40"
          />
          <Button
            aria-pressed={filter.followUpDue === 'true'}
            onClick={() => setSearch({ followUpDue: filter.followUpDue ? '' : 'true' })}
            className="aria-pressed:border-ink aria-pressed:bg-sunken"
          >
            Follow-up due
          </Button>
          {filter.open && <Chip label="Open" onRemove={() => setSearch({ open: '' })} />}
        </>
      }
    >
      <ListRows
        {...{ list, filter, Table }}
        noMatch="No pending bids found"
        skeleton={<CardsSkeleton />}
        empty={
          <EmptyState
            icon={FileText}
            title="No pending bids found"
            text="Create a bid; approving it creates a job"
          />
        }
      >
        {(bids, busy) => (
          <CardGrid items={bids} busy={busy}>
            {(bid) => <BidCard bid={bid} />}
          </CardGrid>
        )}
      </ListRows>
      {search.new === 'bid' && <CreateBid onClose={() => setSearch({ new: '' })} />}
    </ListScreen>
  )
}

/** The three summary cards. The last one counts the filtered bids. */
function BidFigures({ filter }: { filter: BidFilter }) {
  const { data } = useQuery({ ...bidTotals(filter), placeholderData: keepPreviousData })
  return (
    <Figures
      isAbove
      lead={{
        label: 'Total Active Jobs Value',
        value: data ? formatCents(data.totalJobsValue) : '…',
        note: 'including completed',
      }}
      items={[
        {
          label: 'Active Jobs',
          value: data?.activeJobs.toLocaleString('en-US') ?? '…',
          // The dashboard counts jobs on hold separately.
          note: 'including on hold',
        },
        { label: 'Pending Bids', value: data?.pendingBids.toLocaleString('en-US') ?? '…' },
      ]}
    />
  )
}
