import type { authRoutes } from '@plumbline/contract/auth.ts'
import { OFFLINE_SINCE } from '@plumbline/contract/offline.ts'
import { ApiError, send } from '../api/call.ts'
import { NetworkError, noteOffline, noteOnline, offlineSince, onConnection } from '../api/reach.ts'
import { isUnauthorized, signInAgain } from '../api/unauthorized.ts'

const me = { method: 'GET', path: '/api/auth/user' } as const satisfies Pick<
  typeof authRoutes.me,
  'method' | 'path'
>

/** The delay before the next attempt: the first one and the maximum. */
const RETRY_DELAY_MS = 1_000
const MAX_RETRY_DELAY_MS = 15_000
/** A connection that lasts this long is considered stable. Then the delay starts over. */
const STABLE_MS = 60_000

/** Whether the server itself answers, not the service worker in its place. */
async function isReached(): Promise<boolean> {
  try {
    return !(await send(me)).headers.has(OFFLINE_SINCE)
  } catch (error) {
    if (isUnauthorized(error)) signInAgain()
    return !(error instanceof NetworkError) && !(error instanceof ApiError && error.status >= 500)
  }
}

/**
 * While the server cannot be reached, tries it again from a visible tab with increasing delays.
 * @param onBack called each time that it can be reached again
 * @returns stops watching
 */
export function watchConnection(onBack: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let retryDelay = RETRY_DELAY_MS
  let backAt = 0
  let isTrying = false

  async function attempt() {
    clearTimeout(timer)
    timer = undefined
    if (isTrying || document.hidden || offlineSince() === undefined) return
    isTrying = true
    const isBack = await isReached()
    isTrying = false
    if (!isBack) return retryLater()
    backAt = Date.now()
    noteOnline()
    onBack()
  }
  function retryLater() {
    timer ??= setTimeout(() => void attempt(), retryDelay)
    retryDelay = Math.min(retryDelay * 2, MAX_RETRY_DELAY_MS)
  }

  const unsubscribe = onConnection(() => {
    if (offlineSince() === undefined || timer !== undefined || isTrying) return
    // Requests that keep failing although the server answers are not retried every second.
    if (Date.now() - backAt > STABLE_MS) retryDelay = RETRY_DELAY_MS
    retryLater()
  })
  const onOffline = () => noteOffline()
  const attemptNow = () => void attempt()
  addEventListener('offline', onOffline)
  addEventListener('online', attemptNow)
  document.addEventListener('visibilitychange', attemptNow)
  if (!navigator.onLine) noteOffline()
  else if (offlineSince() !== undefined) retryLater()
  return () => {
    clearTimeout(timer)
    unsubscribe()
    removeEventListener('offline', onOffline)
    removeEventListener('online', attemptNow)
    document.removeEventListener('visibilitychange', attemptNow)
  }
}
