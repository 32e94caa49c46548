import { EntryMove, type ScheduleEntry, scheduleRoutes } from '@plumbline/contract/schedule.ts'
import { DateField } from '../forms/fields.tsx'
import { useEditForm } from '../forms/useEditForm.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { type EntryTexts, entryQuery } from './api.ts'
import { shortSpan } from './days.ts'
import { ReasonField } from './ReasonField.tsx'

interface MoveEntryProps {
  entry: ScheduleEntry
  texts: EntryTexts
  onClose: () => void
}

/** The dialog that gives an entry other days, and asks why when it ends later. */
export function MoveEntry({ entry, texts, onClose }: MoveEntryProps) {
  const { form, submission } = useEditForm(scheduleRoutes.update, entry, {
    schema: EntryMove,
    values: ({ startDate, endDate }) => ({ startDate, endDate, reason: '' }),
    texts: ({ startDate, endDate }) => ({
      startDate: ['Start Date', startDate],
      endDate: ['End Date', endDate],
      reason: null,
    }),
    target: { params: { id: entry.id } },
    reload: (read) => read(entryQuery(entry.id)),
    success: ({ warnings }) =>
      warnings[0] ? { ...texts.updated, note: warnings[0] } : texts.updated,
    failure: texts.updateFailed,
    onDone: onClose,
  })
  const { control, watch } = form
  return (
    <FormDialog
      {...submission}
      title={`Move ${entry.title}`}
      description={`Now ${shortSpan(entry.startDate, entry.endDate)}`}
      submitLabel="Move"
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField control={control} name="startDate" label="Start Date" required />
        <DateField control={control} name="endDate" label="End Date" required />
        {watch('endDate') > entry.endDate && (
          <ReasonField control={control} name="reason" className="sm:col-span-2" />
        )}
      </div>
    </FormDialog>
  )
}
