import { useSyncExternalStore } from 'react'

// Part of the first download, so it holds only the number of waiting uploads.

let waiting = 0
const listeners = new Set<() => void>()

/** Publishes the number of photos waiting to be sent. */
export function setWaitingCount(count: number) {
  if (count === waiting) return
  waiting = count
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The number of the person's photos waiting in this browser to be sent. */
export const useWaitingUploads = () => useSyncExternalStore(subscribe, () => waiting)
