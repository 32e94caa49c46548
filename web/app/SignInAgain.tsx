import { useEffect } from 'react'
import { signInAgain } from '../api/unauthorized.ts'
import { FullSpinner } from '../ui/Loading.tsx'
import { Toaster } from '../ui/Toaster.tsx'

/** For a screen opened while signed out: says so, then goes to sign in and back here. */
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
