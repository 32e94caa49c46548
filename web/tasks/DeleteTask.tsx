import { type Task, taskRoutes } from '@plumbline/contract/tasks.ts'
import { useWrite } from '../api/write.ts'
import { Confirm } from '../ui/Confirm.tsx'

interface DeleteTaskProps {
  task: Task
  onClose: () => void
  onDeleted?: (() => void) | undefined
}

// The task itself and its conversation are gone: reading them again would only be refused.

/** Asks before a task is deleted. */
export function DeleteTask({ task, onClose, onDeleted }: DeleteTaskProps) {
  const remove = useWrite(taskRoutes.remove, {
    success: 'Task deleted successfully',
    failure: 'Failed to delete task',
    onSuccess: () => {
      onClose()
      onDeleted?.()
    },
  })
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={`Delete ${task.name}?`}
      confirmLabel="Delete the task"
      onConfirm={() => remove.mutate({ params: { id: task.id } })}
      error={remove.problem}
      pending={remove.isPending}
    >
      Its comments and its history go with it. Photos stay with the job.
    </Confirm>
  )
}
