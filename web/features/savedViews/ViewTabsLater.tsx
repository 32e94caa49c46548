import { Skeleton } from '../../ui/Loading.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'

/** The views of a list, which only its table has. */
export const ViewTabsLater = lazyPart(
  () => import('./ViewTabs.tsx'),
  () => <Skeleton className="mb-4 h-10 w-full" />,
)
