import { ClientAccess, type Settings } from '@plumbline/contract/settings.ts'
import type { z } from 'zod'
import { CheckboxField } from '../forms/fields.tsx'
import type { FieldTexts } from '../forms/useEditForm.ts'
import { FormPanel } from '../ui/FormPanel.tsx'
import { useSettingsForm } from './useSettingsForm.ts'

type Values = z.input<typeof ClientAccess>

const valuesOf = ({ clientsSeeSubs }: Settings): Required<Values> => ({ clientsSeeSubs })

const LABEL = 'Clients see which sub does the work'

const textsOf = ({ clientsSeeSubs }: Settings): FieldTexts<Values> => ({
  clientsSeeSubs: [LABEL, clientsSeeSubs ? 'yes' : 'no'],
})

/** What clients see of the work on their jobs. */
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
        label={LABEL}
        hint="On the schedule of their jobs."
      />
    </FormPanel>
  )
}
