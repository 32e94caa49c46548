import { cx } from 'class-variance-authority'
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
 * The pixels by which a fixed button moves up from its place so that it covers no control, or null
 * if there is no such place. Updated when scrolling has ended.
 */
function useClearOffset(
  place: RefObject<HTMLElement | null>,
  button: RefObject<HTMLElement | null>,
): number | null {
  const [offset, setOffset] = useState<number | null>(0)
  useEffect(() => {
    const [at, own] = [place.current, button.current]
    if (!at || !own) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const move = () => {
      const { left, top, width } = at.getBoundingClientRect()
      let clear = 0
      while (clear <= MAX_OFFSET_PX && hidesControl(own, left, top - clear, width))
        clear += OFFSET_STEP_PX
      setOffset(clear <= MAX_OFFSET_PX ? clear : null)
    }
    const moveSoon = () => {
      clearTimeout(timer)
      timer = setTimeout(move, SCROLL_END_MS)
    }
    // The content of the screen loads later and changes.
    const observer = new ResizeObserver(moveSoon)
    observer.observe(document.body)
    addEventListener('scroll', moveSoon, { passive: true })
    addEventListener('resize', moveSoon)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      removeEventListener('scroll', moveSoon)
      removeEventListener('resize', moveSoon)
    }
  }, [place, button])
  return offset
}

const placeClasses =
  'no-print fixed right-4.5 bottom-[max(1.75rem,env(safe-area-inset-bottom))] size-14 max-sm:bottom-[calc(1rem+var(--bottom-bar))] sm:right-7'

/**
 * The main action of a screen, floating at the lower right. It moves up from links and buttons that
 * it would cover, and into the top bar where controls leave no place.
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
  const place = useRef<HTMLSpanElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const offset = useClearOffset(place, button)
  const isDocked = offset === null
  return (
    <>
      <span ref={place} aria-hidden className={cx(placeClasses, 'pointer-events-none invisible')} />
      <button
        ref={button}
        type="button"
        aria-label={label}
        title={label}
        onClick={onClick}
        data-docked={isDocked || undefined}
        style={{ translate: `0 ${-(offset ?? 0)}px` }}
        className={cx(
          'grid place-items-center rounded-full bg-accent text-on-accent transition-[background-color,translate] hover:bg-accent-press',
          isDocked
            ? // On a phone beside the actions of the bar, which stay where they are.
              'no-print fixed top-[calc(0.25rem+var(--view-bar))] right-2 z-30 size-11 max-sm:right-29'
            : cx(placeClasses, 'z-20 shadow-pop'),
        )}
      >
        <Icon aria-hidden className="size-6" />
      </button>
    </>
  )
}
