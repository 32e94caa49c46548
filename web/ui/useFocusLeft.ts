import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'

/**
 * Moves the focus when an element that has it, or contains it, is about to be removed. Otherwise
 * keyboard users would start again at the top of the page.
 */
export function useFocusLeft(
  element: RefObject<HTMLElement | null>,
  next: () => Element | null | undefined,
) {
  const latest = useEffectEvent(next)
  useLayoutEffect(() => {
    const removed = element.current
    return () => {
      if (!removed?.contains(document.activeElement)) return
      const target = latest()
      if (target instanceof HTMLElement) target.focus({ preventScroll: true })
    }
  }, [element])
}
