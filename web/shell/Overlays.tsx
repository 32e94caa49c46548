import { lazy, Suspense } from 'react'
import { usePasswordPrompt } from '../api/passwordPrompt.ts'
import { useLive } from '../live/useLive.ts'
import { Toaster } from '../ui/Toaster.tsx'

const PasswordDialog = lazy(async () => ({
  default: (await import('../auth/PasswordDialog.tsx')).PasswordDialog,
}))

/** What opens over any screen without being part of it: toasts, and the question for the password. */
export function Overlays() {
  useLive()
  const prompt = usePasswordPrompt()
  return (
    <>
      <Suspense>{prompt && <PasswordDialog onClose={prompt.close} />}</Suspense>
      <Toaster />
    </>
  )
}
