import { useState } from 'react'
import { toastFailure } from '../api/failureToast.ts'
import { messageOf } from '../api/serverMessage.ts'
import { isUnauthorized, signInAgain } from '../api/unauthorized.ts'

/**
 * Runs a function that makes a file or a printout. A failure shows the server's message. Without a
 * session it opens the sign-in page.
 */
export function useFileAction(make: () => Promise<unknown>) {
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
