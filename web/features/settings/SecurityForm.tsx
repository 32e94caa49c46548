import { AdminSignIn, type Settings } from '@plumbline/contract/settings.ts'
import type { z } from 'zod'
import { CheckboxField } from '../../forms/fields.tsx'
import type { FieldTexts } from '../../forms/useEditForm.ts'
import { FormPanel } from '../../ui/FormPanel.tsx'
import { useSettingsForm } from './useSettingsForm.ts'

type Values = z.input<typeof AdminSignIn>

const LABEL = 'Admins need a second factor'

const valuesOf = ({ adminsNeedSecondFactor }: Settings): Required<Values> => ({
  adminsNeedSecondFactor: adminsNeedSecondFactor === true,
})

const textsOf = ({ adminsNeedSecondFactor }: Settings): FieldTexts<Values> => ({
  adminsNeedSecondFactor: [LABEL, adminsNeedSecondFactor ? 'yes' : 'no'],
})

/** The requirements for admins when they sign in. */
export function SecurityForm({ company }: { company: Settings }) {
  const { form, submission } = useSettingsForm(company, {
    schema: AdminSignIn,
    values: valuesOf,
    texts: textsOf,
  })
  return (
    <FormPanel
      {...submission}
      title="Signing in"
      text="Admins read and change everything, so a stolen password of theirs does the most harm."
      submitLabel="Save"
    >
      <CheckboxField
        control={form.control}
        name="adminsNeedSecondFactor"
        label={LABEL}
        hint="An authenticator app or a passkey. An admin without one is asked to set it up and reaches nothing else until then. Set up your own first."
      />
    </FormPanel>
  )
}
