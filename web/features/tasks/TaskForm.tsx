import { readersSentence } from '@plumbline/contract/readers.ts'
import {
  NewTask,
  type Task,
  taskRoutes,
  taskStatuses,
  type WrittenTask,
} from '@plumbline/contract/tasks.ts'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { useCompany } from '../../api/company.ts'
import {
  DateField,
  DateTimeField,
  SelectField,
  TextAreaField,
  TextField,
} from '../../forms/fields.tsx'
import { choice, fieldsOf } from '../../forms/fieldsOf.ts'
import { useCreateForm } from '../../forms/useCreateForm.ts'
import { useEditForm } from '../../forms/useEditForm.ts'
import { JobField, PersonField } from '../../pickers/pickerFields.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { formatDeadline } from '../../ui/format.ts'
import { statusOptions, statusStyle } from '../../ui/status.ts'
import type { Toast } from '../../ui/toasts.ts'
import { taskQuery } from './api.ts'

type TaskValues = z.input<typeof NewTask>

const { fields, ...taskForm } = fieldsOf<TaskValues, Task>({
  // The job of a task cannot be changed.
  jobId: { label: null },
  name: { label: 'Name', required: true },
  description: { label: 'Description', hint: readersSentence.crew },
  assigneeId: {
    label: 'Assignee',
    empty: null,
    text: ({ assigneeName }) => assigneeName ?? 'Unassigned',
  },
  status: { label: 'Status', kind: choice((status) => statusStyle(status).label, 'not_started') },
  deadline: { label: 'Deadline', empty: null },
})

/** The toast for a saved task. Its note says if the assignee was also added to the job. */
function savedToast(
  description: string,
  { addedToJob, assigneeName, jobName }: WrittenTask,
): Toast {
  const note = addedToJob ? { note: `${assigneeName} was added to ${jobName}.` } : {}
  return { title: 'Success', description, ...note }
}

interface CreateTaskProps {
  /** The job of the task. Without one, the form asks for it. */
  jobId?: string | undefined
  /** Whether the deadline is a day, or includes a time of day. */
  deadline: 'day' | 'moment'
  title: string
  onClose: () => void
}

/** The dialog that creates a task. */
export function CreateTask({ jobId, deadline, title, onClose }: CreateTaskProps) {
  const { form, submission } = useCreateForm(taskRoutes.create, {
    schema: NewTask,
    empty: { ...taskForm.empty, jobId: jobId ?? '' },
    target: {},
    success: (task) => savedToast('Task created successfully', task),
    failure: 'Failed to create task',
    onDone: onClose,
  })
  return (
    <FormDialog {...submission} title={title} submitLabel="Create Task" onClose={onClose}>
      <TaskFields form={form} askJob={!jobId} deadline={deadline} />
    </FormDialog>
  )
}

/** The dialog that edits a task. */
export function EditTask({ task, onClose }: { task: Task; onClose: () => void }) {
  const { timeZone } = useCompany()
  const { form, submission } = useEditForm(taskRoutes.update, task, {
    ...taskForm,
    texts: (one) => ({
      ...taskForm.texts(one),
      deadline: [fields.deadline.label, formatDeadline(one.deadline, timeZone)],
    }),
    schema: NewTask,
    target: { params: { id: task.id } },
    reload: (read) => read(taskQuery(task.id)),
    success: (reply) => savedToast('Task updated successfully', reply),
    failure: 'Failed to update task',
    onDone: onClose,
  })
  return (
    <FormDialog {...submission} title="Edit Task" submitLabel="Save Changes" onClose={onClose}>
      <TaskFields form={form} askJob={false} deadline="moment" />
    </FormDialog>
  )
}

interface TaskFieldsProps {
  form: UseFormReturn<TaskValues, unknown, NewTask>
  askJob: boolean
  deadline: 'day' | 'moment'
}

function TaskFields({ form: { control, watch }, askJob, deadline }: TaskFieldsProps) {
  const DeadlineField = deadline === 'day' ? DateField : DateTimeField
  return (
    <div className="grid gap-x-4 gap-y-3.5 sm:grid-cols-2">
      {askJob && (
        <JobField control={control} name="jobId" label="Job" required className="sm:col-span-2" />
      )}
      <TextField
        control={control}
        {...fields.name}
        placeholder="Hang upper cabinets"
        className="sm:col-span-2"
      />
      <TextAreaField control={control} {...fields.description} className="sm:col-span-2" />
      <PersonField
        control={control}
        {...fields.assigneeId}
        jobId={watch('jobId') || null}
        roles={['subcontractor', 'admin']}
        nobody="Unassigned"
        className="sm:col-span-2"
      />
      <SelectField control={control} {...fields.status} options={statusOptions(taskStatuses)} />
      <DeadlineField control={control} {...fields.deadline} />
    </div>
  )
}
