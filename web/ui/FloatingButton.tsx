import type { LucideIcon } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'

const CONTROLS = 'a, button, input, select, textarea, [role="slider"]'
/** Pixels. */
const OFFSET_STEP = 12
const MAX_OFFSET = 240
const SCROLL_END_MS = 120

/** Whether a small control lies under a square of the window, given in pixels. */
function hidesControl(own: HTMLElement, left: number, top: number, size: number): boolean {
  const parts = [0, 1 / 3, 2 / 3, 1].map((part) => part * size)
  return parts.some((x) =>
    parts.some((y) =>
      document.elementsFromPoint(left + x, top + y).some((element) => {
        const control = element.closest(CONTROLS)
        if (!control || control === own) return false
        // Of a large one, such as a photo, enough stays in reach.
        const { width, height } = control.getBoundingClientRect()
        return width < 2 * size || height < 2 * size
      }),
    ),
  )
}

/** Pixels by which a fixed button moves up so that it hides no control; found again when scrolling has ended. */
function useClearOffset(ref: RefObject<HTMLButtonElement | null>): number {
  const [offset, setOffset] = useState(0)
  useEffect(() => {
    const button = ref.current
    if (!button) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const place = () => {
      // The place in the layout, whatever the offset is now.
      const { offsetLeft, offsetTop, offsetWidth } = button
      let clear = 0
      while (
        clear <= MAX_OFFSET &&
        hidesControl(button, offsetLeft, offsetTop - clear, offsetWidth)
      )
        clear += OFFSET_STEP
      setOffset(clear <= MAX_OFFSET ? clear : 0)
    }
    const placeSoon = () => {
      clearTimeout(timer)
      timer = setTimeout(place, SCROLL_END_MS)
    }
    // The content of the screen comes later and changes.
    const content = new ResizeObserver(placeSoon)
    content.observe(document.body)
    addEventListener('scroll', placeSoon, { passive: true })
    addEventListener('resize', placeSoon)
    return () => {
      clearTimeout(timer)
      content.disconnect()
      removeEventListener('scroll', placeSoon)
      removeEventListener('resize', placeSoon)
    }
  }, [ref])
  return offset
}

/** The main action of a screen, floating at the lower right; it moves up from links and buttons that it would hide. */
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
