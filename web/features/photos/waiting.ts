import { useSyncExternalStore } from 'react'

// In what everybody loads first, so there is no more of the queue here than its number.

let waiting = 0
const listeners = new Set<() => void>()

/** Tells the application how many photos wait to be sent. */
export function noteWaiting(count: number) {
  if (count === waiting) return
  waiting = count
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** How many photos of the person wait in this browser to be sent. */
export const useWaitingUploads = () => useSyncExternalStore(subscribe, () => waiting)
