import { useRef } from 'react'

/**
 * For the content of a dialog: gives the focus back to what had it before, to the page when that is gone, and leaves it
 * alone when it has gone elsewhere. Radix by itself lets go of it where a dialog has no trigger of its own.
 */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (document.activeElement && document.activeElement !== document.body) return
      const target = opener.current?.isConnected ? opener.current : document.querySelector('main')
      if (target instanceof HTMLElement) target.focus({ preventScroll: true })
    },
  }
}
