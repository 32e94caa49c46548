import { Suspense } from 'react'
import { Skeleton } from '../ui/Loading.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'

const QuickAdd = lazyPart(() => import('./QuickAdd.tsx'))

/** The field that adds tasks to a job, which the first view of a screen does not wait for. */
export function QuickAddLater({ jobId }: { jobId: string }) {
  return (
    <Suspense fallback={<Skeleton className="mb-3 h-9 w-full touch:h-11" />}>
      <QuickAdd jobId={jobId} />
    </Suspense>
  )
}
