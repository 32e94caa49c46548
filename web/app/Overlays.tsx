import type { AnyRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useMe } from '../api/me.ts'
import { usePasswordPrompt } from '../api/passwordPrompt.ts'
import { SigningOut } from '../features/photos/SigningOut.tsx'
import { useWaitingUploads } from '../features/photos/waiting.ts'
import { useLive } from '../live/useLive.ts'
import { useActions } from '../offline/actions/shown.ts'
import { lazyPart } from '../ui/lazyPart.tsx'
import { Toaster } from '../ui/Toaster.tsx'
import { OfflineLine } from './OfflineLine.tsx'
import { prefetchParts } from './prefetch.ts'
import { useBackCloses } from './useBackCloses.ts'
import { useOffline } from './useOffline.ts'

const PasswordDialog = lazyPart(async () => ({
  default: (await import('../features/auth/PasswordDialog.tsx')).PasswordDialog,
}))

/** The layers over every screen: toasts, the password prompt, and the offline line. */
export function Overlays({ router }: { router: AnyRouter }) {
  useLive()
  const { role } = useMe()
  useEffect(() => prefetchParts(router, role), [router, role])
  useOffline(router)
  useBackCloses(router.history)
  const prompt = usePasswordPrompt()
  const waiting = useWaitingUploads() + useActions().length
  return (
    <>
      {prompt && <PasswordDialog onClose={prompt.close} />}
      {waiting > 0 && <SigningOut />}
      <OfflineLine />
      <Toaster />
    </>
  )
}
