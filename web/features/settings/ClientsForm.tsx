import { ClientAccess, type Settings } from '@plumbline/contract/settings.ts'
import type { z } from 'zod'
import { CheckboxField } from '../../forms/fields.tsx'
import type { FieldTexts } from '../../forms/useEditForm.ts'
import { FormPanel } from '../../ui/FormPanel.tsx'
import { useSettingsForm } from './useSettingsForm.ts'

type Values = z.input<typeof ClientAccess>

const valuesOf = (company: Settings): Required<Values> => ({
  clientsSeeSubs: company.clientsSeeSubs,
  subPhotosShared: company.subPhotosShared === true,
  weeklyUpdates: company.weeklyUpdates === true,
})

const labels = {
  clientsSeeSubs: 'Clients see which sub does the work',
  subPhotosShared: 'Photos of subs are shown to clients at once',
  weeklyUpdates: 'Draft a weekly update for clients on Fridays',
}

const yesOrNo = (value: boolean | null) => (value ? 'yes' : 'no')

const textsOf = (company: Settings): FieldTexts<Values> => ({
  clientsSeeSubs: [labels.clientsSeeSubs, yesOrNo(company.clientsSeeSubs)],
  subPhotosShared: [labels.subPhotosShared, yesOrNo(company.subPhotosShared)],
  weeklyUpdates: [labels.weeklyUpdates, yesOrNo(company.weeklyUpdates)],
})

/** The access of clients to the work on their jobs, and the updates they get. */
export function ClientsForm({ company }: { company: Settings }) {
  const { form, submission } = useSettingsForm(company, {
    schema: ClientAccess,
    values: valuesOf,
    texts: textsOf,
  })
  return (
    <FormPanel
      {...submission}
      title="Clients"
      text="What the clients see of the work on their jobs."
      submitLabel="Save"
    >
      <CheckboxField
        control={form.control}
        name="clientsSeeSubs"
        label={labels.clientsSeeSubs}
        hint="On the schedule of their jobs."
      />
      <CheckboxField
        control={form.control}
        name="subPhotosShared"
        label={labels.subPhotosShared}
        hint="When off, an admin shares them one by one. Photos already uploaded do not change."
      />
      <CheckboxField
        control={form.control}
        name="weeklyUpdates"
        label={labels.weeklyUpdates}
        hint="For each job in progress, in the afternoon. Nothing is sent before you send it."
      />
    </FormPanel>
  )
}
