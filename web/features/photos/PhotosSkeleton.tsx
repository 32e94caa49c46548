import { Panel } from '../../ui/Card.tsx'
import { Skeleton, Skeletons } from '../../ui/Loading.tsx'

/** Placeholder cards, squares on a phone, below the space of the first day's heading. */
export function PhotosSkeleton() {
  return (
    <Skeletons
      count={8}
      className="mt-11 grid grid-cols-3 gap-0.5 max-sm:-mx-4 sm:gap-3.5 lg:grid-cols-4"
    >
      <Panel className="overflow-hidden max-sm:rounded-none max-sm:border-0">
        <Skeleton className="aspect-square w-full rounded-none sm:aspect-4/3" />
        <div className="flex flex-col gap-2 p-3 max-sm:hidden">
          <Skeleton className="h-4 w-4/5" />
          <Skeleton className="h-3.5 w-3/5" />
          <Skeleton className="h-3.5 w-2/5" />
        </div>
      </Panel>
    </Skeletons>
  )
}
