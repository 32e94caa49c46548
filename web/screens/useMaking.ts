import { useState } from 'react'
import { toastFailure } from '../api/failureToast.ts'
import { messageOf } from '../api/serverMessage.ts'
import { isUnauthorized, signInAgain } from '../api/unauthorized.ts'

/** Runs what makes a file or a printout. A failure is told with the server's reason; without a session it goes to sign in. */
export function useMaking(make: () => Promise<unknown>) {
  const [pending, setPending] = useState(false)
  const run = async () => {
    setPending(true)
    try {
      await make()
    } catch (error) {
      if (isUnauthorized(error)) signInAgain()
      else toastFailure(error, messageOf(error), { isRead: true })
    } finally {
      setPending(false)
    }
  }
  return { pending, run: () => void run() }
}
