import type { ReactNode } from 'react'
import { MoreActions } from './MoreActions.tsx'

interface ScreenHeaderProps {
  title: string
  /** One line under the title. */
  text?: ReactNode
  /** The other actions. Where there is no room, they are a menu. */
  more?: ReactNode
  /** Whether they are a menu at any width. */
  isMenu?: boolean | undefined
  /** The main action of the screen. */
  children?: ReactNode
}

/** The header of a screen: its h1, its main action and the other ones. */
export function ScreenHeader({ title, text, more, isMenu, children }: ScreenHeaderProps) {
  return (
    <div className="@container mb-2 sm:mb-5 sm:short:mb-2">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 touch:min-h-11">
        <h1 className="flex-auto text-[1.0625rem] leading-tight tracking-tight @2xl:text-lg">
          {title}
        </h1>
        {(more || children) && (
          <div className="ml-auto flex flex-wrap items-center justify-end gap-2 @max-md:[&>button:not(.more-opener)>svg:not(.animate-spin)]:hidden">
            {more && <MoreActions isMenu={isMenu}>{more}</MoreActions>}
            {children}
          </div>
        )}
      </div>
      {text && <div className="text-ink-2 @max-2xl:text-sm">{text}</div>}
    </div>
  )
}

/** The header of a section, with a link at the end. */
export function SectionHeader({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="mt-7 mb-2.5 flex items-center gap-4">
      <h2>{title}</h2>
      <span className="ml-auto text-sm text-ink-2">{children}</span>
    </div>
  )
}

interface PanelHeaderProps {
  title: string
  /** The number of items in the panel, once it is known. */
  count?: number | undefined
  /** The adjective of the counted items, where the count does not include all: `open`. */
  noun?: string
  /** The other actions, a menu where there is no room, and the name of the menu. */
  more?: ReactNode
  moreLabel?: string
  /** The main action of the list. */
  children?: ReactNode
}

/** The header of a panel: its name, the number of its items, and its actions. */
export function PanelHeader({ title, count, noun, more, moreLabel, children }: PanelHeaderProps) {
  return (
    <div className="@container mb-2.5">
      <div className="flex min-h-8 flex-wrap items-center gap-2 touch:min-h-11">
        <h2>{title}</h2>
        {count !== undefined && count > 0 && (
          <span className="figures text-ink-3">{noun ? `${count} ${noun}` : count}</span>
        )}
        <span className="ml-auto flex items-center gap-2">
          {more && <MoreActions label={moreLabel}>{more}</MoreActions>}
          {children}
        </span>
      </div>
    </div>
  )
}
