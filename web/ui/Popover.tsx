import { type ReactElement, type ReactNode, useEffect, useRef } from 'react'

interface PopoverProps {
  open: boolean
  onClose: () => void
  /** Names it for screen readers. */
  label: string
  /** What it belongs to, which gets the focus back. */
  anchor: ReactElement
  children: ReactNode
}

/** The room in pixels to the anchor, and to the edges of the window. */
const GAP = 6
const EDGE = 12

/** Where a panel of this size is: below its anchor, above it where there is more room, inside the window. */
function placeOf(anchor: DOMRect, width: number, height: number) {
  const below = innerHeight - anchor.bottom
  const top =
    below >= height + GAP + EDGE || below >= anchor.top
      ? Math.min(anchor.bottom + GAP, innerHeight - height - EDGE)
      : anchor.top - height - GAP
  const left = Math.min(anchor.left, innerWidth - width - EDGE)
  return { top: Math.max(EDGE, top), left: Math.max(EDGE, left) }
}

/**
 * A small panel beside what it belongs to; Escape or a click outside closes it. The browser's own popover: it lies above
 * everything, closes by itself and gives the focus back.
 */
export function Popover({ open, onClose, label, anchor, children }: PopoverProps) {
  const holder = useRef<HTMLDivElement>(null)
  return (
    <div ref={holder} className="size-full">
      {anchor}
      {open && (
        <OpenPopover holder={holder} label={label} onClose={onClose}>
          {children}
        </OpenPopover>
      )}
    </div>
  )
}

interface OpenPopoverProps extends Pick<PopoverProps, 'label' | 'onClose' | 'children'> {
  holder: { readonly current: HTMLElement | null }
}

function OpenPopover({ holder, label, onClose, children }: OpenPopoverProps) {
  const panel = useRef<HTMLDivElement>(null)
  const latest = useRef(onClose)
  useEffect(() => {
    latest.current = onClose
  })
  useEffect(() => {
    const element = panel.current
    if (!element || !holder.current) return
    const place = () => {
      if (!holder.current) return
      const { offsetWidth, offsetHeight } = element
      const at = placeOf(holder.current.getBoundingClientRect(), offsetWidth, offsetHeight)
      Object.assign(element.style, { top: `${at.top}px`, left: `${at.left}px` })
    }
    const close = (event: Event) => {
      if ((event as ToggleEvent).newState === 'closed') latest.current()
    }
    holder.current.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
    // Browsers before 2024 show it as a panel that its own buttons close.
    element.showPopover?.()
    element.focus({ preventScroll: true })
    place()
    // Its size changes when its content has been read, its place with the window.
    const resized = new ResizeObserver(place)
    resized.observe(element)
    resized.observe(document.documentElement)
    element.addEventListener('toggle', close)
    return () => {
      resized.disconnect()
      element.removeEventListener('toggle', close)
    }
  }, [holder])
  return (
    <div
      ref={panel}
      popover="auto"
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      className="fixed inset-auto m-0 w-102 max-w-[calc(100vw-1.5rem)] animate-fade rounded-m border border-line-strong bg-surface p-0 text-base text-ink shadow-pop outline-none"
    >
      {children}
    </div>
  )
}
