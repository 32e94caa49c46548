import { useQueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { refreshAll } from '../api/query.ts'
import { viewedId } from '../api/viewAs.ts'
import { registerWorker } from '../offline/register.ts'
import { watchConnection } from '../offline/watchConnection.ts'

/** The delay that leaves the network to the first screen. */
const RESUME_DELAY_MS = 2_000

/**
 * Makes the application work offline. When the connection is back, fetches everything again and
 * sends the photos and the actions that are waiting.
 */
export function useOffline(router: AnyRouter) {
  const client = useQueryClient()
  useEffect(
    () =>
      watchConnection(() => {
        void refreshAll(client)
        // A screen whose data or chunk failed to load has nothing on it that would refetch.
        void router.invalidate()
      }),
    [client, router],
  )
  useEffect(() => {
    const resume = async () => (await import('../features/photos/resume.ts')).resumeUploads(client)
    // Loaded while there is a connection, so that the actions of a tab can wait without one.
    const startActions = async () =>
      (await import('../offline/actions/queue.ts')).actionQueue.start(client)
    const timer = setTimeout(() => {
      // If this fails, the screen that shows the uploads, or the next action, loads it again.
      for (const start of [resume, startActions]) void start().catch(() => undefined)
    }, RESUME_DELAY_MS)
    return () => clearTimeout(timer)
  }, [client])
  // Reads from before the worker was active are repeated so that it caches them, also those of
  // earlier screens. Nothing is cached in a view as another person.
  useEffect(
    () => (viewedId() ? undefined : registerWorker(() => void client.refetchQueries())),
    [client],
  )
}
