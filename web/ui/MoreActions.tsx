import { Ellipsis } from 'lucide-react'
import { type ReactNode, type ToggleEvent, useEffect, useId, useRef } from 'react'
import { Button } from './Button.tsx'

/** The distance to the button and to the edges of the window, in pixels. */
const GAP = 6
const WINDOW_MARGIN = 12
const MENU_WIDTH = 240

/** The position of the menu: at the right edge of its button, on the side with more room. */
function insetsOf({ top, bottom, right }: DOMRect) {
  const isBelow = innerHeight - bottom >= top
  const fromRight = Math.min(innerWidth - right, innerWidth - MENU_WIDTH - WINDOW_MARGIN)
  return {
    top: isBelow ? `${bottom + GAP}px` : 'auto',
    bottom: isBelow ? 'auto' : `${innerHeight - top + GAP}px`,
    left: 'auto',
    right: `${Math.max(WINDOW_MARGIN, fromRight)}px`,
  }
}

/** Whether a press opens a panel inside of the menu, which would close with it. */
const opensPanel = ({ target }: Event) =>
  target instanceof Element && target.closest('[aria-haspopup=dialog][aria-expanded]') !== null

interface MoreActionsProps {
  /** The buttons and links. */
  children: ReactNode
  /** The accessible name of the button that opens the menu. */
  label?: string | undefined
  /** Whether they are a menu at any width. */
  isMenu?: boolean | undefined
}

/**
 * Actions that are a row where their container has room, and a menu behind "…" where it has not.
 * The menu is the browser's own popover: a press outside, Escape and an action close it.
 */
export function MoreActions({
  children,
  label = 'Other actions',
  isMenu = false,
}: MoreActionsProps) {
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const isOpen = useRef(false)
  const openedAt = useRef(0)
  useEffect(() => {
    const element = menu.current
    if (!element) return
    const close = () => {
      if (isOpen.current) element.hidePopover()
    }
    const onPress = (event: Event) => {
      if (!opensPanel(event)) close()
    }
    element.addEventListener('click', onPress)
    // It is placed once, and would lie elsewhere than its button. The event of a scroll that ended
    // before it was opened may come later.
    const onScroll = () => {
      if (Math.abs(scrollY - openedAt.current) > 1) close()
    }
    addEventListener('scroll', onScroll, { passive: true })
    addEventListener('resize', close)
    return () => {
      element.removeEventListener('click', onPress)
      removeEventListener('scroll', onScroll)
      removeEventListener('resize', close)
    }
  }, [])
  const onBeforeToggle = ({ newState, target }: ToggleEvent) => {
    if (target !== menu.current) return
    isOpen.current = newState === 'open'
    openedAt.current = scrollY
    if (isOpen.current && opener.current)
      Object.assign(menu.current.style, insetsOf(opener.current.getBoundingClientRect()))
  }
  return (
    <>
      <Button
        ref={opener}
        variant="quiet"
        size="icon"
        aria-label={label}
        popoverTarget={id}
        className={isMenu ? 'more-opener' : 'more-opener more-opener-narrow'}
      >
        <Ellipsis aria-hidden />
      </Button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        className={isMenu ? 'more-menu' : 'more-row'}
        onBeforeToggle={onBeforeToggle}
      >
        {children}
      </div>
    </>
  )
}
