import type { NewTask, TaskChange } from '@plumbline/contract/tasks.ts'
import { eq, getTableColumns } from 'drizzle-orm'
import type { Db } from '../db/handle.ts'
import { type Giving, giving } from '../jobs/assignments/queries.ts'
import { nameOf } from '../people/names.ts'
import { deadlineOf } from './deadline.ts'
import type { FoundTask, TaskRow } from './queries.ts'
import { type Line, linesOf } from './rules.ts'
import { taskCorrespondence, tasks } from './table.ts'

/** A task just written, and whether its assignee is somebody who may be given tasks. */
export type SavedTask = TaskRow & { fits: boolean; addedToJob: boolean }

const give = (db: Db, jobId: string, userId: string | null | undefined) =>
  giving(db, jobId, userId, ['admin', 'subcontractor'])

const returned = ({ fits, addedToJob }: Giving) => ({
  ...getTableColumns(tasks),
  assigneeName: nameOf(tasks.assigneeId),
  fits,
  addedToJob,
})

/** Adds a task to a job that is held, and its assignee to the job. The caller checks that they fit. */
export async function insertTask(
  db: Db,
  { deadline, ...task }: NewTask,
  timeZone: string,
): Promise<SavedTask> {
  const given = give(db, task.jobId, task.assigneeId)
  const [row] = await db
    .with(...given.parts)
    .insert(tasks)
    .values({ ...task, deadline: deadlineOf(deadline ?? null, timeZone) })
    .returning(returned(given))
  return row as SavedTask
}

/** Says something in the conversation of a task, within a larger statement. */
const saying = (db: Db, taskId: string, userId: string, lines: readonly Line[]) =>
  lines.length === 0
    ? []
    : [
        db.$with('said').as(
          db
            .insert(taskCorrespondence)
            .values(lines.map((line) => ({ ...line, taskId, userId })))
            .returning({ id: taskCorrespondence.id }),
        ),
      ]

/**
 * Changes the fields given of a task that is locked, says in its conversation what changed, and adds a new assignee to
 * the job. The caller checks that they fit.
 */
export async function updateTask(
  db: Db,
  userId: string,
  task: FoundTask,
  { deadline, ...change }: Omit<TaskChange, 'jobId'>,
): Promise<SavedTask> {
  const set = {
    ...change,
    ...(deadline === undefined ? {} : { deadline: deadlineOf(deadline, task.timeZone) }),
  }
  const assigneeId = change.assigneeId === task.assigneeId ? undefined : change.assigneeId
  const given = give(db, task.jobId, assigneeId)
  const after = {
    status: set.status ?? task.status,
    assigneeId: set.assigneeId === undefined ? task.assigneeId : set.assigneeId,
    deadline: set.deadline === undefined ? task.deadline : set.deadline,
    assigneeName: given.name,
  }
  const said = saying(db, task.id, userId, linesOf(task, after, task.timeZone))
  const [row] = await db
    .with(...given.parts, ...said)
    .update(tasks)
    .set(set)
    .where(eq(tasks.id, task.id))
    .returning(returned(given))
  return row as SavedTask
}
