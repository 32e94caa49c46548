import { OFFLINE_SINCE } from '@plumbline/contract/offline.ts'
import { useSyncExternalStore } from 'react'

/** The server could not be reached. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
  /** Whether it may have left the device: then it is unknown whether a write arrived. */
  readonly isSent: boolean

  constructor(cause: unknown, isSent = true) {
    super('The server cannot be reached. Check your connection and try again.', { cause })
    this.isSent = isSent
  }
}

let since: string | undefined
const listeners = new Set<() => void>()

function set(moment: string | undefined) {
  since = moment
  for (const listener of listeners) listener()
}

/** Since when the server cannot be reached, as an ISO moment; undefined while it can. */
export const offlineSince = (): string | undefined => since

/** Calls the listener whenever that changes, until what it returns is called. */
export function onConnection(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The same, for what shows it. */
export const useOfflineSince = () => useSyncExternalStore(onConnection, offlineSince)

/** The server could not be reached just now, or at an earlier moment. */
export function noteOffline(moment = new Date().toISOString()) {
  if (since === undefined || moment < since) set(moment)
}

/** The server can be reached again. */
export function noteOnline() {
  if (since !== undefined) set(undefined)
}

/** Sends a request, and notes whether the server could be reached. @throws NetworkError when no response came */
export async function reach(address: string, init: RequestInit): Promise<Response> {
  const isSent = navigator.onLine
  try {
    const response = await fetch(address, init)
    // The service worker had it from an earlier time.
    const moment = response.headers.get(OFFLINE_SINCE)
    if (moment) noteOffline(moment)
    return response
  } catch (cause) {
    if (init.signal?.aborted) throw cause
    noteOffline()
    throw new NetworkError(cause, isSent)
  }
}
