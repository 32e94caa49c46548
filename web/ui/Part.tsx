import { type ReactNode, useId } from 'react'
import { Panel } from './Card.tsx'

/** A named part of a page; `action` stands at the end of its head. */
export function Part({
  title,
  action,
  children,
}: {
  title: string
  action?: ReactNode
  children: ReactNode
}) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <Panel className="[&>[role=alert]]:m-4">
        <div className="flex min-h-12 items-center gap-3 border-b border-line px-4 py-1.5">
          <h2 id={titleId}>{title}</h2>
          <div className="no-print ml-auto">{action}</div>
        </div>
        {children}
      </Panel>
    </section>
  )
}
