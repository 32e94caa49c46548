import { LoaderCircle } from 'lucide-react'

/** Turns while something is awaited; `label` is read out. */
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
