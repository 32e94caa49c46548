import { ClientAccess, type Settings } from '@plumbline/contract/settings.ts'
import type { z } from 'zod'
import { CheckboxField } from '../../forms/fields.tsx'
import { fieldsOf, yesNo } from '../../forms/fieldsOf.ts'
import { FormPanel } from '../../ui/FormPanel.tsx'
import { useSettingsForm } from './useSettingsForm.ts'

type Values = z.input<typeof ClientAccess>

const { fields, ...clientsForm } = fieldsOf<Values, Settings>({
  clientsSeeSubs: {
    label: 'Clients see which sub does the work',
    kind: yesNo,
    hint: 'When off, schedules name no subs. Messages, photos and notifications name the company crew.',
  },
  subPhotosShared: {
    label: 'Photos of subs are shown to clients at once',
    kind: yesNo,
    hint: 'When off, an admin shares them one by one. Photos already uploaded do not change.',
  },
  weeklyUpdates: {
    label: 'Draft a weekly update for clients on Fridays',
    kind: yesNo,
    hint: 'For each job in progress, in the afternoon. Nothing is sent before you send it.',
  },
})

/** The access of clients to the work on their jobs, and the updates they get. */
export function ClientsForm({ company }: { company: Settings }) {
  const { form, submission } = useSettingsForm(company, { ...clientsForm, schema: ClientAccess })
  const { control } = form
  return (
    <FormPanel
      {...submission}
      title="Clients"
      text="What the clients see of the work on their jobs."
      submitLabel="Save"
    >
      <CheckboxField control={control} {...fields.clientsSeeSubs} />
      <CheckboxField control={control} {...fields.subPhotosShared} />
      <CheckboxField control={control} {...fields.weeklyUpdates} />
    </FormPanel>
  )
}
