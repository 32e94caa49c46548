import { type Task, TasksChange, taskRoutes, taskStatuses } from '@plumbline/contract/tasks.ts'
import { DateField, SelectField } from '../../forms/fields.tsx'
import { useCreateForm } from '../../forms/useCreateForm.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { plural } from '../../ui/format.ts'
import { statusOptions } from '../../ui/status.ts'
import { FAILURE, useChangedToast } from './useChangedToast.ts'

interface BulkChangeProps {
  /** The field that is changed. */
  field: 'status' | 'deadline'
  tasks: readonly Task[]
  onClose: () => void
}

/** The dialog that gives several tasks one status or one deadline. */
export default function BulkChange({ field, tasks, onClose }: BulkChangeProps) {
  const isStatus = field === 'status'
  const toastOf = useChangedToast(tasks, field)
  const { form, submission } = useCreateForm(taskRoutes.updateSeveral, {
    schema: TasksChange,
    empty: {
      ids: tasks.map(({ id }) => id),
      ...(isStatus ? { status: 'in_progress' } : { deadline: null }),
    },
    target: {},
    success: toastOf,
    failure: FAILURE,
    onDone: onClose,
  })
  return (
    <FormDialog
      {...submission}
      title={isStatus ? 'Change Status' : 'Change Deadline'}
      description={plural(tasks.length, 'task', 'tasks')}
      submitLabel={`Update ${plural(tasks.length, 'Task', 'Tasks')}`}
      onClose={onClose}
    >
      {isStatus ? (
        <SelectField
          control={form.control}
          name="status"
          label="Status"
          options={statusOptions(taskStatuses)}
        />
      ) : (
        <DateField
          control={form.control}
          name="deadline"
          label="Deadline"
          hint="The end of that day. Without a day they have no deadline."
        />
      )}
    </FormDialog>
  )
}
