import {
  createRootRouteWithContext,
  Outlet,
  useMatches,
  useRouterState,
} from '@tanstack/react-router'
import { cx } from 'class-variance-authority'
import { Menu, Search } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useCompany } from '../api/company.ts'
import { useMe } from '../api/me.ts'
import { Bell } from '../features/notifications/Bell.tsx'
import { unreadText, useUnread } from '../features/notifications/unread.ts'
import { ScreenLetterhead } from '../print/Letterhead.tsx'
import type { RouterContext } from '../screens/screen.ts'
import { AccessDenied } from '../screens/screenStates.tsx'
import { BobMark } from '../ui/Artwork.tsx'
import { Button } from '../ui/Button.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { BottomBar } from './BottomBar.tsx'
import { Sidebar } from './Sidebar.tsx'
import { useLinkLeftBy } from './useLinkLeftBy.ts'

const loadDrawer = () => import('./Drawer.tsx')
const Drawer = lazyPart(loadDrawer)
const Palette = lazyPart(() => import('./Palette.tsx'))
const Keys = lazyPart(() => import('./Keys.tsx'))

export const Route = createRootRouteWithContext<RouterContext>()({ component: Frame })

/** The title and width of the current screen, and the message for a role that may not open it. */
function useScreen() {
  const me = useMe()
  const company = useCompany()
  const { info, search } = useMatches({
    select: (matches) => ({
      info: matches.at(-1)?.staticData.screen,
      search: matches.at(-1)?.search ?? {},
    }),
  })
  if (!info) return { title: '', wide: false }
  const title = typeof info.title === 'string' ? info.title : info.title({ company, search })
  const wide = info.wide === true
  return info.roles.includes(me.role) ? { title, wide } : { title, wide, denied: info.denied }
}

/** The frame around every screen of a signed-in person: sidebar, top bar, and the overlays. */
function Frame() {
  const company = useCompany()
  const { title, wide, denied } = useScreen()
  const { notifications: unread } = useUnread()
  const unreadMark = unread > 0 ? `(${unreadText(unread)}) ` : ''
  const [overlay, setOverlay] = useState<Overlay>(null)
  useOverlayKeys(setOverlay)

  return (
    <div className="lg:grid lg:min-h-[calc(100dvh-var(--view-bar))] lg:grid-cols-[15rem_minmax(0,1fr)] print:block!">
      <title>{unreadMark + [title, company.companyName].filter(Boolean).join(' · ')}</title>
      <a
        href="#main"
        className="fixed top-2 left-2 z-60 rounded-s bg-ink px-3 py-2 text-ground not-focus:sr-only"
      >
        Skip to content
      </a>
      <aside className="no-print sticky top-(--view-bar) h-[calc(100dvh-var(--view-bar))] border-r border-line max-lg:hidden">
        <Sidebar />
      </aside>
      <div className="min-w-0">
        <TopBar
          title={title}
          onFind={() => setOverlay('palette')}
          onMenu={() => setOverlay('menu')}
        />
        <Main title={title} wide={wide}>
          {denied ? <AccessDenied text={denied} /> : <Outlet />}
        </Main>
      </div>
      <BottomBar onMenu={() => setOverlay('menu')} />
      {overlay === 'menu' && <Drawer onClose={() => setOverlay(null)} />}
      {overlay === 'palette' && (
        <Palette onClose={() => setOverlay(null)} onKeys={() => setOverlay('keys')} />
      )}
      {overlay === 'keys' && <Keys onClose={() => setOverlay(null)} />}
    </div>
  )
}

/**
 * The main content. It takes the focus after navigation, and after a view as another person was
 * closed, so that keyboard users start at its top. Going back leads to the link that was followed.
 */
function Main({
  title,
  wide,
  children,
}: {
  title: string
  wide: boolean
  children: React.ReactNode
}) {
  const main = useRef<HTMLElement>(null)
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const linkLeftBy = useLinkLeftBy(main)
  const focusAfterMove = useEffectEvent(() => {
    const target = linkLeftBy() ?? main.current
    target?.focus({ preventScroll: true })
  })
  const before = useRef(document.referrer.includes('/view-as/') ? '' : pathname)
  useEffect(() => {
    const moved = before.current !== undefined && before.current !== pathname
    // Does not take the focus from a dialog that is already open.
    if (moved && !document.activeElement?.closest('[role="dialog"]')) focusAfterMove()
    before.current = pathname
  }, [pathname])
  return (
    <main
      ref={main}
      id="main"
      tabIndex={-1}
      aria-label={title || undefined}
      className={cx(
        'px-4 pt-2 outline-none sm:px-7 sm:pt-5 sm:short:pt-2 print:max-w-none! print:p-0!',
        'max-sm:pb-42',
        wide
          ? 'pb-28 sm:pt-4.5 sm:short:pt-2 lg:pb-0'
          : 'max-w-310 pb-28 sm:pt-6.5 sm:short:pt-2 lg:pb-15',
      )}
    >
      <ScreenLetterhead />
      {children}
    </main>
  )
}

function TopBar({
  title,
  onFind,
  onMenu,
}: {
  title: string
  onFind: () => void
  onMenu: () => void
}) {
  const mac = navigator.platform.startsWith('Mac')
  return (
    <header className="no-print sticky top-(--view-bar) z-30 flex h-13 items-center gap-3 border-b border-line bg-ground/90 pr-2 pl-1.5 backdrop-blur-sm sm:px-4 lg:px-7 sm:[body:has([data-docked])_&]:pr-15">
      <Button
        variant="quiet"
        size="icon"
        aria-label="Open menu"
        aria-haspopup="dialog"
        className="lg:hidden"
        onPointerDown={() => void loadDrawer()}
        onClick={onMenu}
      >
        <Menu aria-hidden className="max-sm:hidden" />
        <BobMark className="h-6 w-5.5 sm:hidden" />
      </Button>
      <span className="min-w-0 truncate font-medium text-ink-2 max-lg:text-ink max-sm:[body:has([data-docked])_&]:pr-13">
        {title}
      </span>
      <span className="flex-1" />
      <Bell />
      <Button variant="quiet" size="icon" aria-label="Find" className="sm:hidden" onClick={onFind}>
        <Search aria-hidden />
      </Button>
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={onFind}
        className="flex h-8 w-70 items-center gap-2 rounded-s border border-line bg-surface pr-2 pl-2.5 text-sm text-ink-3 transition-colors hover:border-control max-sm:hidden touch:h-11"
      >
        <Search aria-hidden className="size-3.5" />
        Find a job, person or bid
        <kbd className="ml-auto rounded-xs border border-line px-1.5 font-sans text-xs">
          {mac ? '⌘ K' : 'Ctrl K'}
        </kbd>
      </button>
    </header>
  )
}

export type Overlay = 'menu' | 'palette' | 'keys' | null

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Moves the focus to the search box of the screen, if it has one. */
function focusSearch(): boolean {
  const search = document.querySelector<HTMLInputElement>('main input[type=search]')
  search?.focus()
  search?.select()
  return document.activeElement === search
}

/**
 * Opens the palette with Ctrl/Cmd-K anywhere. Unless the person is typing in a field, / goes to the
 * search of the screen, or the palette where there is none, and ? opens the list of shortcuts.
 */
function useOverlayKeys(open: (overlay: Overlay) => void) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey) {
        event.preventDefault()
        open('palette')
      } else if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) {
        return
      } else if (event.key === '?') {
        event.preventDefault()
        open('keys')
      } else if (event.key === '/') {
        event.preventDefault()
        if (!focusSearch()) open('palette')
      }
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [open])
}
