import type { ReactNode } from 'react'

interface PanelHeadProps {
  title: string
  /** How many things the panel lists, once that is known. */
  count?: number | undefined
  /** What can be done to the list. */
  children?: ReactNode
}

/** The head of a panel: its name, how much is in it, and its own action. */
export function PanelHead({ title, count, children }: PanelHeadProps) {
  return (
    <div className="mb-2.5 flex min-h-8 items-center gap-2 touch:min-h-11">
      <h2>{title}</h2>
      {count !== undefined && count > 0 && <span className="figures text-ink-3">{count}</span>}
      <span className="ml-auto flex gap-2">{children}</span>
    </div>
  )
}
