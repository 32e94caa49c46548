import { useMe } from '../api/me.ts'
import { ScreenHeader } from '../ui/Headings.tsx'
import { RowsSkeleton, Skeleton } from '../ui/Skeleton.tsx'

/** The page before its first tasks. */
export function TasksPending() {
  return (
    <>
      <ScreenHeader title={useMe().role === 'admin' ? 'Tasks' : 'My Tasks'} />
      <Skeleton className="mb-5 h-20 w-full" />
      <RowsSkeleton count={6} />
    </>
  )
}
