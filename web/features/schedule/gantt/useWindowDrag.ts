import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

/** In pixels from the upper left corner of the chart, wherever it is scrolled to. */
export interface ChartPoint {
  readonly x: number
  readonly y: number
}

/** The place of a pointer in an element that is scrolled. */
export function pointIn(element: Element, { clientX, clientY }: MouseEvent): ChartPoint {
  const { left, top } = element.getBoundingClientRect()
  return { x: clientX - left, y: clientY - top }
}

/** Below this many pixels it is a click. */
const THRESHOLD = 3

interface DragHandlers {
  readonly onMove: (point: ChartPoint) => void
  /** Let go after it was moved. */
  readonly onDrop: () => void
  /** Not moved, or given up with Escape. */
  readonly onCancel: () => void
}

/** Follows the pointer from where it was pressed until it is let go, also outside the window. */
export function useWindowDrag(
  chart: RefObject<HTMLElement | null>,
  start: ChartPoint,
  handlers: DragHandlers,
) {
  const hasMoved = useRef(false)
  const onMove = useEffectEvent((event: PointerEvent) => {
    if (!chart.current) return
    // The button was let go where nothing told us.
    if (event.buttons === 0) return handlers.onCancel()
    const point = pointIn(chart.current, event)
    hasMoved.current ||= Math.hypot(point.x - start.x, point.y - start.y) > THRESHOLD
    if (hasMoved.current) handlers.onMove(point)
  })
  const onUp = useEffectEvent(() => (hasMoved.current ? handlers.onDrop() : handlers.onCancel()))
  const onCancel = useEffectEvent(() => handlers.onCancel())
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // Only the drag ends; an open panel stays.
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
