import { useEffect } from 'react'
import { signInAgain } from '../api/unauthorized.ts'
import { FullSpinner } from '../ui/Loading.tsx'
import { Toaster } from '../ui/Toaster.tsx'

/**
 * Shown for a screen that is opened while signed out: redirects to the sign-in page and back here.
 */
export default function SignInAgain() {
  useEffect(
    () => signInAgain({ description: 'Unauthorized: You are logged out. Logging in again...' }),
    [],
  )
  return (
    <>
      <FullSpinner />
      <Toaster />
    </>
  )
}
