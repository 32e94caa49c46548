import { invalid } from '@plumbline/contract/failures.ts'
import type {
  CreatedTasks,
  NewTask,
  NewTasks,
  Task,
  TaskChange,
  WrittenTask,
} from '@plumbline/contract/tasks.ts'
import type { Db } from '../db/handle.ts'
import { lockJob } from '../jobs/queries.ts'
import { addToJob, lockAssignee } from '../jobs/service.ts'
import { eventOf, publish } from '../live/publish.ts'
import { deadlineOf } from './deadline.ts'
import { type FoundTask, insertLines, insertTasks, toTask, updateTask } from './queries.ts'
import { linesOf } from './rules.ts'

/** Locks the assignee of a task; undefined without one, a 400 for somebody who may not have tasks. */
async function requireAssignee(db: Db, assigneeId: string | null | undefined) {
  if (!assigneeId) return undefined
  const person = await lockAssignee(db, assigneeId, ['admin', 'subcontractor'])
  if (!person) throw invalid({ assigneeId: 'Choose one of your subcontractors or admins' })
  return person
}

/** The event by which the assignee of a task learns of it; none without one. */
const assigned = (task: { id: string; jobId: string; assigneeId: string | null }) =>
  task.assigneeId === null ? [] : [eventOf('task.assigned', task)]

/** What several tasks share, and what each is. */
interface TasksOfJob {
  readonly jobId: string
  readonly assigneeId: string | null | undefined
  readonly tasks: readonly Omit<NewTask, 'jobId' | 'assigneeId'>[]
}

/** Adds tasks of one job and one assignee, in as many statements as one task takes. */
async function insertAssigned(
  db: Db,
  actorId: string,
  { jobId, assigneeId, tasks }: TasksOfJob,
): Promise<CreatedTasks> {
  const job = await lockJob(db, jobId, 'key share')
  if (!job) throw invalid({ jobId: 'Choose one of your jobs' })
  const assignee = await requireAssignee(db, assigneeId)
  const rows = await insertTasks(
    db,
    tasks.map(({ deadline, ...task }) => ({
      ...task,
      jobId,
      assigneeId,
      deadline: deadlineOf(deadline ?? null, job.timeZone),
    })),
  )
  await publish(
    db,
    actorId,
    ...rows.flatMap((row) => [eventOf('task.created', row), ...assigned(row)]),
  )
  const addedToJob =
    assignee?.role === 'subcontractor' && (await addToJob(db, actorId, job.id, assignee.id))
  return { tasks: rows.map((row) => toTask({ ...row, jobName: job.name })), addedToJob }
}

/** Adds a task, and a sub it is assigned to to its job; a 400 for a job that does not exist or a wrong assignee. */
export async function createTask(
  db: Db,
  actorId: string,
  { jobId, assigneeId, ...task }: NewTask,
): Promise<WrittenTask> {
  const { tasks, addedToJob } = await insertAssigned(db, actorId, {
    jobId,
    assigneeId,
    tasks: [task],
  })
  return { ...(tasks[0] as Task), addedToJob }
}

/**
 * Adds tasks by their names, and a sub they are assigned to to their job; a 400 as for one. The assignee is notified of all
 * of them together.
 */
export function createTasks(
  db: Db,
  actorId: string,
  { assigneeId, ...added }: NewTasks,
): Promise<CreatedTasks> {
  return insertAssigned(db, actorId, { ...added, assigneeId })
}

/** Adds tasks that come with the schedule of a job that is locked; the deadline is a calendar day. */
export async function addTasks(
  db: Db,
  job: { readonly id: string; readonly timeZone: string },
  tasks: readonly Pick<NewTask, 'name' | 'description' | 'deadline'>[],
) {
  await insertTasks(
    db,
    tasks.map(({ deadline, ...task }) => ({
      ...task,
      jobId: job.id,
      deadline: deadlineOf(deadline ?? null, job.timeZone),
    })),
  )
}

/**
 * Changes the fields given of a task that is locked, records it in its conversation, and adds a sub it is newly assigned to
 * to its job; a 400 for a wrong assignee.
 */
export async function changeTask(
  db: Db,
  actorId: string,
  task: FoundTask,
  { deadline, ...change }: Omit<TaskChange, 'jobId'>,
): Promise<WrittenTask> {
  const { id, jobId, jobName, timeZone } = task
  const fields = {
    ...change,
    ...(deadline === undefined ? {} : { deadline: deadlineOf(deadline, timeZone) }),
  }
  // An assignee who stays is not locked: they may be leaving at this moment and wait for the task.
  const isNew = change.assigneeId !== task.assigneeId
  const assignee = isNew ? await requireAssignee(db, change.assigneeId) : undefined
  const row = await updateTask(db, id, fields)
  const lines = linesOf(task, row, timeZone)
  await insertLines(
    db,
    lines.map((line) => ({ ...line, taskId: id, userId: actorId })),
  )
  const isDone = row.status === 'completed' && task.status !== 'completed'
  await publish(
    db,
    actorId,
    eventOf(isDone ? 'task.completed' : 'task.changed', { id, jobId }),
    ...(row.assigneeId === task.assigneeId ? [] : assigned(row)),
  )
  const addedToJob =
    assignee?.role === 'subcontractor' && (await addToJob(db, actorId, jobId, assignee.id))
  return { ...toTask({ ...row, jobName }), addedToJob }
}
