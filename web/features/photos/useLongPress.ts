import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'

/** Shorter than the press after which a phone opens its own menu. */
const PRESS_MS = 450

/** The handlers of an element that a finger presses for a while; a press that moves on, to scroll, is none. */
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
      }, PRESS_MS)
    },
    onPointerUp: stop,
    onPointerLeave: stop,
    onPointerCancel: stop,
    onContextMenu: (event: MouseEvent) => {
      if (isTouch.current) event.preventDefault()
    },
    // Lifting the finger clicks; a click of the keyboard has no detail.
    onClickCapture: (event: MouseEvent) => {
      if (!wasLong.current || event.detail === 0) return
      wasLong.current = false
      event.stopPropagation()
    },
  }
}
