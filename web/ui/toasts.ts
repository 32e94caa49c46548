import { useSyncExternalStore } from 'react'

export interface Toast {
  readonly title?: string
  readonly description?: string
  /** A second line with details. */
  readonly note?: string
  readonly variant?: 'default' | 'destructive'
  /** A button, such as Undo. */
  readonly action?: { readonly label: string; readonly onClick: () => void }
  /** Runs once the message is on screen. */
  readonly onShown?: () => void
}
export interface ShownToast extends Toast {
  readonly id: number
  readonly open: boolean
}

const TOAST_LIMIT = 1
const DURATION_MS = 5000
/** The duration of a message with a button, which takes longer to read and to reach. */
const ACTION_DURATION_MS = 10_000
const TOAST_REMOVE_DELAY_MS = 1_000_000

let shown: readonly ShownToast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function set(next: readonly ShownToast[]) {
  shown = next
  for (const listener of listeners) listener()
}

/** Shows a message. It replaces one that is already on screen. */
export function toast(message: Toast) {
  lastId += 1
  set([{ ...message, id: lastId, open: true }, ...shown].slice(0, TOAST_LIMIT))
}

/** Runs the `onShown` of a message once, even if the toaster is mounted several times. */
export function markShown(id: number) {
  const item = shown.find((other) => other.id === id)
  if (!item?.onShown) return
  const { onShown, ...rest } = item
  set(shown.map((other) => (other.id === id ? rest : other)))
  onShown()
}

/**
 * Closes a message. It remains in the store for a while, so that its closing animation can finish.
 */
export function dismiss(id: number) {
  if (!shown.some((item) => item.id === id && item.open)) return
  set(shown.map((item) => (item.id === id ? { ...item, open: false } : item)))
  setTimeout(() => set(shown.filter((item) => item.id !== id)), TOAST_REMOVE_DELAY_MS)
}

/** The time for which a message stays on screen. */
export const durationOf = (action: Toast['action']) => (action ? ACTION_DURATION_MS : DURATION_MS)

/** Resets the state of this module between tests. */
export const resetToasts = () => set([])

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The messages in the store, newest first. */
export function useToasts(): readonly ShownToast[] {
  return useSyncExternalStore(subscribe, () => shown)
}
