import { paths } from '../paths.ts'
import { type Toast, toast } from '../ui/toasts.ts'
import { ApiError } from './call.ts'
import { forgetKept } from './forgetKept.ts'

const REDIRECT_DELAY_MS = 500
let leaving = false
let departure: ReturnType<typeof setTimeout> | undefined

/** Whether a call failed because nobody is signed in: the message starts with 401 and contains Unauthorized. */
export function isUnauthorized(error: unknown): boolean {
  return (
    error instanceof Error &&
    error.message.startsWith('401') &&
    error.message.includes('Unauthorized')
  )
}

/** Whether the person is an admin who still has to set up the second factor that their company asks for. */
export const lacksSecondFactor = (error: unknown) =>
  error instanceof ApiError && error.code === 'secondFactorRequired'

/** Leads such an admin to their account, the one screen that opens for them. */
export function leadToSetUp(error: unknown) {
  const isThere = location.pathname + location.search === paths.account()
  if (!lacksSecondFactor(error) || leaving || isThere) return
  // Several reads fail at once: one of them leads.
  leaving = true
  departure = setTimeout(() => {
    leaving = false
  }, REDIRECT_DELAY_MS)
  location.replace(paths.account())
}

/** Says that the session has ended, has what was kept of it deleted and, 500 ms after that is on screen, goes to sign in and back to this address. */
export function signInAgain(
  message: Toast = {
    title: 'Unauthorized',
    description: 'You are logged out. Logging in again...',
  },
) {
  if (leaving) return
  forgetKept()
  toast({ ...message, variant: 'destructive', onShown: leaveSoon })
}

function leaveSoon() {
  if (leaving) return
  leaving = true
  departure = setTimeout(() => {
    leaving = false
    location.assign(paths.signIn({ returnTo: location.pathname + location.search }))
  }, REDIRECT_DELAY_MS)
}

/** Resets the state of this module between tests. */
export function resetLeaving() {
  clearTimeout(departure)
  leaving = false
}
