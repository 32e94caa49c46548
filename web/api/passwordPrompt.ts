import { useSyncExternalStore } from 'react'

/** The password prompt that is on screen. */
interface PasswordPrompt {
  /** Closes the prompt; `true` when the person has entered the password. */
  readonly close: (confirmed: boolean) => void
  readonly answer: Promise<boolean>
}

let shown: PasswordPrompt | null = null
const listeners = new Set<() => void>()

function show(next: PasswordPrompt | null) {
  shown = next
  for (const listener of listeners) listener()
}

/**
 * Asks for the password again. Resolves with `false` when the person cancels. Concurrent callers
 * share one prompt and its answer.
 */
export function askPassword(): Promise<boolean> {
  if (shown) return shown.answer
  let resolve: (confirmed: boolean) => void
  const answer = new Promise<boolean>((done) => {
    resolve = done
  })
  const close = (confirmed: boolean) => {
    show(null)
    resolve(confirmed)
  }
  show({ close, answer })
  return answer
}

/** Resets the state of this module between tests. */
export const resetPrompt = () => show(null)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The password prompt that waits for an answer, if there is one. */
export function usePasswordPrompt(): PasswordPrompt | null {
  return useSyncExternalStore(subscribe, () => shown)
}
