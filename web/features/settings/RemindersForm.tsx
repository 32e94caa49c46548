import {
  type ReminderSettings,
  ReminderSettingsChange,
  reminderRoutes,
} from '@plumbline/contract/reminderRoutes.ts'
import { reminderWords } from '@plumbline/contract/reminders.ts'
import { useQuery } from '@tanstack/react-query'
import { CheckboxField, TextAreaField, TextField } from '../../forms/fields.tsx'
import { fieldsOf, yesNo } from '../../forms/fieldsOf.ts'
import { useEditForm } from '../../forms/useEditForm.ts'
import { useIsChanged } from '../../forms/useIsChanged.ts'
import { FormPanel } from '../../ui/FormPanel.tsx'
import { reminderSettingsQuery } from '../reminders/api.ts'
import { LoadedPart } from './LoadedPart.tsx'
import { type ReminderValues, StepsField, stepName } from './StepsField.tsx'

const TITLE = 'Reminders'
const TEXT =
  'Customers are reminded of what they owe, before and after the due day. Their credit is taken off first. Without email, due reminders are listed under Account Receivables.'

const words = reminderWords.map((word) => `{${word}}`)

const { fields, ...remindersForm } = fieldsOf<ReminderValues, ReminderSettings>({
  isOn: {
    label: 'Remind customers of open invoices',
    kind: yesNo,
    hint: 'Invoices past a reminder get the last one at once. It is switched off for a customer or an invoice on their screens.',
  },
  steps: { label: 'Reminders', empty: [], text: ({ steps }) => steps.map(stepName).join(', ') },
  subject: { label: 'Subject', required: true },
  text: {
    label: 'Text',
    required: true,
    hint: `${words.slice(0, -1).join(', ')} and ${words.at(-1)} are filled in. A greeting, the link and the PDF are added.`,
  },
})

/** The form of the reminders of invoices. */
export function RemindersPart() {
  return (
    <LoadedPart title={TITLE} text={TEXT} settings={useQuery(reminderSettingsQuery)}>
      {(settings) => <RemindersForm settings={settings} />}
    </LoadedPart>
  )
}

function RemindersForm({ settings }: { settings: ReminderSettings }) {
  const { form, submission } = useEditForm(reminderRoutes.change, settings, {
    ...remindersForm,
    schema: ReminderSettingsChange,
    target: {},
    reload: (read) => read(reminderSettingsQuery),
    success: 'Settings saved successfully',
    failure: 'Failed to save settings',
  })
  const { control } = form
  const changed = useIsChanged(control, remindersForm.values(settings))
  return (
    <FormPanel {...{ ...submission, changed }} title={TITLE} text={TEXT} submitLabel="Save">
      <CheckboxField control={control} {...fields.isOn} />
      <StepsField control={control} />
      <TextField control={control} {...fields.subject} />
      <TextAreaField control={control} {...fields.text} rows={5} />
    </FormPanel>
  )
}
