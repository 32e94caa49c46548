import { useQueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { refreshAll } from '../api/query.ts'
import { viewedId } from '../boot/viewAs.ts'
import { offlineSince, onConnection } from './reach.ts'
import { registerWorker } from './register.ts'
import { watchConnection } from './watchConnection.ts'

/** Since when the server cannot be reached, as an ISO moment; undefined while it can. */
export const useOfflineSince = () => useSyncExternalStore(onConnection, offlineSince)

/** Keeps the application at hand for when it is offline, and reads everything again when it is back. */
export function useOffline(router: AnyRouter) {
  const client = useQueryClient()
  useEffect(
    () =>
      watchConnection(() => {
        void refreshAll(client)
        // A screen that could not be read, or whose chunk could not, has nothing on it that would ask again.
        void router.invalidate()
      }),
    [client, router],
  )
  // What was read before the worker was there is read again, so that it is kept. Nothing is kept of what others see.
  useEffect(
    () => (viewedId() ? undefined : registerWorker(() => void refreshAll(client))),
    [client],
  )
}
