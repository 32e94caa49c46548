import { type ReactElement, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { onPassedEscape } from './overlay.ts'
import { useFocusLeft } from './useFocusLeft.ts'

interface PopoverProps {
  open: boolean
  onClose: () => void
  /** The accessible name. */
  label: string
  /** The element it belongs to, which gets the focus back. */
  anchor: ReactElement
  /** The field that gets the focus. The panel itself by default. */
  field?: RefObject<HTMLElement | null> | undefined
  children: ReactNode
}

/** The distance to the anchor and to the edges of the window, in pixels. */
const GAP = 6
const WINDOW_MARGIN = 12

/**
 * The position of a panel of this size: below its anchor, above it if there is more room, inside
 * the window.
 */
function positionOf(anchor: DOMRect, width: number, height: number) {
  const below = innerHeight - anchor.bottom
  const top =
    below >= height + GAP + WINDOW_MARGIN || below >= anchor.top
      ? Math.min(anchor.bottom + GAP, innerHeight - height - WINDOW_MARGIN)
      : anchor.top - height - GAP
  const left = Math.min(anchor.left, innerWidth - width - WINDOW_MARGIN)
  return { top: Math.max(WINDOW_MARGIN, top), left: Math.max(WINDOW_MARGIN, left) }
}

/**
 * A small panel beside its anchor. Escape or a click outside closes it. It uses the browser's own
 * popover, which is above everything, closes by itself and returns the focus.
 */
export function Popover({ open, anchor, children, ...panel }: PopoverProps) {
  const container = useRef<HTMLDivElement>(null)
  return (
    <div ref={container} className="size-full">
      {anchor}
      {open && (
        <OpenPopover container={container} {...panel}>
          {children}
        </OpenPopover>
      )}
    </div>
  )
}

interface OpenPopoverProps extends Pick<PopoverProps, 'label' | 'onClose' | 'field' | 'children'> {
  container: { readonly current: HTMLElement | null }
}

function OpenPopover({ container, label, onClose, field, children }: OpenPopoverProps) {
  const panel = useRef<HTMLDivElement>(null)
  const opener = useRef<Element | null>(null)
  const latest = useRef(onClose)
  useEffect(() => {
    latest.current = onClose
  })
  useEffect(() => {
    const element = panel.current
    if (!element || !container.current) return
    const place = () => {
      if (!container.current) return
      const { offsetWidth, offsetHeight } = element
      const at = positionOf(container.current.getBoundingClientRect(), offsetWidth, offsetHeight)
      Object.assign(element.style, { top: `${at.top}px`, left: `${at.left}px` })
    }
    const close = (event: Event) => {
      if ((event as ToggleEvent).newState === 'closed') latest.current()
    }
    container.current.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
    opener.current = document.activeElement
    // Browsers before 2024 show it as a plain panel that only its own buttons close.
    element.showPopover?.()
    const focused = field?.current ?? element
    focused.focus({ preventScroll: true })
    place()
    // The size changes when the content has loaded, the position with the window.
    const observer = new ResizeObserver(place)
    observer.observe(element)
    observer.observe(document.documentElement)
    element.addEventListener('toggle', close)
    return () => {
      observer.disconnect()
      element.removeEventListener('toggle', close)
    }
  }, [container, field])
  // The browser returns it only when it closes the panel itself.
  useFocusLeft(panel, () => opener.current)
  return (
    <div
      ref={panel}
      popover="auto"
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onPassedEscape(onClose)}
      className="fixed inset-auto m-0 w-102 max-w-[calc(100vw-1.5rem)] animate-fade rounded-m border border-line-strong bg-surface p-0 text-base text-ink shadow-pop outline-none"
    >
      {children}
    </div>
  )
}
