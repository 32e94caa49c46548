import {
  type Conversation,
  MAX_CONVERSATIONS,
  type Message,
  type MessagePage,
} from '@plumbline/contract/messages.ts'
import type { Person } from '@plumbline/contract/policy.ts'
import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Db } from '../db/handle.ts'
import {
  afterCursor,
  cursorOf,
  type ListPage,
  listOrPage,
  reversed,
  totalOf,
} from '../db/paging.ts'
import { visibleTo } from '../jobs/queries.ts'
import { jobs } from '../jobs/table.ts'
import { nameOf } from '../people/names.ts'
import { messageReads, messages } from './table.ts'

type MessageRow = typeof messages.$inferSelect & {
  senderName: string | null
  removedByName: string | null
}
const shape = {
  ...getTableColumns(messages),
  senderName: nameOf(messages.senderId),
  removedByName: nameOf(messages.removedById),
}

const newestFirst = [desc(messages.createdAt), desc(messages.id)]

const toMessage = (row: MessageRow): Message => ({
  ...row,
  senderName: row.senderName ?? '',
  createdAt: row.createdAt.toISOString(),
  removedAt: row.removedAt?.toISOString() ?? null,
})

/** The messages of a job, oldest first: all of them, or with a limit the last of those before the cursor. */
export async function listMessages(
  db: Db,
  jobId: string,
  { limit, before }: MessagePage,
): Promise<Message[] | ListPage<Message>> {
  const ofJob = eq(messages.jobId, jobId)
  const query = db
    .select({ ...shape, total: totalOf(messages, ofJob, limit) })
    .from(messages)
    .where(
      and(
        ofJob,
        before === undefined
          ? undefined
          : afterCursor(messages.createdAt, messages.id, before, 'before'),
      ),
    )
    .orderBy(...newestFirst)
  const newest = await listOrPage(query, limit, toMessage, (row) => cursorOf(row.createdAt, row.id))
  return reversed(newest)
}

/** Adds a message of a person to a job that exists. */
export async function insertMessage(
  db: Db,
  jobId: string,
  senderId: string,
  content: string,
): Promise<Message> {
  const [row] = await db.insert(messages).values({ jobId, senderId, content }).returning(shape)
  return toMessage(row as MessageRow)
}

/** Marks every message there is now as read by the person; never marks one as unread. */
export async function markRead(db: Db, jobId: string, userId: string) {
  const newest = db
    .select({
      userId: sql<string>`${userId}::uuid`.as('user_id'),
      jobId: messages.jobId,
      readAt: messages.createdAt,
    })
    .from(messages)
    .where(eq(messages.jobId, jobId))
    .orderBy(desc(messages.createdAt))
    .limit(1)
  await db
    .insert(messageReads)
    .select(newest)
    .onConflictDoUpdate({
      target: [messageReads.userId, messageReads.jobId],
      set: { readAt: sql`greatest(${messageReads.readAt}, excluded.read_at)` },
    })
}

/** Up to ten jobs that the person sees: those with the newest messages, then the newest jobs. */
export async function listConversations(db: Db, person: Person): Promise<Conversation[]> {
  const last = db
    .select()
    .from(messages)
    .where(eq(messages.jobId, jobs.id))
    .orderBy(...newestFirst)
    .limit(1)
    .as('last')
  const unread = sql<number>`(select count(*)::int from ${messages} m where m.job_id = ${jobs.id}
    and m.sender_id <> ${person.id} and m.created_at > coalesce((select r.read_at from ${messageReads} r
      where r.job_id = ${jobs.id} and r.user_id = ${person.id}), '-infinity'))`
  const rows = await db
    .select({
      jobId: jobs.id,
      jobName: jobs.name,
      unread,
      lastMessage: {
        id: last.id,
        jobId: last.jobId,
        senderId: last.senderId,
        content: last.content,
        audience: last.audience,
        createdAt: last.createdAt,
        removedAt: last.removedAt,
        removedById: last.removedById,
        // Not joins: the names are looked up for the few rows that are left, not for every job.
        senderName: nameOf(last.senderId),
        removedByName: nameOf(last.removedById),
      },
    })
    .from(jobs)
    .leftJoinLateral(last, sql`true`)
    .where(visibleTo(person))
    .orderBy(sql`${last.createdAt} desc nulls last`, desc(jobs.createdAt), desc(jobs.id))
    .limit(MAX_CONVERSATIONS)
  return rows.map(({ lastMessage, ...row }) => ({
    ...row,
    lastMessage: lastMessage && toMessage(lastMessage),
  }))
}
