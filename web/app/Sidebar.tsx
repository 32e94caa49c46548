import type { User } from '@plumbline/contract/people.ts'
import { useRouterState } from '@tanstack/react-router'
import { cx } from 'class-variance-authority'
import { LogOut } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useCompany } from '../api/company.ts'
import { useMe } from '../api/me.ts'
import { isAdmin } from '../api/people.ts'
import { signOut } from '../api/unauthorized.ts'
import { viewedId } from '../api/viewAs.ts'
import { unreadText } from '../features/notifications/unread.ts'
import { paths } from '../paths.ts'
import { CompanyLogo } from '../screens/CompanyLogo.tsx'
import { Link } from '../screens/Link.tsx'
import { isAt, navOf, type SidebarLabel } from '../screens/nav.ts'
import { BobMark } from '../ui/Artwork.tsx'
import { Button } from '../ui/Button.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { Avatar } from '../ui/Person.tsx'
import { titleCase } from '../ui/status.ts'
import { ThemeToggle, useThemeLabel } from '../ui/ThemeToggle.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'
import { type PlaceCount, useCountOf } from './useCountOf.ts'

const loadPersonMenu = () => import('./PersonMenu.tsx')
const PersonMenu = lazyPart(loadPersonMenu)

/** The company, the screens of the person's role, and the person. */
export function Sidebar() {
  const me = useMe()
  const company = useCompany()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const countOf = useCountOf()
  return (
    <div className="flex h-full flex-col pt-2 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
      <Company name={company.companyName} hasLogo={company.logoUrl !== null} />
      <nav aria-label="Main" className="flex-1 overflow-y-auto pr-2.5 pl-4">
        <ul>
          {navOf(me.role, company).map((item) => (
            <NavLink
              key={item.path}
              item={item}
              on={isAt(pathname, item.path)}
              counted={countOf(item.path)}
            />
          ))}
        </ul>
      </nav>
      <div className="mt-2 flex items-center gap-1 border-t border-line pt-2.5 pr-3 pl-4">
        <Person person={me} />
        <Tooltip text={useThemeLabel()}>
          <ThemeToggle />
        </Tooltip>
        {viewedId() === undefined && (
          <Tooltip text="Logout">
            <Button variant="quiet" size="icon" aria-label="Logout" onClick={signOut}>
              <LogOut aria-hidden />
            </Button>
          </Tooltip>
        )}
      </div>
    </div>
  )
}

const personClasses =
  'relative flex min-w-0 flex-1 items-center gap-2 rounded-s py-0.5 touch:min-h-11'

/** The person, with a menu for the office and a link to their account for others. */
function Person({ person }: { person: User }) {
  if (viewedId() !== undefined)
    return (
      <div className={personClasses}>
        <Identity person={person} />
      </div>
    )
  if (isAdmin(person)) return <OfficePerson person={person} />
  return (
    <Link href={paths.account()} className={cx(personClasses, 'hover:bg-sunken')}>
      <span className="sr-only">My account: </span>
      <Identity person={person} />
    </Link>
  )
}

function OfficePerson({ person }: { person: User }) {
  const [opened, setOpened] = useState<{ readonly byKey: boolean } | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <div className="relative flex min-w-0 flex-1">
      <button
        ref={button}
        type="button"
        id={useId()}
        aria-haspopup="menu"
        aria-expanded={opened !== null}
        className={cx(personClasses, 'text-start hover:bg-sunken')}
        onPointerDown={() => void loadPersonMenu()}
        // A click without a pointer is that of a key.
        onClick={({ detail }) => setOpened({ byKey: detail === 0 })}
      >
        <span className="sr-only">Your menu: </span>
        <Identity person={person} />
      </button>
      {opened && <PersonMenu anchor={button} {...opened} onClose={() => setOpened(null)} />}
    </div>
  )
}

/** The person's picture, name and role. */
function Identity({ person }: { person: User }) {
  return (
    <>
      <Avatar person={person} />
      <span className="min-w-0 leading-tight">
        <span className="block truncate font-medium">
          {person.firstName} {person.lastName}
        </span>{' '}
        <span className="block text-xs text-ink-3">{titleCase(person.role)}</span>
      </span>
    </>
  )
}

/**
 * The company's logo and name. A wide logo leaves no room for the name, which then wraps below the
 * visible area and is only read by screen readers. In the drawer, the close button is to the right.
 */
function Company({ name, hasLogo }: { name: string; hasLogo: boolean }) {
  return (
    <div className="mb-3 ml-5.5 mr-4 flex h-9 flex-wrap items-center gap-x-2.5 overflow-hidden max-lg:mr-13">
      {hasLogo ? <CompanyLogo className="h-9 max-w-full" /> : <BobMark />}
      <span className="flex h-9 min-w-0 flex-1 basis-24 items-center font-bold tracking-tight">
        <span className="truncate">{name}</span>
      </span>
    </div>
  )
}

interface NavLinkProps {
  item: SidebarLabel
  on: boolean
  counted: PlaceCount | undefined
}

/**
 * The link to a screen. The current one is marked with a plumb line. A count of unread or pending
 * items stands beside its name.
 */
function NavLink({ item, on, counted }: NavLinkProps) {
  const { icon: Icon } = item
  const countId = useId()
  return (
    <li className={cx('relative', item.isHoldings && 'mt-2 border-t border-line pt-2')}>
      <Link
        href={item.path}
        aria-current={on ? 'page' : undefined}
        {...(counted && { 'aria-describedby': countId })}
        className={cx(
          'relative flex h-8.5 items-center gap-2.5 rounded-s px-2.5 touch:h-11',
          on
            ? 'bg-surface font-medium text-ink inset-ring inset-ring-line'
            : 'text-ink-2 transition-colors hover:bg-sunken hover:text-ink',
        )}
      >
        {on && (
          <span
            aria-hidden
            className="absolute inset-y-0 -left-2.5 flex w-1.5 flex-col items-center"
          >
            <span className="w-0.5 flex-1 bg-accent" />
            <span className="mb-px bob h-2.5 w-1.5" />
          </span>
        )}
        <Icon aria-hidden className="size-4 shrink-0" />
        <span className="truncate">{item.label}</span>
      </Link>
      {/* Outside of the link, so that the link's accessible name does not change. */}
      {counted && (
        <span
          id={countId}
          className="figures pointer-events-none absolute inset-y-0 right-2.5 flex items-center text-sm font-medium text-info"
        >
          {unreadText(counted.count)}
          <span className="sr-only"> {counted.counted}</span>
        </span>
      )}
    </li>
  )
}
