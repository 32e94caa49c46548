import type { authRoutes } from '@plumbline/contract/auth.ts'
import { OFFLINE_SINCE } from '@plumbline/contract/offline.ts'
import { ApiError, send } from '../api/call.ts'
import { NetworkError, noteOffline, noteOnline, offlineSince, onConnection } from '../api/reach.ts'
import { isUnauthorized, signInAgain } from '../api/unauthorized.ts'

const me = { method: 'GET', path: '/api/auth/user' } as const satisfies Pick<
  typeof authRoutes.me,
  'method' | 'path'
>

/** Milliseconds before the server is tried again: the first time, and at most. */
const PAUSE = 1_000
const LONGEST_PAUSE = 15_000
/** A connection that holds for so long has come back for good; milliseconds. */
const STEADY = 60_000

/** Whether the server answers, not the service worker in its place. */
async function isReached(): Promise<boolean> {
  try {
    return !(await send(me)).headers.has(OFFLINE_SINCE)
  } catch (error) {
    if (isUnauthorized(error)) signInAgain()
    return !(error instanceof NetworkError) && !(error instanceof ApiError && error.status >= 500)
  }
}

/**
 * While the server cannot be reached, tries it again in a tab that is on screen, less and less often.
 * @param onBack called each time that it can be reached again
 * @returns ends that
 */
export function watchConnection(onBack: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let pause = PAUSE
  let backAt = 0
  let isTrying = false

  async function attempt() {
    clearTimeout(timer)
    timer = undefined
    if (isTrying || document.hidden || offlineSince() === undefined) return
    isTrying = true
    const isBack = await isReached()
    isTrying = false
    if (!isBack) return tryLater()
    backAt = Date.now()
    noteOnline()
    onBack()
  }
  function tryLater() {
    timer ??= setTimeout(() => void attempt(), pause)
    pause = Math.min(pause * 2, LONGEST_PAUSE)
  }

  const unlisten = onConnection(() => {
    if (offlineSince() === undefined || timer !== undefined || isTrying) return
    // What fails again and again, though the server answers, is not tried every second.
    if (Date.now() - backAt > STEADY) pause = PAUSE
    tryLater()
  })
  const onOffline = () => noteOffline()
  const now = () => void attempt()
  addEventListener('offline', onOffline)
  addEventListener('online', now)
  document.addEventListener('visibilitychange', now)
  if (!navigator.onLine) noteOffline()
  else if (offlineSince() !== undefined) tryLater()
  return () => {
    clearTimeout(timer)
    unlisten()
    removeEventListener('offline', onOffline)
    removeEventListener('online', now)
    document.removeEventListener('visibilitychange', now)
  }
}
