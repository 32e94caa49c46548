import { useEffect, useRef, useState } from 'react'
import { paths } from '../paths.ts'
import { Confirm } from '../ui/Confirm.tsx'
import { useWaitingUploads } from './waiting.ts'

/** Asks before the person signs out by any link or button while photos wait. A browser that cannot hold a navigation does not ask. */
export default function SigningOut() {
  const waiting = useWaitingUploads()
  const [isAsking, setAsking] = useState(false)
  const isSure = useRef(false)
  useEffect(() => {
    if (!('navigation' in window)) return
    const onNavigate = (event: NavigateEvent) => {
      const isSigningOut = new URL(event.destination.url).pathname === paths.signOut()
      if (!isSigningOut || isSure.current || !event.cancelable) return
      event.preventDefault()
      setAsking(true)
    }
    navigation.addEventListener('navigate', onNavigate)
    return () => navigation.removeEventListener('navigate', onNavigate)
  }, [])
  const signOut = () => {
    isSure.current = true
    location.assign(paths.signOut())
  }
  return (
    <Confirm
      open={isAsking}
      onOpenChange={setAsking}
      title={waiting === 1 ? '1 photo is not sent yet' : `${waiting} photos are not sent yet`}
      confirmLabel="Sign out"
      variant="primary"
      onConfirm={signOut}
      error={null}
      pending={false}
    >
      What waits stays in this browser, where nobody else sees it, and is sent when you sign in here
      again.
    </Confirm>
  )
}
