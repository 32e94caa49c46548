import { type PointerEvent as ReactPointerEvent, useCallback, useEffect, useRef } from 'react'

/** A shorter movement is a click. */
const DRAG_THRESHOLD_PX = 4

interface DragHandlers {
  /** Called on each move of a drag. */
  readonly onMove: (event: PointerEvent) => void
  /**
   * Called once at the end. `isDropped` is false after Escape and for a drag that the system
   * interrupts; `isMoved` is false for a click.
   */
  readonly onEnd: (end: { readonly isDropped: boolean; readonly isMoved: boolean }) => void
}

/** Whether a press begins a drag: of a mouse or pen. A finger scrolls. */
export const beginsDrag = ({ button, pointerType }: ReactPointerEvent): boolean =>
  button === 0 && pointerType !== 'touch'

/** @returns a function that follows a pointer from its press until the release. Escape cancels. */
export function usePointerDrag() {
  const stop = useRef<(() => void) | null>(null)
  useEffect(() => () => stop.current?.(), [])

  return useCallback((press: ReactPointerEvent, { onMove, onEnd }: DragHandlers) => {
    if (!beginsDrag(press)) return
    const { clientX: x, clientY: y } = press
    let isMoved = false
    const ends = new AbortController()
    stop.current = () => ends.abort()
    const end = (isDropped: boolean) => {
      ends.abort()
      onEnd({ isDropped, isMoved })
    }
    const move = (event: PointerEvent) => {
      isMoved ||= Math.hypot(event.clientX - x, event.clientY - y) > DRAG_THRESHOLD_PX
      if (isMoved) onMove(event)
    }
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // Ends only the drag. An open panel stays.
      event.preventDefault()
      event.stopPropagation()
      end(false)
    }
    const options = { signal: ends.signal }
    addEventListener('pointermove', move, options)
    addEventListener('pointerup', () => end(true), options)
    addEventListener('pointercancel', () => end(false), options)
    addEventListener('keydown', key, { ...options, capture: true })
  }, [])
}
