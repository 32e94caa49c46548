import { useRouterState } from '@tanstack/react-router'
import { CircleUserRound, ContactRound, Receipt, Settings, Tags } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import { type FocusEvent, type RefObject, useRef } from 'react'
import { paths } from '../paths.ts'
import { Link } from '../screens/Link.tsx'
import { isAt, type NavLabel } from '../screens/nav.ts'

// Here and not in nav.ts, which every page loads.
const officeMenu: readonly NavLabel[] = [
  { path: paths.customers(), label: 'Customers', icon: ContactRound },
  { path: paths.invoices(), label: 'Invoices', icon: Receipt },
  { path: paths.priceList(), label: 'Price list', icon: Tags },
  { path: paths.settings(), label: 'Settings', icon: Settings },
  { path: paths.account(), label: 'My account', icon: CircleUserRound },
]

interface PersonMenuProps {
  /** The person at the foot of the sidebar, who gets the focus back on close. */
  anchor: RefObject<HTMLElement | null>
  /** Whether it was opened with a key, after which its first item has the focus. */
  byKey: boolean
  onClose: () => void
}

/** The menu of the person at the foot of the sidebar: screens that the sidebar does not list. */
export default function PersonMenu({ anchor, byKey, onClose }: PersonMenuProps) {
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const first = useRef<HTMLAnchorElement>(null)
  const isEntered = useRef(!byKey)
  const enter = ({ target, currentTarget }: FocusEvent) => {
    if (isEntered.current || target !== currentTarget) return
    isEntered.current = true
    first.current?.focus()
  }
  return (
    <Radix.Root open onOpenChange={onClose}>
      {/* The button is there before the code of the menu, which places itself by this. */}
      <Radix.Trigger asChild>
        <span aria-hidden className="pointer-events-none absolute inset-0" />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side="top"
          align="start"
          sideOffset={6}
          collisionPadding={12}
          aria-labelledby={anchor.current?.id}
          onFocus={enter}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            anchor.current?.focus()
          }}
          className="z-60 w-52 animate-fade rounded-m border border-line-strong bg-surface p-1.5 text-ink shadow-pop"
        >
          {officeMenu.map(({ path, label, icon: Icon }, index) => (
            <Radix.Item key={path} asChild>
              <Link
                {...(index === 0 && { ref: first })}
                href={path}
                aria-current={isAt(pathname, path) ? 'page' : undefined}
                className="flex h-9 items-center gap-2.5 rounded-s px-2.5 aria-[current]:font-medium data-highlighted:bg-sunken touch:h-11"
              >
                <Icon aria-hidden className="size-4 shrink-0 text-ink-2" />
                {label}
              </Link>
            </Radix.Item>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
