import { Panel } from '../ui/Card.tsx'
import { ScreenHeader } from '../ui/Headings.tsx'
import { Skeleton, Skeletons } from '../ui/Skeleton.tsx'

/** How cards of people lie beside each other. */
export const cardGrid = 'grid grid-cols-[repeat(auto-fill,minmax(min(19rem,100%),1fr))] gap-3.5'

/** A page of people before its first cards. */
export function PeoplePending({ title }: { title: string }) {
  return (
    <>
      <ScreenHeader title={title} />
      <PeopleSkeleton />
    </>
  )
}

/** Six cards while people load. */
export function PeopleSkeleton() {
  return (
    <Skeletons count={6} className={cardGrid}>
      <Panel className="flex flex-col gap-3.5 p-4">
        <div className="flex items-center gap-3">
          <Skeleton className="size-8" />
          <Skeleton className="h-4 w-2/5" />
        </div>
        <Skeleton className="h-3.5 w-3/5" />
        <Skeleton className="h-8 w-full" />
      </Panel>
    </Skeletons>
  )
}
