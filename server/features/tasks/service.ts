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

/** Records changes of tasks in their conversations, and publishes an event for each. */
async function tellChanges(
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
      const isOthers = row.assigneeId !== task.assigneeId
      return [
        eventOf(isDone ? 'task.completed' : 'task.changed', row),
        ...(isOthers ? assigned(row) : []),
      ]
    }),
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
  await tellChanges(db, actorId, [task], [row], timeZone)
  const addedToJob =
    assignee?.role === 'subcontractor' && (await addToJob(db, actorId, jobId, assignee.id))
  return { ...toTask({ ...row, jobName }), addedToJob }
}

const someDeleted = { ids: 'Some of these tasks were deleted. Choose them again' }

/**
 * Makes one change of several tasks, and adds a sub they are assigned to to their jobs; a 400 when one is gone, or for a wrong
 * assignee.
 * @returns how many were changed, and the jobs that the assignee was not on
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
  // Those that are so already are left alone: an assignee who is leaving at this moment waits for their tasks.
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
  // They were found before they were locked.
  if (locked.length < others.length) throw invalid(someDeleted)
  const assignee = await requireAssignee(db, assigneeId)
  const rows = await updateTasks(
    db,
    locked.map(({ id }) => id),
    { status, assigneeId, deadline: due },
  )
  await tellChanges(db, actorId, locked, rows, timeZone)
  const isSub = assignee?.role === 'subcontractor'
  const joined = isSub ? await addToJobs(db, actorId, jobIds, assignee.id) : []
  return { changed: rows.length, jobIds: joined }
}
