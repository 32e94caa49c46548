import { formatDay } from '@plumbline/contract/dates.ts'
import {
  type ScheduleEntry,
  schedulePriorities,
  scheduleStatuses,
  scheduleTypes,
} from '@plumbline/contract/schedule.ts'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useController } from 'react-hook-form'
import {
  CheckboxField,
  DateField,
  NumberField,
  ProgressField,
  SelectField,
  TextAreaField,
  TextField,
} from '../forms/fields.tsx'
import { JobField, PersonField } from '../forms/pickerFields.tsx'
import { Checkbox } from '../ui/Choices.tsx'
import { priorityOptions, statusOptions, titleCase } from '../ui/status.ts'
import type { EntryForm } from './api.ts'
import { jobSchedule } from './api.ts'
import { EntryWarnings } from './EntryWarnings.tsx'
import { ReasonField } from './ReasonField.tsx'

const typeOptions = scheduleTypes.map((value) => ({ value, label: titleCase(value) }))
interface EntryFieldsProps {
  form: EntryForm
  askJob: boolean
  /** The entry that is changed; undefined for a new one. */
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
      <DateField control={control} name="startDate" label="Start Date" required />
      <DateField control={control} name="endDate" label="End Date" required />
      <PersonField
        control={control}
        name="assignedSubcontractorId"
        label="Subcontractor"
        jobId={jobId}
        roles={['subcontractor']}
        nobody="No subcontractor assigned"
      />
      <NumberField control={control} name="estimatedHours" label="Estimated Hours" min={0} />
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
        <CheckboxField control={control} name="weatherDependent" label="Weather dependent" />
        <CheckboxField control={control} name="indoorWork" label="Indoor work" />
      </div>
      <CheckboxField
        control={control}
        name="internal"
        label="Internal"
        hint="Hidden from the client of the job."
        className="sm:col-span-2"
      />
      {jobId && <DependsOnField form={form} jobId={jobId} entryId={entry?.id} />}
      <TextAreaField
        control={control}
        name="description"
        label="Description"
        className="sm:col-span-2"
      />
      <TextAreaField control={control} name="notes" label="Notes" className="sm:col-span-2" />
    </div>
  )
}

interface DependsOnFieldProps {
  form: EntryForm
  jobId: string
  entryId: string | undefined
}

/** Which other entries of the job come first; nothing for a job without others. */
function DependsOnField({ form, jobId, entryId }: DependsOnFieldProps) {
  const { data: entries = [] } = useQuery(jobSchedule(jobId))
  const { field, fieldState } = useController({ control: form.control, name: 'dependsOnIds' })
  const chosen = field.value ?? []
  const others = entries.filter(({ id }) => id !== entryId)
  if (others.length === 0) return null
  return (
    <fieldset className="min-w-0 sm:col-span-2">
      <legend className="mb-1.5 text-sm font-medium">Depends on</legend>
      <div className="max-h-44 overflow-y-auto rounded-s border border-control px-3 py-1">
        {others.map(({ id, title, startDate, endDate }) => (
          <Checkbox
            key={id}
            checked={chosen.includes(id)}
            onChange={({ target }) =>
              field.onChange(
                target.checked ? [...chosen, id] : chosen.filter((other) => other !== id),
              )
            }
          >
            {title}{' '}
            <span className="figures text-sm text-ink-2">
              {formatDay(startDate)} – {formatDay(endDate)}
            </span>
          </Checkbox>
        ))}
      </div>
      {fieldState.error && (
        <p className="mt-1.5 flex items-start gap-1.5 text-sm text-bad">
          <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {fieldState.error.message}
        </p>
      )}
    </fieldset>
  )
}
