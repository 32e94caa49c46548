import { notificationSettingsRoutes } from '@plumbline/contract/notifications.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWrite } from '../../api/write.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toasts.ts'
import { pushKeyQuery } from './api.ts'
import { pushState, subscribe } from './subscribe.ts'

/** Whether this browser receives push notifications, as a query. */
export const pushStateQuery = { queryKey: ['push-state'], queryFn: pushState }

export const isApple = () =>
  /iPhone|iPad/.test(navigator.userAgent) ||
  // An iPad identifies itself as a Mac.
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

/** The instructions for an Apple device, which has to install the application first. */
export const APPLE_TEXT =
  'On an iPhone or iPad, add the application to the home screen first: tap Share, then Add to Home Screen, and open it from there.'

/** The button that turns on push notifications on this device. */
export function TurnOnPush({ onDone }: { onDone?: () => void }) {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const add = useWrite(notificationSettingsRoutes.addDevice, {
    success: 'Notifications are on for this device',
    failure: 'Failed to turn on notifications',
    onSuccess: async () => {
      await client.invalidateQueries(pushStateQuery)
      onDone?.()
    },
  })
  const turnOn = async () => {
    setAsking(true)
    try {
      const { publicKey } = await client.query(pushKeyQuery)
      const { endpoint = '', keys } = await subscribe(publicKey)
      add.mutate({
        body: { endpoint, keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } },
      })
    } catch {
      toast({
        title: 'Error',
        description: 'The browser did not allow notifications',
        variant: 'destructive',
      })
      await client.invalidateQueries(pushStateQuery)
    }
    setAsking(false)
  }
  return (
    <Button pending={isAsking || add.isPending} onClick={() => void turnOn()}>
      Turn on notifications on this device
    </Button>
  )
}
