import { type Settings, settingsRoutes } from '@plumbline/contract/settings.ts'
import type { FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { companyQuery } from '../../api/company.ts'
import { type FieldTexts, useEditForm } from '../../forms/useEditForm.ts'
import { useIsChanged } from '../../forms/useIsChanged.ts'

interface SettingsPart<V extends FieldValues, Out> {
  schema: z.ZodType<Out, V>
  values: (company: Settings) => Required<V>
  texts: (company: Settings) => FieldTexts<V>
}

/** The form of one part of the settings. */
export function useSettingsForm<V extends FieldValues, Out extends object>(
  company: Settings,
  part: SettingsPart<V, Out>,
) {
  const { form, submission } = useEditForm(settingsRoutes.update, company, {
    ...part,
    target: {},
    reload: (read) => read(companyQuery),
    success: 'Settings saved successfully',
    failure: 'Failed to save settings',
  })
  const changed = useIsChanged(form.control, part.values(company))
  return { form, submission: { ...submission, changed } }
}
