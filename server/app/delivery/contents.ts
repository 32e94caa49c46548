import type { Notification } from '@plumbline/contract/notifications.ts'
import type { Person } from '@plumbline/contract/policy.ts'
import { and, desc, eq, isNotNull, isNull, lte } from 'drizzle-orm'
import { isFor } from '../../features/messages/queries.ts'
import { ownTasks } from '../../features/tasks/queries.ts'
import type { Db } from '../../platform/db/handle.ts'
import { messages } from '../../schema/messages.ts'
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
  // Later ones get an email of their own.
  const until = new Date(updatedAt)
  if (name === 'message.created' && jobId && actorId)
    return lastMessages(db, person, { jobId, actorId, until }, limit)
  if (name === 'task.comment' && jobId && actorId)
    return lastComments(db, person, { jobId, actorId, until }, limit)
  if (name !== 'update.sent') return []
  const { id, text, sentAt } = weeklyUpdates
  const sent = and(eq(id, subjectId), isNotNull(sentAt))
  return (await db.select({ text }).from(weeklyUpdates).where(sent)).map((row) => row.text)
}

/** The things that a person wrote on a job, until a moment. */
interface Written {
  readonly jobId: string
  readonly actorId: string
  readonly until: Date
}

/** The last messages of an actor to the person, oldest first, without removed ones. */
async function lastMessages(
  db: Db,
  person: Person,
  { jobId, actorId, until }: Written,
  limit: number,
): Promise<string[]> {
  const { content, senderId, createdAt, id } = messages
  const rows = await db
    .select({ content })
    .from(messages)
    .where(
      and(
        eq(messages.jobId, jobId),
        eq(senderId, actorId),
        lte(createdAt, until),
        isFor(person),
        isNull(messages.removedAt),
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(limit)
  return rows.map((row) => row.content).reverse()
}

/** The last comments of an actor on the tasks of a job that the person may read. */
async function lastComments(
  db: Db,
  person: Person,
  { jobId, actorId, until }: Written,
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
