import { STEP_UNDO_MINUTES, type TaskLine } from '@plumbline/contract/tasks.ts'
import { MINUTE_MS } from '@plumbline/contract/time.ts'
import { and, asc, desc, eq, getTableColumns, type Placeholder } from 'drizzle-orm'
import { nameOf } from '../../access/people/names.ts'
import { builtOnce } from '../../platform/db/builtOnce.ts'
import type { Db } from '../../platform/db/handle.ts'
import { taskCorrespondence } from '../../schema/tasks.ts'

type CommentRow = typeof taskCorrespondence.$inferSelect & { userName: string | null }

const shape = {
  ...getTableColumns(taskCorrespondence),
  userName: nameOf(taskCorrespondence.userId),
}

const toComment = (row: CommentRow): TaskLine => ({
  ...row,
  userName: row.userName ?? '',
  createdAt: row.createdAt.toISOString(),
})

const readComments = builtOnce((db, value: (name: 'taskId') => Placeholder) =>
  db
    .select(shape)
    .from(taskCorrespondence)
    .where(eq(taskCorrespondence.taskId, value('taskId')))
    .orderBy(asc(taskCorrespondence.createdAt), asc(taskCorrespondence.id)),
)

/** The comments on a task, oldest first. */
export async function listComments(db: Db, taskId: string): Promise<TaskLine[]> {
  return (await readComments(db, { taskId })).map(toComment)
}

/** Adds a comment. */
export async function insertComment(
  db: Db,
  taskId: string,
  userId: string,
  message: string,
): Promise<TaskLine> {
  const [row] = await db
    .insert(taskCorrespondence)
    .values({ taskId, userId, message })
    .returning(shape)
  return toComment(row as CommentRow)
}

/** Whether the person made the last status change of a task, recently enough to undo it. */
export async function tookLastStep(
  db: Db,
  taskId: string,
  personId: string,
  now: Date,
): Promise<boolean> {
  const { userId, type, createdAt, id } = taskCorrespondence
  const [last] = await db
    .select({ userId, createdAt })
    .from(taskCorrespondence)
    .where(and(eq(taskCorrespondence.taskId, taskId), eq(type, 'status')))
    .orderBy(desc(createdAt), desc(id))
    .limit(1)
  const isRecent = (at: Date) => at.getTime() > now.getTime() - STEP_UNDO_MINUTES * MINUTE_MS
  return last !== undefined && last.userId === personId && isRecent(last.createdAt)
}
