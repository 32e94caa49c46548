import { paths } from '../paths.ts'
import { type Toast, toast } from '../ui/toasts.ts'
import { ApiError } from './call.ts'
import { clearOfflineData } from './clearOfflineData.ts'
import { forgetTyped, saveTyped } from './typed.ts'

const REDIRECT_DELAY_MS = 500
let isLeaving = false
let redirectTimer: ReturnType<typeof setTimeout> | undefined

/**
 * Whether a call failed because nobody is signed in: the message starts with 401 and contains
 * Unauthorized.
 */
export function isUnauthorized(error: unknown): boolean {
  return (
    error instanceof Error &&
    error.message.startsWith('401') &&
    error.message.includes('Unauthorized')
  )
}

/**
 * Whether a call failed because the person is an admin who still has to set up the second factor
 * that their company requires.
 */
export const lacksSecondFactor = (error: unknown) =>
  error instanceof ApiError && error.code === 'secondFactorRequired'

/** Redirects such an admin to their account, the only screen that opens for them. */
export function redirectToSetUp(error: unknown) {
  const isOnAccountScreen = location.pathname + location.search === paths.account()
  if (!lacksSecondFactor(error) || isLeaving || isOnAccountScreen) return
  // Several reads fail at once; only the first one redirects.
  isLeaving = true
  redirectTimer = setTimeout(() => {
    isLeaving = false
  }, REDIRECT_DELAY_MS)
  location.replace(paths.account())
}

/**
 * Shows that the session has ended and deletes the offline copy of its data. 500 ms after the
 * message is on screen, stores what was typed and opens the sign-in page, which returns to this
 * address.
 */
export function signInAgain(
  message: Toast = {
    title: 'Unauthorized',
    description: 'You are logged out. Logging in again...',
  },
) {
  if (isLeaving) return
  clearOfflineData()
  toast({ ...message, variant: 'destructive', onShown: leaveSoon })
}

function leaveSoon() {
  if (isLeaving) return
  isLeaving = true
  redirectTimer = setTimeout(() => {
    isLeaving = false
    saveTyped()
    location.assign(paths.signIn({ returnTo: location.pathname + location.search }))
  }, REDIRECT_DELAY_MS)
}

/** Signs the person out, who does not find again what they typed. */
export function signOut() {
  forgetTyped()
  location.assign(paths.signOut())
}

/** Resets the state of this module between tests. */
export function resetLeaving() {
  clearTimeout(redirectTimer)
  isLeaving = false
}
