import {
  type NewEntry,
  schedulePriorities,
  scheduleStatuses,
  scheduleTypes,
} from '@plumbline/contract/schedule.ts'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { JobPicker } from '../jobs/JobPicker.tsx'
import { PersonPicker } from '../people/PersonPicker.tsx'
import { Checkbox } from '../ui/Choices.tsx'
import { DateInput } from '../ui/DateInput.tsx'
import { Field } from '../ui/Field.tsx'
import { Input, Select, Textarea } from '../ui/Input.tsx'
import { Slider } from '../ui/Slider.tsx'
import { priorityStyle, statusStyle, titleCase } from '../ui/status.ts'
import { DependsOn } from './DependsOn.tsx'
import type { EntryValues } from './EntryForm.tsx'
import { EntryWarnings } from './EntryWarnings.tsx'

const typeOptions = scheduleTypes.map((value) => ({ value, label: titleCase(value) }))
const statusOptions = scheduleStatuses.map((value) => ({ value, label: statusStyle(value).label }))
const priorityOptions = schedulePriorities.map((value) => ({
  value,
  label: priorityStyle(value).label,
}))

interface EntryFieldsProps {
  form: UseFormReturn<EntryValues, unknown, NewEntry>
  askJob: boolean
  /** The entry that is changed, and what waits for it; a new one has neither. */
  entryId?: string
  blocksIds?: readonly string[]
}

/** The fields of a schedule entry. */
export function EntryFields({ form, askJob, entryId, blocksIds = [] }: EntryFieldsProps) {
  const { register, control, formState, watch } = form
  const error = (name: keyof EntryValues) => formState.errors[name]?.message
  const jobId = watch('jobId') || null
  return (
    <div className="grid gap-x-4 gap-y-3.5 sm:grid-cols-2">
      {askJob && (
        <Controller
          control={control}
          name="jobId"
          render={({ field }) => (
            <Field
              label="Job"
              required
              error={error('jobId') && 'Choose a job'}
              className="sm:col-span-2"
            >
              {(props) => (
                <JobPicker
                  {...props}
                  value={field.value || null}
                  onChange={(id) => {
                    field.onChange(id ?? '')
                    form.setValue('dependsOnIds', [])
                  }}
                />
              )}
            </Field>
          )}
        />
      )}
      <Field label="Title" required error={error('title')}>
        {(props) => (
          <Input
            {...props}
            {...register('title')}
            placeholder="Cabinet install"
            autoComplete="off"
          />
        )}
      </Field>
      <Field label="Type" error={error('scheduleType')}>
        {(props) => <Select {...props} {...register('scheduleType')} options={typeOptions} />}
      </Field>
      {(['startDate', 'endDate'] as const).map((name) => (
        <Controller
          key={name}
          control={control}
          name={name}
          render={({ field }) => (
            <Field
              label={name === 'startDate' ? 'Start Date' : 'End Date'}
              required
              error={error(name)}
            >
              {(props) => <DateInput {...props} {...field} />}
            </Field>
          )}
        />
      ))}
      <Controller
        control={control}
        name="assignedSubcontractorId"
        render={({ field }) => (
          <Field label="Subcontractor" error={error('assignedSubcontractorId')}>
            {(props) => (
              <PersonPicker
                {...props}
                jobId={jobId}
                roles={['subcontractor']}
                nobody="No subcontractor assigned"
                value={field.value ?? null}
                onChange={field.onChange}
              />
            )}
          </Field>
        )}
      />
      <Field label="Estimated Hours" error={error('estimatedHours')}>
        {(props) => (
          <Input
            {...props}
            {...register('estimatedHours', { valueAsNumber: true })}
            type="number"
            inputMode="decimal"
            min={0}
            step="any"
            className="figures"
          />
        )}
      </Field>
      <Field label="Status" error={error('status')}>
        {(props) => <Select {...props} {...register('status')} options={statusOptions} />}
      </Field>
      <Field label="Priority" error={error('priority')}>
        {(props) => <Select {...props} {...register('priority')} options={priorityOptions} />}
      </Field>
      <EntryWarnings
        form={form}
        entryId={entryId}
        blocksIds={blocksIds}
        className="sm:col-span-2"
      />
      <Controller
        control={control}
        name="percentComplete"
        render={({ field }) => (
          <div className="flex flex-col gap-1.5">
            <span className="flex text-sm font-medium">
              Percent complete
              <span className="figures ml-auto text-ink-2">{field.value ?? 0}%</span>
            </span>
            <Slider label="Percent complete" value={field.value ?? 0} onChange={field.onChange} />
          </div>
        )}
      />
      <div className="flex flex-col justify-center">
        <Checkbox {...register('weatherDependent')}>Weather dependent</Checkbox>
        <Checkbox {...register('indoorWork')}>Indoor work</Checkbox>
      </div>
      {jobId && (
        <Controller
          control={control}
          name="dependsOnIds"
          render={({ field }) => (
            <DependsOn
              jobId={jobId}
              entryId={entryId}
              value={field.value ?? []}
              onChange={field.onChange}
              error={error('dependsOnIds')}
            />
          )}
        />
      )}
      <Field label="Description" error={error('description')} className="sm:col-span-2">
        {(props) => <Textarea {...props} {...register('description')} />}
      </Field>
      <Field label="Notes" error={error('notes')} className="sm:col-span-2">
        {(props) => <Textarea {...props} {...register('notes')} />}
      </Field>
    </div>
  )
}
