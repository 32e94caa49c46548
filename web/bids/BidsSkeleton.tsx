import { Panel } from '../ui/Card.tsx'
import { ScreenHeader } from '../ui/Headings.tsx'
import { Skeleton, Skeletons } from '../ui/Skeleton.tsx'

/** How cards of bids lie beside each other. */
export const bidGrid = 'grid grid-cols-[repeat(auto-fill,minmax(min(20rem,100%),1fr))] gap-3.5'

/** The page before its first bids. */
export function BidsPending() {
  return (
    <>
      <ScreenHeader title="Pending Bids" />
      <BidsSkeleton />
    </>
  )
}

/** Six cards while the bids load. */
export function BidsSkeleton() {
  return (
    <Skeletons count={6} className={bidGrid}>
      <Panel className="flex flex-col gap-3.5 p-4">
        <Skeleton className="h-5 w-24" />
        <Skeleton className="h-4 w-3/5" />
        <Skeleton className="h-3.5 w-2/5" />
        <Skeleton className="h-12 w-full" />
      </Panel>
    </Skeletons>
  )
}

/** A bid before it is there. */
export function BidSkeleton() {
  return (
    <Skeletons count={3} className="flex flex-col gap-4">
      <Skeleton className="h-7 w-2/5" />
      <Skeleton className="mt-3 h-24 w-full" />
    </Skeletons>
  )
}
