import { Panel } from '../ui/Card.tsx'
import { ScreenHeader } from '../ui/Headings.tsx'
import { Skeleton, Skeletons } from '../ui/Skeleton.tsx'

/** The page before its figures. */
export function FinanceSkeleton({ title }: { title: string }) {
  return (
    <>
      <ScreenHeader title={title} />
      <Skeleton className="mb-7 h-21 w-full rounded-m" />
      <Skeletons count={3} className="flex flex-col gap-3">
        <Panel className="flex flex-col gap-2.5 p-4">
          <Skeleton className="h-4 w-1/3" />
          <Skeleton className="h-3.5 w-1/4" />
        </Panel>
      </Skeletons>
    </>
  )
}
