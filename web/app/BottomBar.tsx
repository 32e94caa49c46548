import { useRouterState } from '@tanstack/react-router'
import { cx } from 'class-variance-authority'
import { Menu } from 'lucide-react'
import { useId } from 'react'
import { useMe } from '../api/me.ts'
import { unreadText } from '../features/notifications/unread.ts'
import { Link } from '../screens/Link.tsx'
import { barOf, isAt, type NavLabel } from '../screens/nav.ts'
import { type PlaceCount, useCountOf } from './useCountOf.ts'

const placeClasses =
  'relative flex h-15 min-w-0 flex-auto flex-col items-center justify-center gap-1 px-0.5 pt-1 text-xs'

/** The bar at the bottom of a phone: the main places, and the menu with all others. */
export function BottomBar({ onMenu }: { onMenu: () => void }) {
  const me = useMe()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const countOf = useCountOf()
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
          counted={countOf(item.path)}
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
  counted: PlaceCount | undefined
}

/** The link to a place. The current one is marked with a plumb line. */
function BarLink({ item: { icon: Icon, label, path }, on, counted }: BarLinkProps) {
  const countId = useId()
  return (
    <div className="relative flex min-w-0 flex-auto">
      <Link
        href={path}
        aria-current={on ? 'page' : undefined}
        {...(counted && { 'aria-describedby': countId })}
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
      {counted && (
        <span
          id={countId}
          className="figures pointer-events-none absolute top-1.5 left-1/2 ml-1 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-ink px-1 text-xs font-bold text-ground"
        >
          {unreadText(counted.count)}
          <span className="sr-only"> {counted.counted}</span>
        </span>
      )}
    </div>
  )
}
