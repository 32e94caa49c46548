import { RowsSkeleton, Skeleton } from '../ui/Skeleton.tsx'

/** The page before its job. */
export function JobPending() {
  return (
    <div className="flex max-w-3xl flex-col gap-3">
      <Skeleton className="h-5 w-48" />
      <Skeleton className="h-7 w-72 max-w-full" />
      <Skeleton className="mb-6 h-2 w-full" />
      <RowsSkeleton count={3} />
    </div>
  )
}
