import { OFFLINE_SINCE_HEADER } from '@plumbline/contract/offline.ts'
import { useSyncExternalStore } from 'react'

/** The server could not be reached. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
  /** Whether the request may have left the device. If so, it is unknown whether a write arrived. */
  readonly isSent: boolean

  constructor(cause: unknown, isSent = true) {
    super('The server cannot be reached. Check your connection and try again.', { cause })
    this.isSent = isSent
  }
}

let since: string | undefined
const listeners = new Set<() => void>()

function set(time: string | undefined) {
  since = time
  for (const listener of listeners) listener()
}

/**
 * When the server became unreachable, as an ISO date-time in UTC; undefined while it can be
 * reached.
 */
export const offlineSince = (): string | undefined => since

/** Calls the listener whenever {@link offlineSince} changes. @returns unsubscribes */
export function onConnection(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** {@link offlineSince} as a hook. */
export const useOfflineSince = () => useSyncExternalStore(onConnection, offlineSince)

/** Notes that the server could not be reached, now or at an earlier time. */
export function noteOffline(time = new Date().toISOString()) {
  if (since === undefined || time < since) set(time)
}

/** Notes that the server can be reached again. */
export function noteOnline() {
  if (since !== undefined) set(undefined)
}

/**
 * Sends a request and notes whether the server could be reached.
 * @throws NetworkError when there is no response
 */
export async function trackedFetch(address: string, init: RequestInit): Promise<Response> {
  const isSent = navigator.onLine
  try {
    const response = await fetch(address, init)
    // The response is from the cache of the service worker.
    const time = response.headers.get(OFFLINE_SINCE_HEADER)
    if (time) noteOffline(time)
    return response
  } catch (cause) {
    if (init.signal?.aborted) throw cause
    noteOffline()
    throw new NetworkError(cause, isSent)
  }
}
