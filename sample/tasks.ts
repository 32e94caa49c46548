import type { taskCorrespondence, tasks } from '../server/tasks/table.ts'
import type { Calendar } from './calendar.ts'
import { comments } from './comments.ts'
import { idOf } from './fixed.ts'
import { daysOf, type JobKey, jobId, jobKeys, jobOf } from './jobs.ts'
import type { PersonId } from './people.ts'
import { type SampleTask, tasksOf } from './taskList.ts'

export const taskId = (job: JobKey, name: string) => idOf(`task/${job}/${name}`)

/** A day is over at its last second: a deadline without a time. */
const END_OF_DAY = '23:59:59'

export function taskRows(calendar: Calendar, personId: PersonId) {
  return jobKeys.flatMap((job) => {
    const days = daysOf(calendar, job)
    return (tasksOf[job] ?? []).map((task, n) => {
      const { name, assignee, status, due, time = END_OF_DAY, text = null } = task
      const [created, updated] = course(task, n, job)
      return {
        id: taskId(job, name),
        jobId: jobId(job),
        assigneeId: assignee && personId(assignee),
        name,
        description: text,
        status,
        deadline: due === null ? null : days.at(due, time),
        createdAt: days.at(created, `08:${String(10 + n * 3).padStart(2, '0')}`),
        updatedAt: days.at(updated, `14:${String(10 + n * 3).padStart(2, '0')}`),
      } satisfies typeof tasks.$inferInsert
    })
  })
}

/** The days on which the `n`th task of a job was made and last changed: some days before it is due, never ahead. */
function course(
  { due, status }: SampleTask,
  n: number,
  job: JobKey,
): [created: number, updated: number] {
  const { zero, days } = jobOf(job)
  const latest = zero === undefined ? -2 : Number.POSITIVE_INFINITY
  const created = Math.max(days[0] + 1, Math.min(latest, (due ?? -5) - 6 - (n % 5)))
  if (status === 'completed') return [created, due ?? created]
  return [created, status === 'in_progress' ? -1 : created]
}

export function commentRows(calendar: Calendar, personId: PersonId) {
  return comments.map(([job, name, by, at, message], n) => {
    if (!tasksOf[job]?.some((task) => task.name === name))
      throw new Error(`${job} has no task ${name}`)
    return {
      id: idOf(`comment/${n}`),
      taskId: taskId(job, name),
      userId: personId(by),
      message,
      createdAt: calendar.at(...at),
    } satisfies typeof taskCorrespondence.$inferInsert
  })
}
