import { LoaderCircle } from 'lucide-react'

/** A loading indicator; `label` is read out. */
export function Spinner({
  label = 'Loading',
  className = 'size-5',
}: {
  label?: string
  className?: string
}) {
  return (
    <span role="status" className="inline-flex text-ink-2">
      <LoaderCircle aria-hidden className={`animate-spin ${className}`} />
      <span className="sr-only">{label}</span>
    </span>
  )
}

/** A spinner in the middle of the window. */
export function FullSpinner() {
  return (
    <div className="grid min-h-dvh place-items-center">
      <Spinner className="size-6" />
    </div>
  )
}
