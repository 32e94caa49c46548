import { useQuery } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { useMe } from '../../api/me.ts'
import { Button } from '../../ui/Button.tsx'
import { endOffer } from './deviceOffer.ts'
import { APPLE_TEXT, isApple, pushStateQuery, TurnOnPush } from './TurnOnPush.tsx'

/** Whether this device could be notified but is not. Undefined until it is known. */
function useDeviceChoice(): 'turnOn' | 'install' | undefined {
  const { data: state } = useQuery(pushStateQuery)
  if (state === 'off') return 'turnOn'
  return state === 'unsupported' && isApple() ? 'install' : undefined
}

/** The offer to notify a sub on this device, which is made once. */
export function DeviceOffer() {
  const { id } = useMe()
  const choice = useDeviceChoice()
  if (!choice) return null
  const close = () => endOffer(id)
  return (
    <section
      aria-label="Notifications on this device"
      className="no-print mb-5 flex max-w-2xl items-start gap-3 rounded-m bg-sunken px-3.5 py-3"
    >
      <BellRing aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">Hear about new work at once</p>
        <p className="text-ink-2">
          {choice === 'install'
            ? APPLE_TEXT
            : 'This device can notify you of new tasks, changed days and messages, also while the application is closed.'}
        </p>
        <div className="mt-2.5 flex flex-wrap gap-2">
          {choice === 'turnOn' && <TurnOnPush onDone={close} />}
          <Button variant={choice === 'turnOn' ? 'quiet' : 'default'} onClick={close}>
            {choice === 'turnOn' ? 'Not now' : 'Close'}
          </Button>
        </div>
      </div>
    </section>
  )
}

/** Says under the list of notifications that this device could show them too. */
export function DeviceLine() {
  const choice = useDeviceChoice()
  if (!choice) return null
  return (
    <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 border-b border-line pb-2.5 text-sm text-ink-2">
      {choice === 'install' ? (
        <p>{APPLE_TEXT}</p>
      ) : (
        <>
          <p>This device does not notify you yet.</p>
          <TurnOnPush />
        </>
      )}
    </div>
  )
}
