import { may } from '@plumbline/contract/policy.ts'
import { nextStep, type Task, taskRoutes } from '@plumbline/contract/tasks.ts'
import { useMe } from '../api/me.ts'
import { useWrite } from '../api/write.ts'

const failure = 'Failed to update task'

/**
 * The next step of a task, for those who may take it: Start, then Complete. `status` is what the task is about to be
 * while the server has not answered yet. An admin can take the step back, as the toast says.
 */
export function useStep(task: Task) {
  const me = useMe()
  const undo = useWrite(taskRoutes.update, {
    success: 'Task updated successfully',
    failure,
  })
  const update = useWrite(taskRoutes.update, {
    success: () => ({
      title: 'Success',
      description: 'Task updated successfully',
      ...(me.role === 'admin' && {
        action: {
          label: 'Undo',
          onClick: () => undo.mutate({ params: { id: task.id }, body: { status: task.status } }),
        },
      }),
    }),
    failure,
  })
  const sent = update.isPending ? update.variables.body.status : undefined
  const next = sent ?? nextStep(task.status)
  return {
    status: sent ?? task.status,
    pending: update.isPending,
    label:
      next && may(me, 'task.update', task) ? (next === 'in_progress' ? 'Start' : 'Complete') : null,
    take: () => next && update.mutate({ params: { id: task.id }, body: { status: next } }),
  }
}
