import { useMe } from '../api/me.ts'
import { PageHead } from '../ui/PageHead.tsx'
import { RowsSkeleton } from '../ui/RowsSkeleton.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

/** The page before its first tasks. */
export function TasksPending() {
  return (
    <>
      <PageHead title={useMe().role === 'admin' ? 'Tasks' : 'My Tasks'} />
      <Skeleton className="mb-5 h-20 w-full" />
      <RowsSkeleton count={6} />
    </>
  )
}
