import type { RouterHistory } from '@tanstack/react-router'
import { useEffect } from 'react'
import { opensOverlay } from '../screens/screen.ts'

const DIALOGS = ':is([role=dialog], [role=alertdialog])[data-state=open]'
const POPOVERS = 'popover' in HTMLElement.prototype ? ':popover-open[role=dialog]' : ''

/** The overlays of the screen, the one opened last at the end. */
const openOverlays = () => [
  ...document.querySelectorAll<HTMLElement>(DIALOGS),
  // These are above every dialog.
  ...(POPOVERS ? document.querySelectorAll<HTMLElement>(POPOVERS) : []),
]

/** Closes an overlay as Escape does: a form with typed text says that it is still there. */
function close(overlay: HTMLElement) {
  if (overlay.popover !== null && overlay.popover !== undefined) return overlay.hidePopover()
  const focused = document.activeElement
  const target = focused && overlay.contains(focused) ? focused : overlay
  target.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
  )
}

/**
 * Lets Back close what is open over a screen, as in any application of a phone, instead of leaving
 * it. What came with the address is left with it, unless something was typed. On the first page of
 * a tab the browser asks nobody, and leaves.
 */
export function useBackCloses(history: RouterHistory): void {
  useEffect(() => {
    let key = history.location.state.__TSR_key
    let cameWithAddress = opensOverlay(history.location.search)
    const unsubscribe = history.subscribe(({ location, action }) => {
      // A blocked step is announced like any other.
      if (location.state.__TSR_key === key && action.type !== 'REPLACE') return
      key = location.state.__TSR_key
      const opens = opensOverlay(location.search)
      cameWithAddress = opens && (action.type !== 'REPLACE' || cameWithAddress)
    })
    const unblock = history.block({
      enableBeforeUnload: false,
      blockerFn: ({ action }) => {
        const overlays = action === 'BACK' ? openOverlays() : []
        const top = overlays.at(-1)
        if (!top) return false
        const isAlone = overlays.length === 1 && !top.hasAttribute('data-changed')
        if (cameWithAddress && isAlone) return false
        // The blocked step is undone first: a dialog may change the address when it closes.
        addEventListener('popstate', () => setTimeout(close, 0, top), { once: true })
        return true
      },
    })
    return () => {
      unblock()
      unsubscribe()
    }
  }, [history])
}
