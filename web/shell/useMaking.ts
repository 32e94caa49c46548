import { useState } from 'react'
import { ApiError } from '../api/call.ts'
import { isUnauthorized, signInAgain } from '../api/unauthorized.ts'
import { toast } from '../ui/toasts.ts'

/** Runs what makes a file or a printout. A failure is told with the server's reason; without a session it goes to sign in. */
export function useMaking(make: () => Promise<unknown>) {
  const [pending, setPending] = useState(false)
  const run = async () => {
    setPending(true)
    try {
      await make()
    } catch (error) {
      if (isUnauthorized(error)) signInAgain()
      else toast({ title: 'Error', description: reasonOf(error), variant: 'destructive' })
    } finally {
      setPending(false)
    }
  }
  return { pending, run: () => void run() }
}

function reasonOf(error: unknown): string {
  if (error instanceof ApiError && error.reason) return error.reason
  return error instanceof Error ? error.message : String(error)
}
