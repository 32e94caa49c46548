import { zodResolver } from '@hookform/resolvers/zod'
import { NewTask, type Task, taskRoutes, type WrittenTask } from '@plumbline/contract/tasks.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { useCompany } from '../api/company.ts'
import { changed, useEdit } from '../api/edit.ts'
import { useWrite } from '../api/write.ts'
import { StaleNotice } from '../ui/Alert.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { statusStyle } from '../ui/status.ts'
import type { Toast } from '../ui/toasts.ts'
import { formatDeadline } from '../ui/zoned.ts'
import { taskQuery } from './api.ts'
import { TaskFields } from './TaskFields.tsx'

export type TaskValues = z.input<typeof NewTask>

/** The toast of a task that was saved: who came onto the job with it stands below. */
function saved(description: string, { addedToJob, assigneeName, jobName }: WrittenTask): Toast {
  const note = addedToJob ? { note: `${assigneeName} is now on ${jobName}.` } : {}
  return { title: 'Success', description, ...note }
}

interface CreateTaskProps {
  /** The job it belongs to; without one, the form asks. */
  jobId?: string | undefined
  /** A deadline of a whole day, or with its time of day. */
  deadline: 'day' | 'moment'
  title: string
  onClose: () => void
}

/** The dialog that creates a task. */
export function CreateTask({ jobId, deadline, title, onClose }: CreateTaskProps) {
  const form = useForm<TaskValues, unknown, NewTask>({
    defaultValues: {
      jobId: jobId ?? '',
      name: '',
      description: '',
      assigneeId: null,
      status: 'not_started',
      deadline: null,
    },
    resolver: zodResolver(NewTask),
  })
  const create = useWrite(taskRoutes.create, {
    success: (task) => saved('Task created successfully', task),
    failure: 'Failed to create task',
    form,
    onSuccess: onClose,
  })
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      submitLabel="Create Task"
      onSubmit={form.handleSubmit((task) => create.mutate({ body: task }))}
      error={create.problem}
      pending={create.isPending}
    >
      <TaskFields form={form} askJob={!jobId} deadline={deadline} />
    </FormDialog>
  )
}

const valuesOf = ({
  jobId,
  name,
  description,
  assigneeId,
  status,
  deadline,
}: Task): TaskValues => ({
  jobId,
  name,
  description: description ?? '',
  assigneeId,
  status,
  deadline,
})

/** The dialog that changes a task; only what was changed is sent. */
export function EditTask({ task, onClose }: { task: Task; onClose: () => void }) {
  const client = useQueryClient()
  const { timeZone } = useCompany()
  const form = useForm<TaskValues, unknown, NewTask>({
    defaultValues: valuesOf(task),
    resolver: zodResolver(NewTask),
  })
  const edit = useEdit({
    thing: task,
    form,
    valuesOf,
    factsOf: ({ name, description, assigneeName, status, deadline }) => ({
      Name: name,
      Description: description ?? 'none',
      Assignee: assigneeName ?? 'Unassigned',
      Status: statusStyle(status).label,
      Deadline: formatDeadline(deadline, timeZone),
    }),
    read: () => client.query({ ...taskQuery(task.id), staleTime: 0 }),
  })
  const update = useWrite(taskRoutes.update, {
    success: (reply) => saved('Task updated successfully', reply),
    failure: 'Failed to update task',
    form,
    onSuccess: onClose,
    onStale: edit.catchUp,
  })
  const submit = form.handleSubmit((values) => {
    const body = changed(edit.base, values)
    if (Object.keys(body).length === 0) return onClose()
    update.mutate({ params: { id: task.id }, body, version: edit.base })
  })
  return (
    <FormDialog
      onClose={onClose}
      title="Edit Task"
      submitLabel="Save Changes"
      onSubmit={submit}
      error={update.problem}
      pending={update.isPending}
    >
      {edit.theirs && <StaleNotice changes={edit.theirs} />}
      <TaskFields form={form} askJob={false} deadline="moment" />
    </FormDialog>
  )
}
