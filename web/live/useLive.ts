import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { send } from '../api/call.ts'
import { useMe } from '../api/me.ts'
import { meRow } from '../api/meRow.ts'
import { isUnauthorized, signInAgain } from '../api/unauthorized.ts'
import { viewedId } from '../api/viewAs.ts'
import { receivePresence, startListening } from './present.ts'
import { createRefresher } from './refresh.ts'
import { followEvents } from './tabs.ts'

/** The time that a tab has to leave the page when it signs out itself. */
const SIGN_OUT_GRACE_MS = 1_000
let checkTimer: ReturnType<typeof setTimeout> | undefined

/** Redirects to the sign-in page if the session is over. */
function checkSession() {
  clearTimeout(checkTimer)
  checkTimer = setTimeout(() => {
    send(meRow).catch((error: unknown) => {
      if (isUnauthorized(error)) signInAgain()
    })
  }, SIGN_OUT_GRACE_MS)
}

/** Resets the state of this module between tests. */
export const resetSessionCheck = () => clearTimeout(checkTimer)

/**
 * Keeps the screen up to date with the server. Not in a view as another person, since the session
 * is not theirs.
 */
export function useLive() {
  const client = useQueryClient()
  const { id: personId } = useMe()
  useEffect(() => {
    // Component tests have no `EventSource`.
    if (viewedId() || !('EventSource' in window)) return
    const { change, reset, stop } = createRefresher(client)
    const unfollow = followEvents({
      personId,
      onRefused: checkSession,
      onMessage(message) {
        if (message.type === 'change') change(message.event)
        else if (message.type === 'reset') reset()
        else if (message.type === 'presence') receivePresence(message.presence)
        else startListening()
      },
    })
    // A page restored from the back/forward cache has missed events.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) reset()
    }
    addEventListener('pageshow', onShow)
    return () => {
      removeEventListener('pageshow', onShow)
      unfollow()
      stop()
    }
  }, [client, personId])
}
