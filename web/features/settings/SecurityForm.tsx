import { AdminSignIn, type Settings } from '@plumbline/contract/settings.ts'
import type { z } from 'zod'
import { CheckboxField } from '../../forms/fields.tsx'
import { fieldsOf, yesNo } from '../../forms/fieldsOf.ts'
import { FormPanel } from '../../ui/FormPanel.tsx'
import { useSettingsForm } from './useSettingsForm.ts'

type Values = z.input<typeof AdminSignIn>

const { fields, ...securityForm } = fieldsOf<Values, Settings>({
  adminsNeedSecondFactor: {
    label: 'Admins need a second factor',
    kind: yesNo,
    hint: 'An authenticator app or a passkey. An admin without one is asked to set it up and reaches nothing else until then. Set up your own first.',
  },
})

/** The requirements for admins when they sign in. */
export function SecurityForm({ company }: { company: Settings }) {
  const { form, submission } = useSettingsForm(company, { ...securityForm, schema: AdminSignIn })
  return (
    <FormPanel
      {...submission}
      title="Signing in"
      text="Admins read and change everything, so a stolen password of theirs does the most harm."
      submitLabel="Save"
    >
      <CheckboxField control={form.control} {...fields.adminsNeedSecondFactor} />
    </FormPanel>
  )
}
