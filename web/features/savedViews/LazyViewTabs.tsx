import { Skeleton } from '../../ui/Loading.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'

/** The views of a list, loaded on demand because only its table has them. */
export const LazyViewTabs = lazyPart(
  () => import('./ViewTabs.tsx'),
  () => <Skeleton className="mb-4 h-10 w-full" />,
)
