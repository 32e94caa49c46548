import { Skeleton } from '../../ui/Loading.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'

/** A link to photograph with a phone. */
export const LinkQrCode = lazyPart(
  () => import('./QrCode.tsx'),
  () => <Skeleton className="size-52" />,
)
