import { Panel } from '../ui/Card.tsx'
import { Skeleton, Skeletons } from '../ui/Loading.tsx'

/** Cards that wait for their photos. */
export function PhotosSkeleton() {
  return (
    <Skeletons count={8} className="grid grid-cols-2 gap-3.5 sm:grid-cols-3 lg:grid-cols-4">
      <Panel className="overflow-hidden">
        <Skeleton className="aspect-4/3 w-full rounded-none" />
        <div className="flex flex-col gap-2 p-3">
          <Skeleton className="h-4 w-4/5" />
          <Skeleton className="h-3.5 w-3/5" />
          <Skeleton className="h-3.5 w-2/5" />
        </div>
      </Panel>
    </Skeletons>
  )
}
