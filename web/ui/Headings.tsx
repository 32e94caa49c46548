import { type ReactNode, useId } from 'react'
import { Panel } from './Card.tsx'

interface ScreenHeaderProps {
  title: string
  /** One line under the title. */
  text?: ReactNode
  /** The main actions or the main figure of the screen. */
  children?: ReactNode
}

/** The header of a screen: its h1 and its main actions. */
export function ScreenHeader({ title, text, children }: ScreenHeaderProps) {
  return (
    <div className="mb-5 flex flex-wrap items-end gap-x-4 gap-y-2">
      <div className="min-w-40 flex-1">
        <h1 className="text-lg tracking-tight">{title}</h1>
        {text && <p className="mt-1 text-ink-2">{text}</p>}
      </div>
      {children}
    </div>
  )
}

/** The header of a section, with a link at the end. */
export function SectionHeader({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="mt-7 mb-2.5 flex items-center gap-4">
      <h2>{title}</h2>
      <span className="ml-auto text-sm text-ink-2 *:hover:text-ink *:hover:underline *:hover:underline-offset-3 *:touch-target">
        {children}
      </span>
    </div>
  )
}

interface PanelHeaderProps {
  title: string
  /** The number of items in the panel, once it is known. */
  count?: number | undefined
  /** The adjective of the counted items, where the count does not include all: `open`. */
  noun?: string
  /** The actions of the list. */
  children?: ReactNode
}

/** The header of a panel: its name, the number of its items, and its actions. */
export function PanelHeader({ title, count, noun, children }: PanelHeaderProps) {
  return (
    <div className="mb-2.5 flex min-h-8 flex-wrap items-center gap-2 touch:min-h-11">
      <h2>{title}</h2>
      {count !== undefined && count > 0 && (
        <span className="figures text-ink-3">{noun ? `${count} ${noun}` : count}</span>
      )}
      <span className="ml-auto flex gap-2">{children}</span>
    </div>
  )
}

/** A named section of a screen in a panel, with an optional action in its header. */
export function Section({
  title,
  mark,
  action,
  children,
}: {
  title: string
  /** Shown beside the title, such as a badge with the readers. */
  mark?: ReactNode
  action?: ReactNode
  children: ReactNode
}) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <Panel className="[&>[role=alert]]:m-4">
        <div className="flex min-h-12 items-center gap-3 border-b border-line px-4 py-1.5">
          <h2 id={titleId}>{title}</h2>
          {mark}
          <div className="no-print ml-auto">{action}</div>
        </div>
        {children}
      </Panel>
    </section>
  )
}
