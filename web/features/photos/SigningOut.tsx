import { useEffect, useRef, useState } from 'react'
import { resumeTyped } from '../../api/typed.ts'
import { signOut } from '../../api/unauthorized.ts'
import { useActions } from '../../offline/actions/shown.ts'
import { paths } from '../../paths.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { useWaitingUploads } from './waiting.ts'

const SignOutQuestion = lazyPart(() => import('./SignOutQuestion.tsx'))

/**
 * Asks before the person signs out by any link or button while photos or actions are waiting.
 * Browsers without the Navigation API do not ask.
 */
export function SigningOut() {
  const photos = useWaitingUploads()
  const actions = useActions().filter(({ state }) => state !== 'sent').length
  const [isAsking, setAsking] = useState(false)
  const isConfirmed = useRef(false)
  useEffect(() => {
    if (!('navigation' in window)) return
    const onNavigate = (event: NavigateEvent) => {
      const isSigningOut = new URL(event.destination.url).pathname === paths.signOut()
      if (!isSigningOut || isConfirmed.current || !event.cancelable) return
      event.preventDefault()
      setAsking(true)
    }
    navigation.addEventListener('navigate', onNavigate)
    return () => navigation.removeEventListener('navigate', onNavigate)
  }, [])
  const confirm = () => {
    isConfirmed.current = true
    signOut()
  }
  const close = () => {
    setAsking(false)
    resumeTyped()
  }
  if (!isAsking) return null
  if (photos + actions === 0) return null
  return <SignOutQuestion photos={photos} actions={actions} onConfirm={confirm} onClose={close} />
}
