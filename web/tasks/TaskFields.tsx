import { type NewTask, taskStatuses } from '@plumbline/contract/tasks.ts'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { useCompany } from '../api/company.ts'
import { JobPicker } from '../jobs/JobPicker.tsx'
import { PersonPicker } from '../people/PersonPicker.tsx'
import { DateInput, DateTimeInput } from '../ui/DateInput.tsx'
import { Field } from '../ui/Field.tsx'
import { Input, Select, Textarea } from '../ui/Input.tsx'
import { statusStyle } from '../ui/status.ts'
import type { TaskValues } from './TaskForm.tsx'

const statusOptions = taskStatuses.map((status) => ({
  value: status,
  label: statusStyle(status).label,
}))

interface TaskFieldsProps {
  form: UseFormReturn<TaskValues, unknown, NewTask>
  askJob: boolean
  deadline: 'day' | 'moment'
}

/** The fields of a task. */
export function TaskFields({ form, askJob, deadline }: TaskFieldsProps) {
  const { register, control, formState, watch } = form
  const { timeZone } = useCompany()
  const error = (name: keyof TaskValues) => formState.errors[name]?.message
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
                  onChange={(id) => field.onChange(id ?? '')}
                />
              )}
            </Field>
          )}
        />
      )}
      <Field label="Name" required error={error('name')} className="sm:col-span-2">
        {(props) => (
          <Input
            {...props}
            {...register('name')}
            placeholder="Hang upper cabinets"
            autoComplete="off"
          />
        )}
      </Field>
      <Field label="Description" error={error('description')} className="sm:col-span-2">
        {(props) => <Textarea {...props} {...register('description')} />}
      </Field>
      <Controller
        control={control}
        name="assigneeId"
        render={({ field }) => (
          <Field label="Assignee" error={error('assigneeId')} className="sm:col-span-2">
            {(props) => (
              <PersonPicker
                {...props}
                jobId={watch('jobId') || null}
                roles={['subcontractor', 'admin']}
                nobody="Unassigned"
                value={field.value ?? null}
                onChange={field.onChange}
              />
            )}
          </Field>
        )}
      />
      <Field label="Status" error={error('status')}>
        {(props) => <Select {...props} {...register('status')} options={statusOptions} />}
      </Field>
      <Controller
        control={control}
        name="deadline"
        render={({ field: { value, ...field } }) => (
          <Field label="Deadline" error={error('deadline')}>
            {(props) =>
              deadline === 'day' ? (
                <DateInput {...props} {...field} value={value ?? null} />
              ) : (
                <DateTimeInput {...props} {...field} timeZone={timeZone} value={value ?? null} />
              )
            }
          </Field>
        )}
      />
    </div>
  )
}
