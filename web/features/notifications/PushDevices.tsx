import { notificationSettingsRoutes, type PushDevice } from '@plumbline/contract/notifications.ts'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useCompany } from '../../api/company.ts'
import { useWrite } from '../../api/write.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { deviceName } from '../../ui/deviceName.ts'
import { DescribedSection } from '../../ui/FormPanel.tsx'
import { formatMoment } from '../../ui/format.ts'
import { devicesQuery } from './api.ts'
import { unsubscribe } from './subscribe.ts'
import { APPLE_TEXT, isApple, pushStateQuery, TurnOnPush } from './TurnOnPush.tsx'

/** The reason why this browser cannot receive push notifications. */
function unsupportedText(): string {
  if (isApple()) return APPLE_TEXT
  return window.isSecureContext
    ? 'This browser cannot receive notifications.'
    : 'To receive notifications on this device, open the application by its https address.'
}

/** The devices that receive push notifications, with a button to add this one. */
export function PushDevices() {
  const { data: devices } = useSuspenseQuery(devicesQuery)
  const { data: state } = useQuery(pushStateQuery)
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
          {(state === 'off' || state === 'on') && <TurnOnPush />}
        </div>
      )}
    </DescribedSection>
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
      await client.invalidateQueries(pushStateQuery)
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
