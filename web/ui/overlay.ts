import { createContext, type KeyboardEvent as ReactKeyboardEvent, useRef } from 'react'

/** Escape key events during which a toast was on screen but did not have the focus. */
const passedOn = new WeakSet<Event>()

/**
 * Lets the open dialog handle Escape. Radix gives it to the layer that opened last, which may be a
 * toast that opened by itself.
 */
export function passEscapeOn(event: KeyboardEvent) {
  const inToast = document.activeElement?.closest('[data-toast]')
  const dialog = document.querySelector('[role=dialog], [role=alertdialog]')
  if (inToast || !dialog) return
  event.preventDefault()
  passedOn.add(event)
}

/** Whether a toast has passed on an Escape event whose default it prevented. */
export const isPassedOn = (event: Event) => passedOn.has(event)

/** Whether an open list inside a dialog handles Escape first. A collapsible section does not. */
export const isForList = () =>
  document.activeElement?.matches('[role=combobox][aria-expanded=true]') === true

/** A key handler for the content of a dialog: closes it on an Escape that a toast has passed on. */
export const onPassedEscape = (close: () => void) => (event: ReactKeyboardEvent) => {
  if (event.key !== 'Escape' || !isPassedOn(event.nativeEvent) || isForList()) return
  // The dialog from which this one was opened stays open.
  event.stopPropagation()
  close()
}

/** Notifies the surrounding dialog that a value was chosen, for which there is no input event. */
export const ChosenContext = createContext(() => {})

/** The element that had the focus when a dialog was last opened from the screen itself. */
let lastOpener: Element | null = null

/**
 * Props for the content of a dialog that return the focus to the element that had it. If that
 * element was removed, they focus the one that opened an earlier dialog, or `main`. They do nothing
 * if the focus has moved elsewhere. Radix does this only for a dialog with a trigger.
 * @param focusesContent whether the content takes the focus when it opens, instead of its first
 * control
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
