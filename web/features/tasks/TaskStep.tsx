import { nextStep, type Task, taskRoutes } from '@plumbline/contract/tasks.ts'
import { useMay, useMe } from '../../api/me.ts'
import { useWrite } from '../../api/write.ts'
import { queued } from '../../offline/actions/queued.ts'
import { useActionsOf } from '../../offline/actions/shown.ts'
import { Button } from '../../ui/Button.tsx'
import { makeOffer } from '../notifications/deviceOffer.ts'

const failure = 'Failed to update task'

/**
 * The next step of a task, Start or Complete, for people who may take it. `status` is already the
 * new one before the server has answered, and while the step waits for a connection. The toast
 * offers to undo the step.
 */
export function useTaskStep(task: Pick<Task, 'id' | 'name' | 'status' | 'assigneeId'>) {
  const may = useMay()
  const { id } = useMe()
  const action = useActionsOf('step', ({ taskId }) => taskId === task.id).at(-1)
  const isRefused = action?.state === 'failed'
  const status = action && !isRefused ? action.to : task.status
  const undo = useWrite(taskRoutes.update, { success: 'Task updated successfully', failure })
  const update = useWrite(taskRoutes.update, {
    success: () => ({
      title: 'Success',
      description: 'Task updated successfully',
      action: {
        label: 'Undo',
        onClick: () => undo.mutate({ params: { id: task.id }, body: { status: task.status } }),
      },
    }),
    failure,
    // The work is done for now, so this is a moment to ask a sub for something.
    onSuccess: ({ status }) => status === 'completed' && !may('task.create') && makeOffer(id),
    offline: queued(({ body: { status: to = status } }) => ({
      ...{ type: 'step', taskId: task.id, name: task.name, from: status, to },
    })),
  })
  const sent = update.isPending ? update.variables.body.status : undefined
  const next = sent ?? nextStep(status)
  return {
    status: sent ?? status,
    /** The step that waits for a connection, or was refused. */
    action: isRefused && task.status === action.to ? undefined : action,
    pending: update.isPending,
    label:
      next && may('task.update', task) ? (next === 'in_progress' ? 'Start' : 'Complete') : null,
    take: () => next && update.mutate({ params: { id: task.id }, body: { status: next } }),
  }
}

interface StepButtonProps {
  step: ReturnType<typeof useTaskStep>
  /** The element that names the task. */
  nameId: string
  /** Whether the button takes the full width, as the main action. */
  large?: boolean
  /** -1 in a row of a table, which has its own keyboard navigation. */
  tabIndex?: number
}

/**
 * The Start or Complete button. Renders nothing for a completed task, or one assigned to another
 * person.
 */
export function StepButton({ step, nameId, large = false, tabIndex }: StepButtonProps) {
  if (!step.label) return null
  return (
    <Button
      {...(large
        ? { variant: 'primary', className: 'mt-2.5 h-12! w-full text-md' }
        : { size: 'sm' })}
      pending={step.pending}
      tabIndex={tabIndex}
      aria-describedby={nameId}
      // The second half of a double click on Start must not complete the task.
      onClick={(event) => event.detail < 2 && step.take()}
    >
      {step.label}
    </Button>
  )
}
