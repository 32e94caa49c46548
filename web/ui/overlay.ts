import { createContext, type KeyboardEvent as ReactKeyboardEvent, useRef } from 'react'

/** Escape presses while a toast was on screen but did not have the focus. */
const passedOn = new WeakSet<Event>()

/** Radix gives Escape to the layer that opened last. A toast opens by itself, so it leaves Escape to the open dialog. */
export function passEscapeOn(event: KeyboardEvent) {
  const inToast = document.activeElement?.closest('[data-toast]')
  const elsewhere = document.querySelector('[role=dialog], [role=alertdialog]')
  if (inToast || !elsewhere) return
  event.preventDefault()
  passedOn.add(event)
}

/** Whether a toast has passed an Escape on, which it prevented for itself. */
export const isPassedOn = (event: Event) => passedOn.has(event)

/** An open list inside a dialog takes the first Escape for itself; a fold does not. */
export const isForList = () =>
  document.activeElement?.matches('[role=combobox][aria-expanded=true]') === true

/** For the content of a dialog: closes it at an Escape that a message passed on. */
export const onPassedEscape = (close: () => void) => (event: ReactKeyboardEvent) => {
  if (event.key !== 'Escape' || !isPassedOn(event.nativeEvent) || isForList()) return
  // A dialog that this one was opened from stays.
  event.stopPropagation()
  close()
}

/** Tells the dialog around that a value was chosen, of which the browser has no event as it has of typing. */
export const ChosenContext = createContext(() => {})

/** What had the focus when a dialog was last opened from the screen itself. */
let lastOpener: Element | null = null

/**
 * For the content of a dialog: returns the focus to the element that had it; to the one that opened an earlier dialog, or to
 * `main`, when that is gone; does nothing when it has moved elsewhere. Radix does this only for a dialog with a trigger.
 * @param focusesContent the content takes the focus when it opens, and not its first control
 */
export function useReturnFocus({ focusesContent = false } = {}) {
  const opener = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: (event: Event) => {
      const active = document.activeElement
      opener.current = active === document.body ? null : active
      if (opener.current && !opener.current.closest('[role=dialog], [role=alertdialog]'))
        lastOpener = opener.current
      if (!focusesContent || !(event.target instanceof HTMLElement)) return
      event.preventDefault()
      event.target.focus()
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (document.activeElement && document.activeElement !== document.body) return
      const openers = [opener.current, lastOpener]
      const target =
        openers.find((element) => element?.isConnected) ?? document.querySelector('main')
      if (target instanceof HTMLElement) target.focus({ preventScroll: true })
    },
  }
}
