import type { AnyRouter } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { usePasswordPrompt } from '../api/passwordPrompt.ts'
import { useLive } from '../live/useLive.ts'
import { OfflineLine } from '../offline/OfflineLine.tsx'
import { useOffline } from '../offline/useOffline.ts'
import { Toaster } from '../ui/Toaster.tsx'

const PasswordDialog = lazy(async () => ({
  default: (await import('../auth/PasswordDialog.tsx')).PasswordDialog,
}))

/** What opens over any screen without being part of it: toasts, the question for the password, and that it is offline. */
export function Overlays({ router }: { router: AnyRouter }) {
  useLive()
  useOffline(router)
  const prompt = usePasswordPrompt()
  return (
    <>
      <Suspense>{prompt && <PasswordDialog onClose={prompt.close} />}</Suspense>
      <OfflineLine />
      <Toaster />
    </>
  )
}
