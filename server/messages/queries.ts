import {
  type Conversation,
  MAX_CONVERSATIONS,
  type Message,
  type MessagePage,
} from '@plumbline/contract/messages.ts'
import type { JobFacts, Person } from '@plumbline/contract/policy.ts'
import { and, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/handle.ts'
import { afterCursor, cursorOf, ListPage } from '../db/paging.ts'
import { subcontractorIds, visibleTo } from '../jobs/queries.ts'
import { jobs } from '../jobs/table.ts'
import { nameOf } from '../people/names.ts'
import { users } from '../people/table.ts'
import { messageReads, messages } from './table.ts'

type MessageRow = typeof messages.$inferSelect & { senderName: string | null }
const shape = { ...getTableColumns(messages), senderName: nameOf(messages.senderId) }

/** Some messages, newest first, as a subquery. */
const newest = (db: Db, where: SQL | undefined) =>
  db.select().from(messages).where(where).orderBy(desc(messages.createdAt), desc(messages.id))

/** The message in a row of that subquery; null where there was none to join. */
const fieldsOf = ({ id, jobId, senderId, content, createdAt }: Some) => ({
  id,
  jobId,
  senderId,
  content,
  createdAt,
  senderName: sql<string>`(select u.first_name || ' ' || u.last_name from ${users} u where u.id = ${senderId})`,
})
const aliased = (query: ReturnType<typeof newest>) => query.as('some')
type Some = ReturnType<typeof aliased>

const toMessage = (row: MessageRow): Message => ({
  ...row,
  senderName: row.senderName ?? '',
  createdAt: row.createdAt.toISOString(),
})

/** The messages of a job, with the facts that decide who may read them. */
export interface FoundMessages extends JobFacts {
  readonly messages: Message[] | ListPage<Message>
}

/**
 * The messages of a job that the person sees, oldest first: all of them, or with a limit the last of those before the
 * cursor; undefined when there is no such job for them.
 */
export async function findMessages(
  db: Db,
  person: Person,
  jobId: string,
  { limit, before }: MessagePage,
): Promise<FoundMessages | undefined> {
  const ofJob = eq(messages.jobId, jobId)
  const earlier = before && afterCursor(messages.createdAt, messages.id, before, 'before')
  const all = newest(db, and(ofJob, earlier || undefined))
  const some = (limit === undefined ? all : all.limit(limit + 1)).as('some')
  const total = sql<number>`(select count(*)::int from ${messages} where ${ofJob})`
  const rows = await db
    .select({
      clientId: jobs.clientId,
      subcontractorIds,
      total: limit === undefined ? sql<number>`0` : total,
      message: fieldsOf(some),
    })
    .from(jobs)
    .leftJoin(some, eq(some.jobId, jobs.id))
    .where(and(eq(jobs.id, jobId), visibleTo(person)))
    .orderBy(desc(some.createdAt), desc(some.id))
  const [job] = rows
  if (!job) return undefined
  const found = rows.flatMap(({ message }) => (message ? [toMessage(message)] : []))
  const { clientId, subcontractorIds: subs, total: count } = job
  return {
    clientId,
    subcontractorIds: subs,
    messages: limit === undefined ? found.reverse() : pageOf(found, limit, count),
  }
}

/** A page of messages that were read newest first, one beyond the limit. */
function pageOf(found: Message[], limit: number, total: number): ListPage<Message> {
  const shown = found.slice(0, limit).reverse()
  const [first] = shown
  const more =
    found.length > limit && first ? cursorOf(new Date(first.createdAt), first.id) : undefined
  return new ListPage(shown, total, more, 'before')
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
  const last = newest(db, eq(messages.jobId, jobs.id)).limit(1).as('some')
  const unread = sql<number>`(select count(*)::int from ${messages} m where m.job_id = ${jobs.id}
    and m.sender_id <> ${person.id} and m.created_at > coalesce((select r.read_at from ${messageReads} r
      where r.job_id = ${jobs.id} and r.user_id = ${person.id}), '-infinity'))`
  const rows = await db
    .select({ jobId: jobs.id, jobName: jobs.name, unread, lastMessage: fieldsOf(last) })
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
