import { HOUR_MS } from '@plumbline/contract/time.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { offlineSince, onConnection } from '../api/connection.ts'
import { refreshAll } from '../api/query.ts'
import { viewedId } from '../api/viewAs.ts'
import { DATABASE } from '../offline/actions/names.ts'
import { mayHaveStored } from '../offline/queue/names.ts'
import { registerWorker } from '../offline/register.ts'
import { watchConnection } from '../offline/watchConnection.ts'

/** The time after which what is needed offline is read again when the application is shown. */
const KEEP_INTERVAL_MS = HOUR_MS

/**
 * Reads ahead what the person needs offline where a service worker caches it: after the start, when
 * the connection is back, and when the application is shown again later.
 * @returns stops
 */
function keepJobsFresh(client: QueryClient): () => void {
  if (viewedId() || !('serviceWorker' in navigator)) return () => undefined
  const { serviceWorker } = navigator
  let keptAt = 0
  async function keep() {
    if (!serviceWorker.controller || offlineSince() !== undefined || document.hidden) return
    if (Date.now() - keptAt < KEEP_INTERVAL_MS) return
    keptAt = Date.now()
    await (await import('./keepJobs.ts')).keepJobs(client)
  }
  // If this fails, it is tried again the next time.
  const start = () => void keep().catch(() => undefined)
  const restart = () => {
    keptAt = 0
    start()
  }
  const timer = setTimeout(start, KEEP_DELAY_MS)
  const unsubscribe = onConnection(restart)
  serviceWorker.addEventListener('controllerchange', restart)
  document.addEventListener('visibilitychange', start)
  return () => {
    clearTimeout(timer)
    unsubscribe()
    serviceWorker.removeEventListener('controllerchange', restart)
    document.removeEventListener('visibilitychange', start)
  }
}

/** The delays that leave the network to the first screen. */
const KEEP_DELAY_MS = 4_000
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
    // Loaded while there is a connection, so that actions can wait, and be shown, without one.
    const startActions = async () => {
      const { actionQueue } = await import('../offline/actions/actionQueue.ts')
      actionQueue.start(client)
      await import('../offline/actions/WaitingDialog.tsx')
    }
    // Those of an earlier visit are on the screen from the start: nobody takes a step twice.
    const startStored = async () => {
      if (await mayHaveStored(DATABASE)) await startActions()
    }
    // If this fails, the screen that shows the uploads, or the next action, loads it again.
    const attempt = (start: () => Promise<void>) => void start().catch(() => undefined)
    attempt(startStored)
    const timer = setTimeout(() => {
      attempt(resume)
      attempt(startActions)
    }, RESUME_DELAY_MS)
    return () => clearTimeout(timer)
  }, [client])
  useEffect(() => keepJobsFresh(client), [client])
  // Reads from before the worker was active are repeated so that it caches them, also those of
  // earlier screens. Nothing is cached in a view as another person.
  useEffect(
    () => (viewedId() ? undefined : registerWorker(() => void client.refetchQueries())),
    [client],
  )
}
