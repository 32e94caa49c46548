import { Skeleton } from '../../ui/Loading.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'

/** The field that adds tasks to a job, loaded on demand so that the screen does not wait for it. */
export const LazyQuickAdd = lazyPart(
  () => import('./QuickAdd.tsx'),
  () => <Skeleton className="mb-3 h-9 w-full touch:h-11" />,
)
