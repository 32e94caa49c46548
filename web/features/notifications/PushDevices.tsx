import { notificationSettingsRoutes, type PushDevice } from '@plumbline/contract/notifications.ts'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCompany } from '../../api/company.ts'
import { useWrite } from '../../api/write.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { deviceName } from '../../ui/deviceName.ts'
import { DescribedSection } from '../../ui/FormPanel.tsx'
import { formatMoment } from '../../ui/format.ts'
import { toast } from '../../ui/toasts.ts'
import { devicesQuery, pushKeyQuery } from './api.ts'
import { pushState, subscribe, unsubscribe } from './subscribe.ts'

const stateQuery = { queryKey: ['push-state'], queryFn: pushState }

const isApple = () =>
  /iPhone|iPad/.test(navigator.userAgent) ||
  // An iPad identifies itself as a Mac.
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

/** The reason why this browser cannot receive push notifications. */
function unsupportedText(): string {
  if (isApple())
    return 'On an iPhone or iPad, add the application to the home screen first: tap Share, then Add to Home Screen, and open it from there.'
  return window.isSecureContext
    ? 'This browser cannot receive notifications.'
    : 'To receive notifications on this device, open the application by its https address.'
}

/** The devices that receive push notifications, with a button to add this one. */
export function PushDevices() {
  const { data: devices } = useSuspenseQuery(devicesQuery)
  const { data: state } = useQuery(stateQuery)
  // A browser stays subscribed when its session ends, but the server has then removed the device.
  const isOn = state === 'on' && devices.some(({ current }) => current)
  return (
    <DescribedSection
      title="Devices"
      text="Push notifications appear on these devices, also while the application is closed, until you sign out there. They say who and where, never what was written."
    >
      {devices.length > 0 ? (
        <ul>
          {devices.map((device) => (
            <DeviceRow key={device.id} device={device} />
          ))}
        </ul>
      ) : (
        <p className="p-5 text-ink-2">No device receives push notifications.</p>
      )}
      {state && !isOn && (
        <div className="flex flex-wrap items-center justify-end gap-3 border-t border-line px-5 py-3">
          {state === 'unsupported' && (
            <p className="flex-1 text-sm text-ink-2">{unsupportedText()}</p>
          )}
          {state === 'denied' && (
            <p className="flex-1 text-sm text-ink-2">
              Notifications of this site are blocked. Allow them in the settings of the browser,
              then load this page again.
            </p>
          )}
          {(state === 'off' || state === 'on') && <TurnOn />}
        </div>
      )}
    </DescribedSection>
  )
}

function TurnOn() {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const add = useWrite(notificationSettingsRoutes.addDevice, {
    success: 'Notifications are on for this device',
    failure: 'Failed to turn on notifications',
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
      await client.invalidateQueries(stateQuery)
    }
    setAsking(false)
  }
  return (
    <Button pending={isAsking || add.isPending} onClick={() => void turnOn()}>
      Turn on notifications on this device
    </Button>
  )
}

function DeviceRow({ device }: { device: PushDevice }) {
  const { id, userAgent, current, createdAt } = device
  const { timeZone } = useCompany()
  const client = useQueryClient()
  const remove = useWrite(notificationSettingsRoutes.removeDevice, {
    success: 'Device removed',
    failure: 'Failed to remove the device',
    onSuccess: async () => {
      if (!current) return
      await unsubscribe()
      await client.invalidateQueries(stateQuery)
    },
  })
  const name = deviceName(userAgent)
  return (
    <li className="flex items-center gap-4 border-t border-line px-5 py-3 first:border-t-0">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          {current && <Badge variant="secondary">This device</Badge>}
        </p>
        <p className="text-sm text-ink-2">Since {formatMoment(createdAt, timeZone)}</p>
      </div>
      <Button
        size="sm"
        aria-label={`Remove ${name}`}
        pending={remove.isPending}
        onClick={() => remove.mutate({ params: { id } })}
      >
        Remove
      </Button>
    </li>
  )
}
