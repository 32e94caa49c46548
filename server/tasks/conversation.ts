import type { JobFacts, Person } from '@plumbline/contract/policy.ts'
import type { TaskLine } from '@plumbline/contract/tasks.ts'
import { and, asc, eq, getTableColumns } from 'drizzle-orm'
import type { Db } from '../db/handle.ts'
import { subcontractorIds, visibleTo } from '../jobs/queries.ts'
import { jobs } from '../jobs/table.ts'
import { nameOf } from '../people/names.ts'
import { taskCorrespondence, tasks } from './table.ts'

/** The conversation of a task that the person may see, oldest first, with the facts of its job. */
export async function findConversation(
  db: Db,
  person: Person,
  taskId: string,
): Promise<(JobFacts & { lines: TaskLine[] }) | undefined> {
  const rows = await db
    .select({
      clientId: jobs.clientId,
      subcontractorIds,
      line: { ...getTableColumns(taskCorrespondence), userName: nameOf(taskCorrespondence.userId) },
    })
    .from(tasks)
    .innerJoin(jobs, eq(jobs.id, tasks.jobId))
    .leftJoin(taskCorrespondence, eq(taskCorrespondence.taskId, tasks.id))
    .where(and(eq(tasks.id, taskId), visibleTo(person)))
    .orderBy(asc(taskCorrespondence.createdAt), asc(taskCorrespondence.id))
  return rows[0] && { ...rows[0], lines: rows.flatMap(({ line }) => (line ? [toLine(line)] : [])) }
}

type LineRow = typeof taskCorrespondence.$inferSelect & { userName: string | null }

function toLine(row: LineRow): TaskLine {
  return { ...row, userName: row.userName ?? '', createdAt: row.createdAt.toISOString() }
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
    .returning({
      ...getTableColumns(taskCorrespondence),
      userName: nameOf(taskCorrespondence.userId),
    })
  return toLine(row as LineRow)
}
