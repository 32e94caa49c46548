import { cx } from 'class-variance-authority'
import { LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { Panel } from './Card.tsx'

/** A gray bar in place of content that is loading. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return <div className={cx('animate-breathe rounded-xs bg-line', className)} />
}

/** `count` placeholders while a list loads. Screen readers announce them as one word. */
export function Skeletons({
  count,
  className,
  children,
}: {
  count: number
  className?: string
  children: ReactNode
}) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">Loading</span>
      {Array.from({ length: count }, (_, index) => `skeleton-${index}`).map((key) => (
        <div key={key} aria-hidden data-skeleton>
          {children}
        </div>
      ))}
    </div>
  )
}

/** Placeholder rows of a table. */
export function RowsSkeleton({ count }: { count: number }) {
  return (
    <Panel>
      <Skeletons count={count}>
        <div className="flex flex-col gap-2 px-4 py-3">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-3.5 w-1/4" />
        </div>
      </Skeletons>
    </Panel>
  )
}

/** A loading indicator. Screen readers announce `label`. */
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
