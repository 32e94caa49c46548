import type { Bid } from '@plumbline/contract/bids.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ArrowLeft, FileX } from 'lucide-react'
import { ApiError } from '../api/call.ts'
import { paths } from '../paths.ts'
import { Link } from '../shell/Link.tsx'
import { screen, throwNotFound } from '../shell/screen.ts'
import { PriorityBadge, StatusBadge } from '../ui/Badge.tsx'
import { buttonVariants } from '../ui/Button.tsx'
import { EmptyState } from '../ui/Card.tsx'
import { Appointments } from './Appointments.tsx'
import { bidQuery } from './api.ts'
import { BidActions } from './BidActions.tsx'
import { BidFacts, CustomerFacts } from './BidFacts.tsx'
import { BidHistory } from './BidHistory.tsx'
import { BidSkeleton } from './BidsSkeleton.tsx'

export const Route = createFileRoute('/pending-bids/$id')({
  ...screen({
    title: 'Pending Bids',
    roles: ['admin'],
    denied: "Access Denied: You don't have permission to view pending bids.",
  }),
  loader: ({ context: { client }, params }) =>
    client.query(bidQuery(params.id)).catch(throwNotFound),
  pendingComponent: BidSkeleton,
  notFoundComponent: BidNotFound,
  component: BidScreen,
})

/** One bid: what it is, for whom, what happened and what comes next. */
function BidScreen() {
  const { id } = Route.useParams()
  const { data: bid, error } = useQuery(bidQuery(id))
  // Before the bid as it was last seen: it may have been deleted since.
  if (error instanceof ApiError && error.status === 404) return <BidNotFound />
  if (bid) return <Page bid={bid} />
  if (error) throw error
  return <BidSkeleton />
}

function BidNotFound() {
  return (
    <>
      <h1 className="sr-only">Pending Bids</h1>
      <EmptyState
        icon={FileX}
        title="Bid not found"
        text="It may have been deleted"
        action={
          <Link href={paths.pendingBids()} className={buttonVariants()}>
            Back to Pending Bids
          </Link>
        }
      />
    </>
  )
}

function Page({ bid }: { bid: Bid }) {
  return (
    <>
      <Link href={paths.pendingBids()} className="linkish no-print mb-2 gap-1.5 text-sm">
        <ArrowLeft aria-hidden className="size-3.5" />
        Back to Pending Bids
      </Link>
      <div className="mb-5 flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-60 flex-1">
          <h1 className="text-lg tracking-tight wrap-anywhere">{bid.name}</h1>
          <div className="mt-2 flex flex-wrap gap-1.5">
            <StatusBadge status={bid.status} />
            <PriorityBadge priority={bid.priority} />
          </div>
        </div>
        <BidActions bid={bid} />
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <BidFacts bid={bid} />
          <Appointments bidId={bid.id} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <CustomerFacts bid={bid} />
          <BidHistory bidId={bid.id} />
        </div>
      </div>
    </>
  )
}
