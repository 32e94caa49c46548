import { useMe } from '../api/me.ts'
import { Panel } from '../ui/Card.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { Skeleton, Skeletons } from '../ui/Skeleton.tsx'

/** The page before its first jobs. */
export function JobsPending() {
  return (
    <>
      <PageHead title={useMe().role === 'client' ? 'My Projects' : 'Jobs'} />
      <JobsSkeleton />
    </>
  )
}

/** Six cards while the jobs load. */
export function JobsSkeleton() {
  return (
    <Skeletons
      count={6}
      className="grid grid-cols-[repeat(auto-fill,minmax(min(20rem,100%),1fr))] gap-3.5"
    >
      <Panel className="flex flex-col gap-3.5 p-4">
        <Skeleton className="h-5 w-24" />
        <Skeleton className="h-4 w-3/5" />
        <Skeleton className="h-3.5 w-2/5" />
        <Skeleton className="h-1.5 w-full" />
        <Skeleton className="h-10 w-full" />
      </Panel>
    </Skeletons>
  )
}
