import { entryReaders, readersSentence } from '@plumbline/contract/readers.ts'
import {
  type ScheduleEntry,
  schedulePriorities,
  scheduleStatuses,
  scheduleTypes,
} from '@plumbline/contract/schedule.ts'
import {
  CheckboxField,
  DateField,
  NumberField,
  ProgressField,
  SelectField,
  TextAreaField,
  TextField,
} from '../../forms/fields.tsx'
import { choice, day, fieldsOf, hidden, percent, yesNo } from '../../forms/fieldsOf.ts'
import { StartDateField } from '../../forms/StartDateField.tsx'
import { JobField, PersonField } from '../../pickers/pickerFields.tsx'
import { plural } from '../../ui/format.ts'
import {
  priorityOptions,
  priorityStyle,
  statusOptions,
  statusStyle,
  titleCase,
} from '../../ui/status.ts'
import type { EntryForm, EntryValues } from './api.ts'
import { DependsOnField } from './DependsOnField.tsx'
import { EntryWarnings } from './EntryWarnings.tsx'
import { ReasonField } from './ReasonField.tsx'

const lagsText = (lags: ScheduleEntry['lagDays']) =>
  Object.values(lags ?? {})
    .map((days) => plural(days, 'day', 'days'))
    .join(', ') || 'none'

const { fields, ...entryForm } = fieldsOf<EntryValues, ScheduleEntry>({
  // An entry stays on its job.
  jobId: { label: null },
  title: { label: 'Title', required: true },
  description: { label: 'Description' },
  scheduleType: { label: 'Type', kind: choice((value) => titleCase(value), 'task') },
  startDate: { label: 'Start Date', kind: day, empty: '', required: true },
  endDate: { label: 'End Date', kind: day, empty: '', required: true },
  estimatedHours: {
    label: 'Estimated Hours',
    kind: choice(String, 8),
    hint: readersSentence[entryReaders.estimatedHours],
  },
  assignedSubcontractorId: {
    label: 'Subcontractor',
    empty: null,
    text: ({ assignedSubcontractorId: id, assignedSubcontractorName: name }) => id && name,
  },
  status: { label: 'Status', kind: choice((value) => statusStyle(value).label, 'scheduled') },
  priority: {
    label: 'Priority',
    kind: choice((value) => priorityStyle(value).label, 'medium'),
    hint: readersSentence[entryReaders.priority],
  },
  dependsOnIds: {
    label: 'Depends on',
    empty: [],
    text: ({ dependsOnIds }) => `${dependsOnIds.length} entries`,
  },
  blocksIds: hidden,
  lagDays: { label: 'Lag', empty: {}, text: ({ lagDays }) => lagsText(lagDays) },
  dateFixed: {
    label: 'Date is fixed',
    kind: yesNo,
    hint: `Other entries never move it. ${readersSentence[entryReaders.dateFixed]}.`,
  },
  weatherDependent: {
    label: 'Weather dependent',
    kind: yesNo,
    hint: readersSentence[entryReaders.weatherDependent],
  },
  indoorWork: {
    label: 'Indoor work',
    kind: yesNo,
    empty: true,
    hint: readersSentence[entryReaders.indoorWork],
  },
  percentComplete: { label: 'Percent complete', kind: percent },
  actualStartDate: hidden,
  actualEndDate: hidden,
  actualHours: hidden,
  reminderSent: hidden,
  notifyClient: hidden,
  internal: {
    label: 'Internal',
    kind: yesNo,
    hint: `Hidden from the client. ${readersSentence.crew}.`,
  },
  notes: { label: 'Notes', hint: readersSentence[entryReaders.notes] },
  completionNotes: hidden,
  reason: { ...hidden, value: () => '' },
})

export { entryForm }

const typeOptions = scheduleTypes.map((value) => ({ value, label: titleCase(value) }))

interface EntryFieldsProps {
  form: EntryForm
  askJob: boolean
  /** The entry being edited. Undefined for a new one. */
  entry?: ScheduleEntry
}

/** The fields of a schedule entry. */
export function EntryFields({ form, askJob, entry }: EntryFieldsProps) {
  const { control, watch } = form
  const jobId = watch('jobId') || null
  const slips = entry !== undefined && watch('endDate') > entry.endDate
  return (
    <div className="grid gap-x-4 gap-y-3.5 sm:grid-cols-2">
      {askJob && (
        <JobField
          control={control}
          name="jobId"
          label="Job"
          required
          className="sm:col-span-2"
          onChosen={() => form.setValue('dependsOnIds', [])}
        />
      )}
      <TextField control={control} {...fields.title} placeholder="Cabinet install" />
      <SelectField control={control} {...fields.scheduleType} options={typeOptions} />
      <StartDateField control={control} {...fields.startDate} endName="endDate" />
      <DateField control={control} {...fields.endDate} />
      <PersonField
        control={control}
        {...fields.assignedSubcontractorId}
        jobId={jobId}
        roles={['subcontractor']}
        nobody="No subcontractor assigned"
      />
      <NumberField control={control} {...fields.estimatedHours} />
      <SelectField control={control} {...fields.status} options={statusOptions(scheduleStatuses)} />
      <SelectField
        control={control}
        {...fields.priority}
        options={priorityOptions(schedulePriorities)}
      />
      <EntryWarnings
        form={form}
        entryId={entry?.id}
        blocksIds={entry?.blocksIds ?? []}
        className="sm:col-span-2"
      />
      {slips && <ReasonField control={control} name="reason" className="sm:col-span-2" />}
      <ProgressField control={control} {...fields.percentComplete} />
      <div className="flex flex-col justify-center">
        <CheckboxField control={control} {...fields.weatherDependent} />
        <CheckboxField control={control} {...fields.indoorWork} />
      </div>
      <CheckboxField control={control} {...fields.dateFixed} className="sm:col-span-2" />
      <CheckboxField control={control} {...fields.internal} className="sm:col-span-2" />
      {jobId && <DependsOnField form={form} jobId={jobId} entryId={entry?.id} />}
      <TextAreaField
        control={control}
        {...fields.description}
        hint={readersSentence[watch('internal') ? 'crew' : 'all']}
        className="sm:col-span-2"
      />
      <TextAreaField control={control} {...fields.notes} className="sm:col-span-2" />
    </div>
  )
}
