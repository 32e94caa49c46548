import { cx } from 'class-variance-authority'
import type { ReactNode } from 'react'

/** One grey bar where something will stand. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return <div className={cx('animate-breathe rounded-xs bg-line', className)} />
}

/** `count` placeholders while a list loads; read out as one word. */
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
