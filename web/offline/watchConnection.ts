import { backoffDelay } from '@plumbline/contract/backoff.ts'
import { OFFLINE_SINCE_HEADER } from '@plumbline/contract/offline.ts'
import { MINUTE_MS } from '@plumbline/contract/time.ts'
import { ApiError, send } from '../api/call.ts'
import {
  NetworkError,
  noteOffline,
  noteOnline,
  offlineSince,
  onConnection,
} from '../api/connection.ts'
import { meRow } from '../api/meRow.ts'
import { isUnauthorized, signInAgain } from '../api/unauthorized.ts'

/** The delay before the next attempt: the first one and the maximum. */
const RETRY_DELAY_MS = 1_000
const MAX_RETRY_DELAY_MS = 15_000
/** A connection that lasts this long is considered stable. Then the delay starts over. */
const STABLE_MS = MINUTE_MS

/** Whether the server itself answers, not the service worker in its place. */
async function isReached(): Promise<boolean> {
  try {
    return !(await send(meRow)).headers.has(OFFLINE_SINCE_HEADER)
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
  let failures = 0
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
    const delay = backoffDelay(failures, RETRY_DELAY_MS, MAX_RETRY_DELAY_MS)
    failures += 1
    timer ??= setTimeout(() => void attempt(), delay)
  }

  const unsubscribe = onConnection(() => {
    if (offlineSince() === undefined || timer !== undefined || isTrying) return
    // Requests that keep failing although the server answers are not retried every second.
    if (Date.now() - backAt > STABLE_MS) failures = 0
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
