import { type PointerEvent as ReactPointerEvent, useCallback, useEffect, useRef } from 'react'

/** A shorter movement is a click. */
const DRAG_THRESHOLD_PX = 4
/** The height at the edges of the window in which the page scrolls, and by how much. */
const EDGE_PX = 80
const SCROLL_PX = 14

type Side = 'before' | 'after'

interface Target {
  readonly row: HTMLElement
  readonly side: Side
}

/** The row under a point and which half of it. */
function targetAt(x: number, y: number): Target | null {
  const row = document
    .elementsFromPoint(x, y)
    .find((one): one is HTMLElement => one instanceof HTMLElement && Boolean(one.dataset.line))
  if (!row) return null
  const { top, height } = row.getBoundingClientRect()
  // Below the head of a section there is only its beginning.
  const isAfter = y > top + height / 2 || row.dataset.section !== undefined
  return { row, side: isAfter ? 'after' : 'before' }
}

/**
 * Drags lines with a mouse or pen. A finger scrolls. Escape cancels. The row over which a line is
 * held is marked without rendering, since there may be hundreds.
 */
export function useLineDrag(onDrop: (key: string, target: string, side: Side) => void) {
  const stop = useRef<(() => void) | null>(null)
  const latest = useRef(onDrop)
  useEffect(() => {
    latest.current = onDrop
  })
  useEffect(() => () => stop.current?.(), [])

  return useCallback((event: ReactPointerEvent, key: string) => {
    if (event.button !== 0 || event.pointerType === 'touch') return
    event.preventDefault()
    const { clientX: x, clientY: y } = event
    let isMoved = false
    let target: Target | null = null
    const mark = (next: Target | null) => {
      if (target) delete target.row.dataset.drop
      target = next
      if (next) next.row.dataset.drop = next.side
    }
    const end = (isDropped: boolean) => {
      const dropped = target
      mark(null)
      stop.current?.()
      if (isDropped && dropped?.row.dataset.line)
        latest.current(key, dropped.row.dataset.line, dropped.side)
    }
    const onMove = ({ clientX, clientY }: PointerEvent) => {
      isMoved ||= Math.hypot(clientX - x, clientY - y) > DRAG_THRESHOLD_PX
      if (!isMoved) return
      if (clientY < EDGE_PX) scrollBy(0, -SCROLL_PX)
      else if (clientY > innerHeight - EDGE_PX) scrollBy(0, SCROLL_PX)
      mark(targetAt(clientX, clientY))
    }
    const onKey = (pressed: KeyboardEvent) => {
      if (pressed.key !== 'Escape') return
      pressed.preventDefault()
      pressed.stopPropagation()
      end(false)
    }
    const ends = new AbortController()
    const options = { signal: ends.signal }
    stop.current = () => ends.abort()
    addEventListener('pointermove', onMove, options)
    addEventListener('pointerup', () => end(true), options)
    addEventListener('pointercancel', () => end(false), options)
    addEventListener('keydown', onKey, { ...options, capture: true })
  }, [])
}
