import { useRouterState } from '@tanstack/react-router'
import { cx } from 'class-variance-authority'
import { Menu } from 'lucide-react'
import { useId } from 'react'
import { useMe } from '../api/me.ts'
import { unreadText, useUnread } from '../notifications/unread.ts'
import { paths } from '../paths.ts'
import { useWaitingUploads } from '../photos/waiting.ts'
import { Link } from './Link.tsx'
import { barOf, isAt, type NavLabel } from './nav.ts'

const placeClasses =
  'relative flex h-15 min-w-0 flex-auto flex-col items-center justify-center gap-1 px-0.5 pt-1 text-xs'

/** The places that a thumb reaches on a phone, and the menu with all the others. */
export function BottomBar({ onMenu }: { onMenu: () => void }) {
  const me = useMe()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const { messages } = useUnread()
  const waiting = useWaitingUploads()
  return (
    <nav
      aria-label="Quick links"
      data-bottom-bar
      className="no-print fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] sm:hidden"
    >
      {barOf(me.role).map((item) => (
        <BarLink
          key={item.path}
          item={item}
          on={isAt(pathname, item.path)}
          {...(item.path === paths.messages() && { count: messages, counted: 'unread' })}
          {...(item.path === paths.photos() && { count: waiting, counted: 'waiting to be sent' })}
        />
      ))}
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onMenu}
        className={cx(placeClasses, 'text-ink-2')}
      >
        <Menu aria-hidden className="size-5" />
        More
      </button>
    </nav>
  )
}

interface BarLinkProps {
  item: NavLabel
  on: boolean
  /** How much is unread or waits there, and which of the two. */
  count?: number
  counted?: string
}

/** The current place hangs on the plumb line. */
function BarLink({ item: { icon: Icon, label, path }, on, count = 0, counted }: BarLinkProps) {
  const countId = useId()
  return (
    <div className="relative flex min-w-0 flex-auto">
      <Link
        href={path}
        aria-current={on ? 'page' : undefined}
        {...(count > 0 && { 'aria-describedby': countId })}
        className={cx(placeClasses, on ? 'font-medium text-ink' : 'text-ink-2')}
      >
        {on && (
          <span aria-hidden className="absolute -top-px flex flex-col items-center">
            <span className="h-1.5 w-0.5 bg-accent" />
            <span className="bob h-2.5 w-2" />
          </span>
        )}
        <Icon aria-hidden className="size-5" />
        <span className="max-w-full truncate">{label}</span>
      </Link>
      {count > 0 && (
        <span
          id={countId}
          className="figures pointer-events-none absolute top-1.5 left-1/2 ml-1 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-ink px-1 text-xs font-bold text-ground"
        >
          {unreadText(count)}
          <span className="sr-only"> {counted}</span>
        </span>
      )}
    </div>
  )
}
