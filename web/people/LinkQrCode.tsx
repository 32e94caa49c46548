import { Suspense } from 'react'
import { Skeleton } from '../ui/Loading.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'

const QrCode = lazyPart(async () => ({ default: (await import('./QrCode.tsx')).QrCode }))

/** A link to photograph with a phone; its code is loaded when it is first shown. */
export function LinkQrCode({ link, label }: { link: string; label: string }) {
  return (
    <Suspense fallback={<Skeleton className="size-52" />}>
      <QrCode text={link} label={label} />
    </Suspense>
  )
}
