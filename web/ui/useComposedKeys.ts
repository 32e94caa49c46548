import { useLayoutEffect } from 'react'

/** The key code of a key that an input method has taken. */
const TAKEN_KEY = 229

/** A key event. Its code is deprecated, but in Safari nothing else tells these keys apart. */
interface PressedKey extends Pick<KeyboardEvent, 'isComposing' | 'stopImmediatePropagation'> {
  readonly keyCode: number
}

/**
 * Stops a key that belongs to a word being composed (Japanese, Chinese, Korean …). In Safari the
 * composition has ended before the Enter that ends it arrives.
 */
function leaveToInputMethod(event: PressedKey) {
  if (event.isComposing || event.keyCode === TAKEN_KEY) event.stopImmediatePropagation()
}

/**
 * Leaves every key to the input method while a word is composed, so that no handler of the page or
 * of a library needs to know of it. Listens before all of them: a layout effect of the root runs
 * before any effect below it, and the window captures events first.
 */
export function useComposedKeys() {
  useLayoutEffect(() => {
    addEventListener('keydown', leaveToInputMethod, { capture: true })
    return () => removeEventListener('keydown', leaveToInputMethod, { capture: true })
  }, [])
}
