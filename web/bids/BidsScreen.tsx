import { bidPriorities, bidStatuses } from '@plumbline/contract/bids.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { FileText, Plus, SearchX } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { usePages } from '../api/usePages.ts'
import { screen } from '../shell/screen.ts'
import { oneOf, searchParams, text } from '../shell/searchParams.ts'
import { useSearchWord } from '../shell/useSearchWord.ts'
import { useWords } from '../shell/useWords.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/Card.tsx'
import { Figures } from '../ui/Figures.tsx'
import { ScreenHeader } from '../ui/Headings.tsx'
import { SearchInput, Select } from '../ui/Input.tsx'
import { LoadMore } from '../ui/LoadMore.tsx'
import { bidPages, bidTotals, bidWords } from './api.ts'
import { BidCard } from './BidCard.tsx'
import { BidsPending, BidsSkeleton, bidGrid } from './BidsSkeleton.tsx'
import { priorityOptions, statusOptions } from './options.ts'

const CreateBid = lazy(() => import('./CreateBid.tsx'))

const statuses = [{ value: '', label: 'All statuses' }, ...statusOptions]
const priorities = [{ value: '', label: 'All priorities' }, ...priorityOptions]
const none = { search: '', status: '', priority: '', followUpDue: '' }

const search = searchParams({
  search: text,
  status: oneOf(...bidStatuses),
  priority: oneOf(...bidPriorities),
  followUpDue: oneOf('true'),
  new: oneOf('bid'),
})

export const Route = createFileRoute('/pending-bids')({
  ...screen({
    title: 'Pending Bids',
    roles: ['admin'],
    denied: "Access Denied: You don't have permission to view pending bids.",
  }),
  validateSearch: search,
  loader: ({ context: { client }, location }) => {
    const { new: _, ...filter } = search(location.search)
    return Promise.all([client.infiniteQuery(bidPages(filter)), client.query(bidTotals(filter))])
  },
  pendingComponent: BidsPending,
  component: BidsScreen,
})

/** The work that is not won yet. */
function BidsScreen() {
  const [words, setWords] = useWords()
  const [typed, setTyped] = useSearchWord()
  const filter = bidWords(words)
  const list = usePages(bidPages(filter))
  const totals = useQuery({ ...bidTotals(filter), placeholderData: keepPreviousData })
  const isFiltered = Object.keys(filter).length > 0
  const due = filter.followUpDue === 'true'
  const create = () => setWords({ new: 'bid' })

  return (
    <>
      <ScreenHeader title="Pending Bids">
        <Button variant="primary" onClick={create}>
          <Plus aria-hidden />
          Create New Bid
        </Button>
      </ScreenHeader>
      <Figures
        lead={{
          label: 'Total Active Jobs Value',
          value: totals.data ? formatCents(totals.data.totalJobsValue) : '…',
        }}
        items={[
          { label: 'Active Jobs', value: totals.data?.activeJobs.toLocaleString('en-US') ?? '…' },
          { label: 'Pending Bids', value: totals.data?.pendingBids.toLocaleString('en-US') ?? '…' },
        ]}
      />
      <div className="mt-6.5 mb-4 flex gap-2.5 max-lg:flex-wrap">
        <SearchInput
          label="Search bids"
          placeholder="Search by name, address or customer"
          value={typed}
          onChange={setTyped}
          className="min-w-full flex-1 lg:max-w-105 lg:min-w-0"
        />
        <Select
          aria-label="Status"
          options={statuses}
          value={filter.status ?? ''}
          onChange={(event) => setWords({ status: event.target.value })}
          className="max-lg:flex-1 lg:w-40"
        />
        <Select
          aria-label="Priority"
          options={priorities}
          value={filter.priority ?? ''}
          onChange={(event) => setWords({ priority: event.target.value })}
          className="max-lg:flex-1 lg:w-40"
        />
        <Button
          aria-pressed={due}
          onClick={() => setWords({ followUpDue: due ? '' : 'true' })}
          className="max-sm:w-full aria-pressed:border-ink aria-pressed:bg-sunken"
        >
          Follow-up due
        </Button>
      </div>
      {list.isPending ? (
        <BidsSkeleton />
      ) : list.items.length > 0 ? (
        <>
          <ul className={bidGrid} aria-busy={list.busy}>
            {list.items.map((bid) => (
              <li key={bid.id} className="grid">
                <BidCard bid={bid} />
              </li>
            ))}
          </ul>
          <LoadMore noun="bids" {...list.more} />
        </>
      ) : (
        <EmptyState
          icon={isFiltered ? SearchX : FileText}
          title="No pending bids found"
          text={
            isFiltered ? undefined : 'Write down a request as a bid; approving it makes the job'
          }
          action={isFiltered && <Button onClick={() => setWords(none)}>Clear the filters</Button>}
        />
      )}
      {words.new === 'bid' && (
        <Suspense>
          <CreateBid onClose={() => setWords({ new: '' })} />
        </Suspense>
      )}
    </>
  )
}
