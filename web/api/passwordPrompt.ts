import { useSyncExternalStore } from 'react'

/** The question for the password that is on screen. */
interface PasswordPrompt {
  /** Closes it: `true` when the person has proved who they are. */
  readonly close: (confirmed: boolean) => void
  readonly answer: Promise<boolean>
}

let shown: PasswordPrompt | null = null
const listeners = new Set<() => void>()

function show(next: PasswordPrompt | null) {
  shown = next
  for (const listener of listeners) listener()
}

/** Asks for the password again; `false` when the person would rather not. Who asks meanwhile gets the same answer. */
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

/** The question that waits for an answer, if there is one. */
export function usePasswordPrompt(): PasswordPrompt | null {
  return useSyncExternalStore(subscribe, () => shown)
}
