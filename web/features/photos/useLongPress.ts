import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'

/** Shorter than the press that opens a phone's own menu. */
const LONG_PRESS_MS = 450

/**
 * The event handlers for a long press with a finger. A press that turns into scrolling does not
 * count.
 */
export function useLongPress(onPress: (() => void) | undefined) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isTouch = useRef(false)
  const wasLong = useRef(false)
  const stop = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  if (!onPress) return {}
  return {
    onPointerDown: ({ pointerType }: PointerEvent) => {
      stop()
      isTouch.current = pointerType === 'touch'
      wasLong.current = false
      if (!isTouch.current) return
      timer.current = setTimeout(() => {
        wasLong.current = true
        onPress()
      }, LONG_PRESS_MS)
    },
    onPointerUp: stop,
    onPointerLeave: stop,
    onPointerCancel: stop,
    onContextMenu: (event: MouseEvent) => {
      if (isTouch.current) event.preventDefault()
    },
    // Lifting the finger causes a click. A click by keyboard has a `detail` of 0.
    onClickCapture: (event: MouseEvent) => {
      if (!wasLong.current || event.detail === 0) return
      wasLong.current = false
      event.stopPropagation()
    },
  }
}
