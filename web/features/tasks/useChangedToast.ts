import { type ChangedTasks, type Task, taskRoutes } from '@plumbline/contract/tasks.ts'
import { useWrite } from '../../api/write.ts'
import { plural } from '../../ui/format.ts'
import type { Toast } from '../../ui/toasts.ts'

export const FAILURE = 'Failed to update tasks'

/** The field of several tasks that is changed. */
export type ChangedField = 'status' | 'assigneeId' | 'deadline'

const changedText = ({ changed }: ChangedTasks): Toast => ({
  title: 'Success',
  description: `${plural(changed, 'task', 'tasks')} updated`,
})

/**
 * Returns a function that makes the toast after several tasks were changed. Its note counts the
 * jobs that `name` was added to. Undo is offered where one request takes back all of it: not for
 * tasks with different values before, nor for a person who would stay on these jobs.
 */
export function useChangedToast(tasks: readonly Task[], field: ChangedField) {
  const undo = useWrite(taskRoutes.updateSeveral, { success: changedText, failure: FAILURE })
  const ids = tasks.map(({ id }) => id)
  const [before, ...others] = new Set(tasks.map((task) => task[field]))
  return (reply: ChangedTasks, name?: string): Toast => {
    const text = changedText(reply)
    if (name && reply.joinedJobs > 0)
      return { ...text, note: `${name} was added to ${plural(reply.joinedJobs, 'job', 'jobs')}.` }
    if (others.length > 0 || reply.changed < tasks.length) return text
    const onClick = () => undo.mutate({ body: { ids, [field]: before } })
    return { ...text, action: { label: 'Undo', onClick } }
  }
}
