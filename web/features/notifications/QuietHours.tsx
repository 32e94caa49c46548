import {
  type NotificationSettings,
  NotificationSettingsChange,
  notificationSettingsRoutes,
} from '@plumbline/contract/notifications.ts'
import { useWatch } from 'react-hook-form'
import { TimeField } from '../../forms/fields.tsx'
import { useCreateForm } from '../../forms/useCreateForm.ts'
import { useIsChanged } from '../../forms/useIsChanged.ts'
import { Checkbox } from '../../ui/Choices.tsx'
import { FormPanel } from '../../ui/FormPanel.tsx'

/** The initial hours, which most people choose. */
const DEFAULT_HOURS = { quietFrom: '21:00', quietTo: '07:00' } as const
const none = { quietFrom: null, quietTo: null } as const

/** The hours in which no notifications are sent. */
export function QuietHours({ settings }: { settings: NotificationSettings }) {
  const { quietFrom, quietTo, timeZone } = settings
  const { form, submission } = useCreateForm(notificationSettingsRoutes.update, {
    schema: NotificationSettingsChange,
    empty: { quietFrom, quietTo },
    target: {},
    success: 'Quiet hours saved',
    failure: 'Failed to save quiet hours',
    // The saved settings are loaded again.
    onDone: () => undefined,
  })
  const { control, setValue, clearErrors } = form
  const changed = useIsChanged(control, { channels: undefined, quietFrom, quietTo })
  const isOn = (useWatch({ control, name: 'quietFrom' }) ?? null) !== null
  const setOn = (on: boolean) => {
    const { quietFrom: from, quietTo: to } = on ? DEFAULT_HOURS : none
    setValue('quietFrom', from)
    setValue('quietTo', to)
    clearErrors()
  }
  return (
    <FormPanel
      {...submission}
      changed={changed}
      title="Quiet hours"
      text="In these hours no email and no push is sent. What happened meanwhile follows when they end."
      submitLabel="Save"
    >
      <Checkbox checked={isOn} onChange={({ target }) => setOn(target.checked)}>
        Send nothing at certain hours
      </Checkbox>
      {isOn && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TimeField control={control} name="quietFrom" label="From" required />
          <TimeField
            control={control}
            name="quietTo"
            label="To"
            required
            hint={`In the time zone of the company: ${timeZone.replaceAll('_', ' ')}`}
          />
        </div>
      )}
    </FormPanel>
  )
}
