import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

/** A point in pixels from the upper left corner of the chart, independent of scrolling. */
export interface ChartPoint {
  readonly x: number
  readonly y: number
}

/** The position of a pointer in a scrolled element. */
export function pointIn(element: Element, { clientX, clientY }: MouseEvent): ChartPoint {
  const { left, top } = element.getBoundingClientRect()
  return { x: clientX - left, y: clientY - top }
}

/** A shorter movement is a click. */
const DRAG_THRESHOLD_PX = 3

interface DragHandlers {
  readonly onMove: (point: ChartPoint) => void
  /** Called on a release after a move. */
  readonly onDrop: () => void
  /** Called on a release without a move, and on Escape. */
  readonly onCancel: () => void
}

/** Follows the pointer from the press until the release, also outside the window. */
export function useWindowDrag(
  chart: RefObject<HTMLElement | null>,
  start: ChartPoint,
  handlers: DragHandlers,
) {
  const hasMoved = useRef(false)
  const onMove = useEffectEvent((event: PointerEvent) => {
    if (!chart.current) return
    // The button was released without a `pointerup` event.
    if (event.buttons === 0) return handlers.onCancel()
    const point = pointIn(chart.current, event)
    hasMoved.current ||= Math.hypot(point.x - start.x, point.y - start.y) > DRAG_THRESHOLD_PX
    if (hasMoved.current) handlers.onMove(point)
  })
  const onUp = useEffectEvent(() => (hasMoved.current ? handlers.onDrop() : handlers.onCancel()))
  const onCancel = useEffectEvent(() => handlers.onCancel())
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // Ends only the drag. An open panel stays.
    event.preventDefault()
    event.stopPropagation()
    handlers.onCancel()
  })
  useEffect(() => {
    const ends = new AbortController()
    const options = { signal: ends.signal, capture: true }
    addEventListener('pointermove', (event) => onMove(event), options)
    addEventListener('pointerup', () => onUp(), options)
    addEventListener('pointercancel', () => onCancel(), options)
    addEventListener('keydown', (event) => onKey(event), options)
    return () => ends.abort()
  }, [])
}
