import { BookingForm, type CrewDay, CrewDayForm, crewRoutes } from '@plumbline/contract/crew.ts'
import { crewHours, formatTime } from '@plumbline/contract/crewDays.ts'
import { formatWeekday } from '@plumbline/contract/dates.ts'
import { readersSentence } from '@plumbline/contract/readers.ts'
import type { Control, FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { DateField, SelectField, TextField } from '../../forms/fields.tsx'
import { day as calendarDay, choice, fieldProps, fieldsOf } from '../../forms/fieldsOf.ts'
import { useCreateForm } from '../../forms/useCreateForm.ts'
import { useEditForm } from '../../forms/useEditForm.ts'
import { PersonField } from '../../pickers/pickerFields.tsx'
import { useToday } from '../../screens/days.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { toast } from '../../ui/toasts.ts'
import { entryCrew } from './api.ts'
import { failureText } from './useCrewWrites.ts'

type Values = z.input<typeof CrewDayForm>

const { fields, ...crewForm } = fieldsOf<Values, CrewDay>({
  subcontractorId: {
    label: 'Subcontractor',
    empty: null,
    text: ({ subcontractorName }) => subcontractorName,
    required: true,
  },
  assignedDate: { label: 'Day', kind: calendarDay },
  startTime: { label: 'From', kind: choice(formatTime, crewHours.startTime) },
  endTime: { label: 'To', kind: choice(formatTime, crewHours.endTime) },
  role: { label: 'Role', text: ({ role }) => role ?? 'Not set', hint: readersSentence.crew },
})

const halfHours = Array.from(
  { length: 48 },
  (_, n) => `${String(Math.floor(n / 2)).padStart(2, '0')}:${n % 2 ? '30' : '00'}`,
)

/** The times to choose from: every half hour, and the given time. */
const timesWith = (time: string) =>
  [...new Set([...halfHours, time])].sort().map((value) => ({ value, label: formatTime(value) }))

interface FieldsProps<V extends FieldValues, Out> {
  control: Control<V, unknown, Out>
  jobId: string
  startTime: string
  endTime: string
  dateHint?: string
}

function Fields<V extends FieldValues, Out>({
  control,
  jobId,
  startTime,
  endTime,
  dateHint,
}: FieldsProps<V, Out>) {
  const field = fieldProps(control, fields)
  return (
    <div className="grid grid-cols-2 gap-4">
      <PersonField
        {...field('subcontractorId')}
        jobId={jobId}
        roles={['subcontractor']}
        nobody="Choose a sub"
        className="col-span-2"
      />
      <DateField
        {...field('assignedDate')}
        className="col-span-2"
        {...(dateHint ? { hint: dateHint } : { required: true })}
      />
      <SelectField {...field('startTime')} options={timesWith(startTime)} />
      <SelectField {...field('endTime')} options={timesWith(endTime)} />
      <TextField {...field('role')} className="col-span-2" />
    </div>
  )
}

const FAILED = failureText('Failed to save the crew day')
const toastWithNote = (title: string, description: string, warnings: readonly string[]) => ({
  title,
  description,
  ...(warnings[0] !== undefined && { note: warnings[0] }),
})

interface AddCrewProps {
  entry: { readonly id: string; readonly jobId: string; readonly title: string }
  onClose: () => void
}

/** Books a sub on an entry. */
export function AddCrew({ entry, onClose }: AddCrewProps) {
  const today = useToday()
  const { form, submission } = useCreateForm(crewRoutes.book, {
    schema: BookingForm,
    empty: crewForm.empty,
    target: { params: { id: entry.id } },
    toBody: ({ assignedDate, ...body }) => ({
      ...body,
      ...(assignedDate && { days: [assignedDate] }),
    }),
    failure: FAILED,
    onDone: ({ days, warnings }) => {
      const [first] = days
      const dates =
        days.length === 1 && first
          ? formatWeekday(first.assignedDate, today)
          : `${days.length} days`
      toast(toastWithNote('Booked', `${first?.subcontractorName}, ${dates}`, warnings))
      onClose()
    },
  })
  return (
    <FormDialog
      {...submission}
      title="Add to the crew"
      description={entry.title}
      submitLabel="Book"
      onClose={onClose}
    >
      <Fields
        control={form.control}
        jobId={entry.jobId}
        {...crewHours}
        dateHint="Empty: every working day of the entry"
      />
    </FormDialog>
  )
}

/** Changes a crew day. */
export function EditCrewDay({ day, onClose }: { day: CrewDay; onClose: () => void }) {
  const today = useToday()
  const { form, submission } = useEditForm(crewRoutes.update, day, {
    ...crewForm,
    schema: CrewDayForm,
    target: { params: { id: day.id } },
    reload: async (read) => {
      const days = await read(entryCrew(day.scheduleEntryId))
      const now = days.find(({ id }) => id === day.id)
      if (!now) throw new Error('This day was removed')
      return now
    },
    success: ({ warnings, subcontractorName, assignedDate }) =>
      toastWithNote(
        'Saved',
        `${subcontractorName}, ${formatWeekday(assignedDate, today)}`,
        warnings,
      ),
    failure: FAILED,
    onDone: onClose,
  })
  return (
    <FormDialog
      {...submission}
      title="Change a crew day"
      description={`${day.entryTitle}. Another day, sub or hours have to be confirmed again.`}
      submitLabel="Save"
      onClose={onClose}
    >
      <Fields
        control={form.control}
        jobId={day.jobId}
        startTime={day.startTime}
        endTime={day.endTime}
      />
    </FormDialog>
  )
}
