import { Panel } from '../../ui/Card.tsx'
import { Skeleton, Skeletons } from '../../ui/Loading.tsx'

/** Placeholder for the figures and three rows while either screen loads. */
export function BillingSkeleton() {
  return (
    <>
      <Skeleton className="mb-7 h-21 w-full rounded-m" />
      <CompletedSkeleton />
    </>
  )
}

/** Placeholder for three rows while completed jobs load. */
export function CompletedSkeleton() {
  return (
    <Skeletons count={3} className="flex flex-col gap-3">
      <Panel className="flex flex-col gap-2.5 p-4">
        <Skeleton className="h-4 w-1/3" />
        <Skeleton className="h-3.5 w-1/4" />
      </Panel>
    </Skeletons>
  )
}
