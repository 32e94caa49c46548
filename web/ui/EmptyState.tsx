import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  icon?: LucideIcon
  title: string
  /** What to do next. */
  text?: ReactNode
  action?: ReactNode
}

/** Where a list would be when there is nothing in it. */
export function EmptyState({ icon: Icon, title, text, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-1.5 rounded-m border border-dashed border-line-strong px-6 py-14 text-center">
      {Icon && <Icon aria-hidden className="mb-2 size-7 text-ink-3" />}
      <h2 className="text-md">{title}</h2>
      {text && <p className="max-w-md text-ink-2">{text}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  )
}
