import type { RouterHistory } from '@tanstack/react-router'
import { useEffect } from 'react'

/** The params of an address that open a form or details over its screen. */
const OVERLAY_PARAMS = ['new', 'edit', 'entry', 'task', 'update', 'book', 'photo']

const opensOverlay = (search: string) => {
  const params = new URLSearchParams(search)
  return OVERLAY_PARAMS.some((name) => params.has(name))
}

/** The dialog that was opened last, if one is open. */
const topDialog = () =>
  [...document.querySelectorAll('[role=dialog], [role=alertdialog]')]
    .filter((dialog) => dialog.getAttribute('data-state') !== 'closed')
    .at(-1)

/** Does what Escape does: closes the dialog, or says that it has unsaved text. */
const pressEscape = () =>
  (document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
  )

/**
 * Lets Back close the open dialog, as in any application of a phone, instead of leaving its screen.
 * One that came with the address is left with it, unless something was typed.
 */
export function useBackCloses(history: RouterHistory): void {
  useEffect(() => {
    let cameWithAddress = opensOverlay(history.location.search)
    const unsubscribe = history.subscribe(({ location, action }) => {
      const opens = opensOverlay(location.search)
      cameWithAddress = opens && (action.type !== 'REPLACE' || cameWithAddress)
    })
    const unblock = history.block({
      enableBeforeUnload: false,
      blockerFn: ({ action }) => {
        const dialog = action === 'BACK' ? topDialog() : undefined
        if (!dialog) return false
        if (cameWithAddress && !dialog.hasAttribute('data-changed')) return false
        // The blocked step is undone first: a dialog may change the address when it closes.
        addEventListener('popstate', () => setTimeout(pressEscape), { once: true })
        return true
      },
    })
    return () => {
      unblock()
      unsubscribe()
    }
  }, [history])
}
