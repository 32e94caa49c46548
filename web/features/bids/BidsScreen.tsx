import { bidOrders, bidPriorities, bidStatuses } from '@plumbline/contract/bidStatuses.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { cx } from 'class-variance-authority'
import { FileText, Plus, SearchX } from 'lucide-react'
import { paths } from '../../paths.ts'
import { ListButtons } from '../../print/ListButtons.tsx'
import { QueryList, usePagedList } from '../../screens/QueryList.tsx'
import { SearchBox } from '../../screens/SearchBox.tsx'
import { newForm, oneOf, screen, searchParams, text, useSetSearch } from '../../screens/screen.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/Card.tsx'
import { CardGrid, CardsSkeleton } from '../../ui/CardGrid.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Figures } from '../../ui/Figures.tsx'
import { ScreenHeader } from '../../ui/Headings.tsx'
import { Select } from '../../ui/Input.tsx'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { priorityOptions, statusOptions } from '../../ui/status.ts'
import { ViewSwitch } from '../../ui/table/ViewSwitch.tsx'
import { TABLE, useMedia } from '../../ui/useMedia.ts'
import { LazyViewTabs } from '../savedViews/LazyViewTabs.tsx'
import { ViewCount } from '../savedViews/ViewCount.tsx'
import { type BidFilter, bidPages, bidSums, bidTotals } from './api.ts'
import { BidCard } from './BidCard.tsx'

const load = () => import('./BidsTable.tsx')
const BidsTable = lazyPart(load, () => <RowsSkeleton count={8} />)
const BidColumns = lazyPart(async () => ({ default: (await load()).BidColumns }))
const CreateBid = lazyPart(async () => ({ default: (await import('./BidForm.tsx')).CreateBid }))

const validateSearch = searchParams({
  search: text,
  status: oneOf(...bidStatuses),
  priority: oneOf(...bidPriorities),
  open: oneOf('true'),
  followUpDue: oneOf('true'),
  sort: oneOf(...bidOrders),
  view: oneOf('table'),
  columns: text,
  new: newForm('bid'),
})
type Search = ReturnType<typeof validateSearch>

const filterOf = ({ new: _, view: __, columns: ___, ...filter }: Search): BidFilter => filter

const NO_FILTER = { search: '', status: '', open: '', priority: '', followUpDue: '' } as const

export const Route = createFileRoute('/pending-bids')({
  ...screen({
    title: 'Pending Bids',
    roles: ['admin'],
    denied: "Access Denied: You don't have permission to view pending bids.",
  }),
  validateSearch,
  // Route definitions are part of the initial bundle, so the API calls are loaded on demand.
  loader: async ({ context: { client }, location }) => {
    const { bidPages, bidTotals } = await import('./api.ts')
    const search = validateSearch(location.search)
    const filter = filterOf(search)
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
  const setSearch = useSetSearch<Search>()
  const filter = filterOf(search)
  const list = usePagedList(bidPages(filter, search.view))
  const hasRoom = useMedia(TABLE)
  const isTable = hasRoom && search.view === 'table'
  const { sort: _, ...narrowing } = filter
  const isNarrowed = Object.values(narrowing).some(Boolean)

  return (
    <>
      <ScreenHeader title="Pending Bids">
        {list.paging.total > 0 && (
          <ListButtons
            fileName="bids"
            read={async () => (await import('./printed.ts')).printedBids(filter)}
          />
        )}
        <Button variant="primary" onClick={() => setSearch({ new: 'bid' })}>
          <Plus aria-hidden />
          Create New Bid
        </Button>
      </ScreenHeader>
      <BidFigures filter={filter} />
      {isTable && (
        <div className="mt-5">
          <LazyViewTabs
            screen="bids"
            views={[
              { name: 'Open', params: { open: 'true' } },
              { name: 'Follow-up due', params: { followUpDue: 'true', sort: 'followUp' } },
              { name: 'All', params: {} },
            ]}
            current={{ ...filter, columns: search.columns }}
            hrefOf={(params) => paths.pendingBids({ ...params, view: 'table' })}
            countOf={(params) => (
              <ViewCount
                totals={bidSums(filterOf(validateSearch(params)))}
                count={(sums) => sums.count}
              />
            )}
          />
        </div>
      )}
      <div className={cx('mb-4 flex flex-wrap items-center gap-2.5', !isTable && 'mt-6.5')}>
        <SearchBox
          label="Search bids"
          placeholder="Name, address, customer or phone"
          value={search.search}
          className="min-w-full flex-1 lg:max-w-105 lg:min-w-0"
        />
        <Select
          aria-label="Status"
          options={[{ value: '', label: 'All statuses' }, ...statusOptions(bidStatuses)]}
          value={filter.status ?? ''}
          onChange={(event) => setSearch({ status: oneOf(...bidStatuses)(event.target.value) })}
          className="max-lg:flex-1 lg:w-40"
        />
        <Select
          aria-label="Priority"
          options={[{ value: '', label: 'All priorities' }, ...priorityOptions(bidPriorities)]}
          value={filter.priority ?? ''}
          onChange={(event) => setSearch({ priority: oneOf(...bidPriorities)(event.target.value) })}
          className="max-lg:flex-1 lg:w-40"
        />
        <Button
          aria-pressed={filter.followUpDue === 'true'}
          onClick={() => setSearch({ followUpDue: filter.followUpDue ? '' : 'true' })}
          className="max-sm:w-full aria-pressed:border-ink aria-pressed:bg-sunken"
        >
          Follow-up due
        </Button>
        {filter.open && <Chip label="Open" onRemove={() => setSearch({ open: '' })} />}
        {hasRoom && (
          <div className="ml-auto flex gap-2.5">
            {isTable && <BidColumns columns={search.columns} />}
            <ViewSwitch view={search.view} onChange={(view) => setSearch({ view })} />
          </div>
        )}
      </div>
      <QueryList
        list={list}
        noun="bids"
        skeleton={isTable ? <RowsSkeleton count={8} /> : <CardsSkeleton />}
        noMatch={
          isNarrowed && (
            <EmptyState
              icon={SearchX}
              title="No pending bids found"
              action={<Button onClick={() => setSearch(NO_FILTER)}>Clear filters</Button>}
            />
          )
        }
        empty={
          <EmptyState
            icon={FileText}
            title="No pending bids found"
            text="Create a bid; approving it creates a job"
          />
        }
      >
        {(bids, busy) =>
          isTable ? (
            <BidsTable
              // Reset the selection when the filter changes.
              key={JSON.stringify(narrowing)}
              filter={filter}
              columns={search.columns}
              bids={bids}
              total={list.paging.total}
              busy={busy}
            />
          ) : (
            <CardGrid items={bids} busy={busy}>
              {(bid) => <BidCard bid={bid} />}
            </CardGrid>
          )
        }
      </QueryList>
      {search.new === 'bid' && <CreateBid onClose={() => setSearch({ new: '' })} />}
    </>
  )
}

/** The three summary cards. The last one counts the filtered bids. */
function BidFigures({ filter }: { filter: BidFilter }) {
  const { data } = useQuery({ ...bidTotals(filter), placeholderData: keepPreviousData })
  return (
    <Figures
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
