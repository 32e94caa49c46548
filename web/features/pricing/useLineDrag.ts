import { type PointerEvent, useCallback, useEffect, useRef } from 'react'
import { beginsDrag, usePointerDrag } from '../../ui/usePointerDrag.ts'

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
  const follow = usePointerDrag()
  const latest = useRef(onDrop)
  useEffect(() => {
    latest.current = onDrop
  })

  return useCallback(
    (press: PointerEvent, key: string) => {
      if (beginsDrag(press)) press.preventDefault()
      let target: Target | null = null
      const mark = (next: Target | null) => {
        if (target) delete target.row.dataset.drop
        target = next
        if (next) next.row.dataset.drop = next.side
      }
      follow(press, {
        onMove: ({ clientX, clientY }) => {
          if (clientY < EDGE_PX) scrollBy(0, -SCROLL_PX)
          else if (clientY > innerHeight - EDGE_PX) scrollBy(0, SCROLL_PX)
          mark(targetAt(clientX, clientY))
        },
        onEnd: ({ isDropped }) => {
          const dropped = target
          mark(null)
          if (isDropped && dropped?.row.dataset.line)
            latest.current(key, dropped.row.dataset.line, dropped.side)
        },
      })
    },
    [follow],
  )
}
