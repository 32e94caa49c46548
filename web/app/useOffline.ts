import { useQueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { refreshAll } from '../api/query.ts'
import { viewedId } from '../api/viewAs.ts'
import { registerWorker } from '../offline/register.ts'
import { watchConnection } from '../offline/watchConnection.ts'

/** The first screen has the network to itself for so long; milliseconds. */
const DELAY = 2_000

/** Keeps the application at hand for when it is offline; when it is back, reads everything again and sends the photos that wait. */
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
  useEffect(() => {
    const resume = async () => (await import('../features/photos/resume.ts')).resumeUploads(client)
    // What cannot be loaded now is loaded with the screen that shows it.
    const timer = setTimeout(() => void resume().catch(() => undefined), DELAY)
    return () => clearTimeout(timer)
  }, [client])
  // What was read before the worker was there is read again, so that it is kept, also of screens that were left. Nothing is kept
  // of what others see.
  useEffect(
    () => (viewedId() ? undefined : registerWorker(() => void client.refetchQueries())),
    [client],
  )
}
