import type { authRoutes } from '@plumbline/contract/auth.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { send } from '../api/call.ts'
import { useMe } from '../api/me.ts'
import { isUnauthorized, signInAgain } from '../api/unauthorized.ts'
import { viewedId } from '../api/viewAs.ts'
import { notePresence, nowHearing } from './present.ts'
import { refreshes } from './refresh.ts'
import { followEvents } from './tabs.ts'

const me = { method: 'GET', path: '/api/auth/user' } as const satisfies Pick<
  typeof authRoutes.me,
  'method' | 'path'
>

/** Time for a tab that signs out itself to be left; milliseconds. */
const LEAVING = 1_000
let check: ReturnType<typeof setTimeout> | undefined

/** Leads to sign-in when the session is over. */
function checkSession() {
  clearTimeout(check)
  check = setTimeout(() => {
    send(me).catch((error: unknown) => {
      if (isUnauthorized(error)) signInAgain()
    })
  }, LEAVING)
}

/** Resets the state of this module between tests. */
export const resetSessionCheck = () => clearTimeout(check)

/** Keeps what is on screen as it is on the server. Not in a view of what somebody else sees, whose session it is not. */
export function useLive() {
  const client = useQueryClient()
  const { id: personId } = useMe()
  useEffect(() => {
    // Screens are tested without a browser, too.
    if (viewedId() || !('EventSource' in window)) return
    const { change, reset, stop } = refreshes(client)
    const unfollow = followEvents({
      personId,
      onRefused: checkSession,
      onTold(told) {
        if (told.type === 'change') change(told.event)
        else if (told.type === 'reset') reset()
        else if (told.type === 'presence') notePresence(told.presence)
        else nowHearing()
      },
    })
    // A page that comes back from the browser's memory has heard nothing meanwhile.
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
