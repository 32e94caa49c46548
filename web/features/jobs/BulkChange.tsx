import { type Job, JobsChange, jobRoutes, jobStatuses } from '@plumbline/contract/jobs.ts'
import { peopleRoutes } from '@plumbline/contract/people.ts'
import { useQuery } from '@tanstack/react-query'
import { fullName } from '../../api/people.ts'
import { query } from '../../api/query.ts'
import { DateField, SelectField } from '../../forms/fields.tsx'
import { useCreateForm } from '../../forms/useCreateForm.ts'
import { useToday } from '../../screens/days.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { plural } from '../../ui/format.ts'
import { statusOptions } from '../../ui/status.ts'

interface BulkChangeProps {
  /** The field that is changed. */
  field: 'status' | 'projectManagerId'
  jobs: readonly Job[]
  onClose: () => void
}

/** The dialog that gives several jobs one status or one project manager. */
export default function BulkChange({ field, jobs, onClose }: BulkChangeProps) {
  const today = useToday()
  const isStatus = field === 'status'
  const managers = useQuery({ ...query(peopleRoutes.projectManagers), enabled: !isStatus })
  const { form, submission } = useCreateForm(jobRoutes.updateSeveral, {
    schema: JobsChange,
    empty: {
      ids: jobs.map(({ id }) => id),
      ...(isStatus ? { status: 'in_progress', endDate: today } : { projectManagerId: null }),
    },
    target: {},
    success: ({ changed }) => ({
      title: 'Success',
      description: `${plural(changed, 'job', 'jobs')} updated`,
    }),
    failure: 'Failed to update jobs',
    onDone: onClose,
  })
  const isCompleting = form.watch('status') === 'completed'
  return (
    <FormDialog
      {...submission}
      title={isStatus ? 'Change Status' : 'Change Project Manager'}
      description={plural(jobs.length, 'job', 'jobs')}
      submitLabel={`Update ${plural(jobs.length, 'Job', 'Jobs')}`}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        {isStatus ? (
          <SelectField
            control={form.control}
            name="status"
            label="Status"
            options={statusOptions(jobStatuses)}
          />
        ) : (
          <SelectField
            control={form.control}
            name="projectManagerId"
            label="Project Manager"
            options={[
              { value: '', label: 'None' },
              ...(managers.data ?? []).map((one) => ({ value: one.id, label: fullName(one) })),
            ]}
          />
        )}
        {isCompleting && (
          <DateField
            control={form.control}
            name="endDate"
            label="Finished On"
            hint="Becomes the end date of these jobs. Their progress is set to 100%."
            required
          />
        )}
      </div>
    </FormDialog>
  )
}
