import { Skeleton } from '../../ui/Loading.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'

/** A QR code of a link, loaded on demand. */
export const LinkQrCode = lazyPart(
  () => import('./QrCode.tsx'),
  () => <Skeleton className="size-52" />,
)
