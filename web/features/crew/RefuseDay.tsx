import { type CrewDay, CrewRefusal, crewRoutes } from '@plumbline/contract/crew.ts'
import { formatTimes } from '@plumbline/contract/crewDays.ts'
import { formatWeekday } from '@plumbline/contract/dates.ts'
import { readersSentence } from '@plumbline/contract/readers.ts'
import { TextAreaField } from '../../forms/fields.tsx'
import { useCreateForm } from '../../forms/useCreateForm.ts'
import { queued } from '../../offline/actions/queued.ts'
import { useToday } from '../../screens/days.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { answerOn } from './answers.ts'
import { failureText } from './useCrewWrites.ts'

/** Asks a sub why they cannot come. */
export function RefuseDay({ day, onClose }: { day: CrewDay; onClose: () => void }) {
  const today = useToday()
  const when = formatWeekday(day.assignedDate, today)
  const { form, submission } = useCreateForm(crewRoutes.update, {
    schema: CrewRefusal,
    empty: { declineReason: '' },
    // The write fails if the crew day was changed in the meantime.
    target: { params: { id: day.id }, version: day },
    toBody: (values) => ({ ...values, declined: true }),
    success: () => ({
      title: 'The office was notified',
      description: `${day.entryTitle}, ${when}`,
    }),
    failure: failureText('Failed to save your answer'),
    onDone: onClose,
    offline: queued(({ body }) => answerOn(day, today, body.declineReason ?? ''), onClose),
  })
  return (
    <FormDialog
      {...submission}
      title={`You can’t come on ${when}?`}
      description={`${day.entryTitle}, ${day.jobName}, ${formatTimes(day)}`}
      submitLabel="Tell the office"
      onClose={onClose}
    >
      <TextAreaField
        control={form.control}
        name="declineReason"
        label="Why"
        hint={readersSentence.office}
        rows={3}
        required
      />
    </FormDialog>
  )
}
