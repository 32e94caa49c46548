import { Panel } from './Card.tsx'
import { Skeleton, Skeletons } from './Skeleton.tsx'

/** Rows of a ledger while they load. */
export function RowsSkeleton({ count }: { count: number }) {
  return (
    <Panel>
      <Skeletons count={count}>
        <div className="flex flex-col gap-2 px-4 py-3">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-3.5 w-1/4" />
        </div>
      </Skeletons>
    </Panel>
  )
}
