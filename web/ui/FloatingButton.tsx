import type { LucideIcon } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'

const CONTROLS = 'a, button, input, select, textarea, [role="slider"]'
const OFFSET_STEP_PX = 12
const MAX_OFFSET_PX = 240
const SCROLL_END_MS = 120

/** Whether a small control lies under a square of the window, in pixels. */
function hidesControl(own: HTMLElement, left: number, top: number, size: number): boolean {
  const parts = [0, 1 / 3, 2 / 3, 1].map((part) => part * size)
  return parts.some((x) =>
    parts.some((y) =>
      document.elementsFromPoint(left + x, top + y).some((element) => {
        const control = element.closest(CONTROLS)
        if (!control || control === own) return false
        // Enough of a large control, such as a photo, remains clickable.
        const { width, height } = control.getBoundingClientRect()
        return width < 2 * size || height < 2 * size
      }),
    ),
  )
}

/**
 * The pixels by which a fixed button moves up so that it covers no control. Updated when scrolling
 * has ended.
 */
function useClearOffset(ref: RefObject<HTMLButtonElement | null>): number {
  const [offset, setOffset] = useState(0)
  useEffect(() => {
    const button = ref.current
    if (!button) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const place = () => {
      // The position in the layout, regardless of the current offset.
      const { offsetLeft, offsetTop, offsetWidth } = button
      let clear = 0
      while (
        clear <= MAX_OFFSET_PX &&
        hidesControl(button, offsetLeft, offsetTop - clear, offsetWidth)
      )
        clear += OFFSET_STEP_PX
      setOffset(clear <= MAX_OFFSET_PX ? clear : 0)
    }
    const placeSoon = () => {
      clearTimeout(timer)
      timer = setTimeout(place, SCROLL_END_MS)
    }
    // The content of the screen loads later and changes.
    const observer = new ResizeObserver(placeSoon)
    observer.observe(document.body)
    addEventListener('scroll', placeSoon, { passive: true })
    addEventListener('resize', placeSoon)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      removeEventListener('scroll', placeSoon)
      removeEventListener('resize', placeSoon)
    }
  }, [ref])
  return offset
}

/**
 * The main action of a screen, floating at the lower right. It moves up from links and buttons that
 * it would cover.
 */
export function FloatingButton({
  label,
  icon: Icon,
  onClick,
}: {
  label: string
  icon: LucideIcon
  onClick: () => void
}) {
  const ref = useRef<HTMLButtonElement>(null)
  const offset = useClearOffset(ref)
  return (
    <button
      ref={ref}
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      style={{ translate: `0 ${-offset}px` }}
      className="no-print fixed right-4.5 bottom-[max(1.75rem,env(safe-area-inset-bottom))] max-sm:bottom-[calc(1rem+var(--bottom-bar))] z-20 grid size-14 place-items-center rounded-full bg-accent text-on-accent shadow-pop transition-[background-color,translate] hover:bg-accent-press sm:right-7"
    >
      <Icon aria-hidden className="size-6" />
    </button>
  )
}
