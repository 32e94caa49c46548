import {
  cloneElement,
  type PointerEvent,
  type ReactElement,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'

const DELAY_MS = 700
const SKIP_DELAY_MS = 300
const GAP = 6
const EDGE = 8

/** When the last tooltip went; one that is asked for soon after comes at once. */
let lastClosedAt = Number.NEGATIVE_INFINITY

/** Above the control, below it where there is no room, never past the edge of the screen. */
function place(tip: HTMLElement, { left, width, top, bottom }: DOMRect) {
  // In the top layer, so that no dialog or scrolling box cuts it off.
  tip.showPopover?.()
  const own = tip.getBoundingClientRect()
  const over = top - GAP - own.height
  const middle = left + width / 2 - own.width / 2
  tip.style.top = `${over >= EDGE ? over : bottom + GAP}px`
  tip.style.left = `${Math.max(EDGE, Math.min(middle, window.innerWidth - EDGE - own.width))}px`
}

/** A few words about the control it wraps; never the only place where something is said. */
export function Tooltip({
  text,
  children,
}: {
  text: string
  children: ReactElement<{ 'aria-describedby'?: string }>
}) {
  const id = useId()
  const [anchor, setAnchor] = useState<DOMRect | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const hide = () => {
    clearTimeout(timer.current)
    if (anchor) lastClosedAt = performance.now()
    setAnchor(null)
  }
  const show = (wrapper: Element, delay: number) => {
    const control = wrapper.firstElementChild
    clearTimeout(timer.current)
    timer.current = setTimeout(() => control && setAnchor(control.getBoundingClientRect()), delay)
  }
  const onPointerEnter = (event: PointerEvent<HTMLElement>) => {
    if (event.pointerType === 'touch') return
    show(event.currentTarget, performance.now() - lastClosedAt < SKIP_DELAY_MS ? 0 : DELAY_MS)
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  return (
    <span
      className="contents"
      onPointerEnter={onPointerEnter}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => event.target.matches(':focus-visible') && show(event.currentTarget, 0)}
      onBlur={hide}
      onKeyDown={(event) => event.key === 'Escape' && hide()}
    >
      {cloneElement(children, anchor ? { 'aria-describedby': id } : {})}
      {anchor && (
        <span
          ref={(tip) => {
            if (tip) place(tip, anchor)
          }}
          id={id}
          role="tooltip"
          popover="manual"
          className="fixed inset-auto m-0 max-w-70 animate-fade rounded-s border-0 bg-ink px-2.5 py-1 text-sm text-ground shadow-pop"
        >
          {text}
        </span>
      )}
    </span>
  )
}
