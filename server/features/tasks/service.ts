import { invalid } from '@plumbline/contract/failures.ts'
import type {
  CreatedTasks,
  NewTask,
  NewTasks,
  Task,
  TaskChange,
  TasksChange,
  WrittenTask,
} from '@plumbline/contract/tasks.ts'
import { companyTimeZone } from '../../access/company/queries.ts'
import { eventOf, publish } from '../../events/publish.ts'
import type { Db } from '../../platform/db/handle.ts'
import { lockJob, lockJobs } from '../jobs/queries.ts'
import { addToJob, addToJobs, lockAssignee } from '../jobs/service.ts'
import { deadlineOf } from './deadline.ts'
import {
  type FoundTask,
  factsOf,
  insertLines,
  insertTasks,
  lockTasks,
  type TaskRow,
  toTask,
  updateTask,
  updateTasks,
} from './queries.ts'
import { linesOf } from './rules.ts'

/**
 * Locks the assignee of a task. Returns undefined without one. Fails with 400 for somebody who may
 * not have tasks.
 */
async function requireAssignee(db: Db, assigneeId: string | null | undefined) {
  if (!assigneeId) return undefined
  const person = await lockAssignee(db, assigneeId, ['admin', 'subcontractor'])
  if (!person) throw invalid({ assigneeId: 'Choose one of your subcontractors or admins' })
  return person
}

/** The event that notifies the assignee of a task. None for a task without an assignee. */
const assigned = (task: { id: string; jobId: string; assigneeId: string | null }) =>
  task.assigneeId === null ? [] : [eventOf('task.assigned', task)]

/** Several tasks on one job with the same assignee. */
interface TasksOfJob {
  readonly jobId: string
  readonly assigneeId: string | null | undefined
  readonly tasks: readonly Omit<NewTask, 'jobId' | 'assigneeId'>[]
}

/** Adds tasks with the same job and assignee, in as many statements as for a single task. */
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

/**
 * Adds a task, and puts a sub it is assigned to on its job. Fails with 400 for a job that does not
 * exist or an assignee who may not have tasks.
 */
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
 * Adds tasks by their names, and puts a sub they are assigned to on their job. Fails with 400 as
 * for a single task. The assignee gets one notification about all of them.
 */
export function createTasks(
  db: Db,
  actorId: string,
  { assigneeId, ...added }: NewTasks,
): Promise<CreatedTasks> {
  return insertAssigned(db, actorId, { ...added, assigneeId })
}

/** Adds tasks that come with the schedule of a locked job. Their deadlines are calendar days. */
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

/** Records changes of tasks in their conversations, and publishes an event for each. */
async function recordChanges(
  db: Db,
  actorId: string,
  before: readonly TaskRow[],
  after: readonly TaskRow[],
  timeZone: string,
) {
  const known = new Map(before.map((task) => [task.id, task]))
  const changes = after.map((row) => ({ row, task: known.get(row.id) ?? row }))
  await insertLines(
    db,
    changes.flatMap(({ row, task }) =>
      linesOf(task, row, timeZone).map((line) => ({ ...line, taskId: row.id, userId: actorId })),
    ),
  )
  await publish(
    db,
    actorId,
    ...changes.flatMap(({ row, task }) => {
      const isDone = row.status === 'completed' && task.status !== 'completed'
      const isReassigned = row.assigneeId !== task.assigneeId
      return [
        eventOf(isDone ? 'task.completed' : 'task.changed', row),
        ...(isReassigned ? assigned(row) : []),
      ]
    }),
  )
}

/**
 * Changes the given fields of a locked task, records the change in its conversation, and puts a sub
 * it is newly assigned to on its job. Fails with 400 for an assignee who may not have tasks.
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
  // An unchanged assignee is not locked: they may be leaving at this moment and wait for the task.
  const isNew = change.assigneeId !== task.assigneeId
  const assignee = isNew ? await requireAssignee(db, change.assigneeId) : undefined
  const row = await updateTask(db, id, fields)
  await recordChanges(db, actorId, [task], [row], timeZone)
  const addedToJob =
    assignee?.role === 'subcontractor' && (await addToJob(db, actorId, jobId, assignee.id))
  return { ...toTask({ ...row, jobName }), addedToJob }
}

const someDeleted = { ids: 'Some of these tasks were deleted. Choose them again' }

/**
 * Makes the same change to several tasks, and puts a sub they are assigned to on their jobs. Fails
 * with 400 when a task was deleted, or for an assignee who may not have tasks.
 * @returns the number of tasks changed, and the ids of the jobs that the assignee was not on before
 */
export async function changeTasks(
  db: Db,
  actorId: string,
  { ids, status, assigneeId, deadline }: TasksChange,
): Promise<{ changed: number; jobIds: string[] }> {
  const timeZone = await companyTimeZone(db)
  const due = deadline === undefined ? undefined : deadlineOf(deadline, timeZone)
  const found = await factsOf(db, ids)
  if (found.length < new Set(ids).size) throw invalid(someDeleted)
  // Tasks that already have these values are not locked: an assignee who is leaving at this moment
  // waits for their tasks.
  const others = found.filter(
    (task) =>
      (status !== undefined && task.status !== status) ||
      (assigneeId !== undefined && task.assigneeId !== assigneeId) ||
      (due !== undefined && task.deadline?.getTime() !== due?.getTime()),
  )
  if (others.length === 0) return { changed: 0, jobIds: [] }
  const jobIds = await lockJobs(
    db,
    others.map(({ jobId }) => jobId),
    'key share',
  )
  const locked = await lockTasks(
    db,
    others.map(({ id }) => id),
  )
  // Some may have been deleted before they could be locked.
  if (locked.length < others.length) throw invalid(someDeleted)
  const assignee = await requireAssignee(db, assigneeId)
  const rows = await updateTasks(
    db,
    locked.map(({ id }) => id),
    { status, assigneeId, deadline: due },
  )
  await recordChanges(db, actorId, locked, rows, timeZone)
  const isSub = assignee?.role === 'subcontractor'
  const joined = isSub ? await addToJobs(db, actorId, jobIds, assignee.id) : []
  return { changed: rows.length, jobIds: joined }
}
