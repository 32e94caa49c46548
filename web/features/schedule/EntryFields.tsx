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
import { StartDateField } from '../../forms/StartDateField.tsx'
import { JobField, PersonField } from '../../pickers/pickerFields.tsx'
import { priorityOptions, statusOptions, titleCase } from '../../ui/status.ts'
import type { EntryForm } from './api.ts'
import { DependsOnField } from './DependsOnField.tsx'
import { EntryWarnings } from './EntryWarnings.tsx'
import { ReasonField } from './ReasonField.tsx'

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
      <TextField
        control={control}
        name="title"
        label="Title"
        required
        placeholder="Cabinet install"
      />
      <SelectField control={control} name="scheduleType" label="Type" options={typeOptions} />
      <StartDateField
        control={control}
        name="startDate"
        endName="endDate"
        label="Start Date"
        required
      />
      <DateField control={control} name="endDate" label="End Date" required />
      <PersonField
        control={control}
        name="assignedSubcontractorId"
        label="Subcontractor"
        jobId={jobId}
        roles={['subcontractor']}
        nobody="No subcontractor assigned"
      />
      <NumberField
        control={control}
        name="estimatedHours"
        label="Estimated Hours"
        hint={readersSentence[entryReaders.estimatedHours]}
        min={0}
      />
      <SelectField
        control={control}
        name="status"
        label="Status"
        options={statusOptions(scheduleStatuses)}
      />
      <SelectField
        control={control}
        name="priority"
        label="Priority"
        hint={readersSentence[entryReaders.priority]}
        options={priorityOptions(schedulePriorities)}
      />
      <EntryWarnings
        form={form}
        entryId={entry?.id}
        blocksIds={entry?.blocksIds ?? []}
        className="sm:col-span-2"
      />
      {slips && <ReasonField control={control} name="reason" className="sm:col-span-2" />}
      <ProgressField control={control} name="percentComplete" label="Percent complete" />
      <div className="flex flex-col justify-center">
        <CheckboxField
          control={control}
          name="weatherDependent"
          label="Weather dependent"
          hint={readersSentence[entryReaders.weatherDependent]}
        />
        <CheckboxField
          control={control}
          name="indoorWork"
          label="Indoor work"
          hint={readersSentence[entryReaders.indoorWork]}
        />
      </div>
      <CheckboxField
        control={control}
        name="dateFixed"
        label="Date is fixed"
        hint={`Other entries never move it. ${readersSentence[entryReaders.dateFixed]}.`}
        className="sm:col-span-2"
      />
      <CheckboxField
        control={control}
        name="internal"
        label="Internal"
        hint={`Hidden from the client. ${readersSentence.crew}.`}
        className="sm:col-span-2"
      />
      {jobId && <DependsOnField form={form} jobId={jobId} entryId={entry?.id} />}
      <TextAreaField
        control={control}
        name="description"
        label="Description"
        hint={readersSentence[watch('internal') ? 'crew' : 'all']}
        className="sm:col-span-2"
      />
      <TextAreaField
        control={control}
        name="notes"
        label="Notes"
        hint={readersSentence[entryReaders.notes]}
        className="sm:col-span-2"
      />
    </div>
  )
}
