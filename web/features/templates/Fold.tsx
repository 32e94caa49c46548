import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

/** A section that is collapsed under its title until it is opened. */
export function Fold({
  title,
  open = false,
  children,
}: {
  title: ReactNode
  open?: boolean
  children: ReactNode
}) {
  return (
    <details className="group/fold min-w-0" open={open}>
      <summary className="flex w-fit items-center gap-1 py-1 text-sm text-ink-2 hover:text-ink touch:min-h-11">
        <ChevronRight
          aria-hidden
          className="size-4 text-ink-3 transition-transform group-open/fold:rotate-90"
        />
        {title}
      </summary>
      {children}
    </details>
  )
}
