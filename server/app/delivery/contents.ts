import type { Notification } from '@plumbline/contract/notifications.ts'
import type { Person } from '@plumbline/contract/policy.ts'
import { and, desc, eq, isNotNull, lte } from 'drizzle-orm'
import { lastMessagesOf } from '../../features/messages/queries.ts'
import { ownTasks } from '../../features/tasks/queries.ts'
import type { Db } from '../../platform/db/handle.ts'
import { taskCorrespondence, tasks } from '../../schema/tasks.ts'
import { weeklyUpdates } from '../../schema/weeklyUpdates.ts'

/** The most messages an email quotes. */
const MAX_TEXTS = 5

/**
 * The texts that an email quotes: those of messages, comments and weekly updates, oldest first.
 * Empty for other notifications.
 */
export async function textsOf(
  db: Db,
  person: Person,
  { name, jobId, subjectId, count, updatedAt }: Notification,
  actorId: string | null,
): Promise<readonly string[]> {
  const limit = Math.min(count, MAX_TEXTS)
  // What was written since then has an email of its own.
  const until = new Date(updatedAt)
  if (name === 'message.created' && jobId && actorId)
    return lastMessagesOf(db, person, { jobId, senderId: actorId, until }, limit)
  if (name === 'task.comment' && jobId && actorId)
    return lastComments(db, person, { jobId, actorId, until }, limit)
  if (name !== 'update.sent') return []
  const { id, text, sentAt } = weeklyUpdates
  const sent = and(eq(id, subjectId), isNotNull(sentAt))
  return (await db.select({ text }).from(weeklyUpdates).where(sent)).map((row) => row.text)
}

/** The last comments of an actor, until then, on the tasks of a job that the person may read. */
async function lastComments(
  db: Db,
  person: Person,
  {
    jobId,
    actorId,
    until,
  }: { readonly jobId: string; readonly actorId: string; readonly until: Date },
  limit: number,
): Promise<string[]> {
  const { message, taskId, userId, createdAt, id } = taskCorrespondence
  const rows = await db
    .select({ message })
    .from(taskCorrespondence)
    .innerJoin(tasks, eq(tasks.id, taskId))
    .where(
      and(
        eq(tasks.jobId, jobId),
        eq(userId, actorId),
        lte(createdAt, until),
        person.role === 'admin' ? undefined : ownTasks(person),
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(limit)
  return rows.map((row) => row.message).reverse()
}
