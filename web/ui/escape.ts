import type { KeyboardEvent as ReactKeyboardEvent } from 'react'

/** Escapes that were pressed while a message was on screen, but not in it. */
const passedOn = new WeakSet<Event>()

/** Leaves Escape to where the person is. The primitives give it to what opened last, and a message opens unasked. */
export function passEscapeOn(event: KeyboardEvent) {
  const inToast = document.activeElement?.closest('[data-toast]')
  const elsewhere = document.querySelector('[role=dialog], [role=alertdialog]')
  if (inToast || !elsewhere) return
  event.preventDefault()
  passedOn.add(event)
}

/** An open list inside a dialog takes the first Escape for itself. */
export const isForList = () => document.activeElement?.getAttribute('aria-expanded') === 'true'

/** For the content of a dialog: closes it at an Escape that a message passed on. */
export const onPassedEscape = (close: () => void) => (event: ReactKeyboardEvent) => {
  if (event.key !== 'Escape' || !passedOn.has(event.nativeEvent) || isForList()) return
  // A dialog that this one was opened from stays.
  event.stopPropagation()
  close()
}
