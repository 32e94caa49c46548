import {
  type Conversation,
  type ConversationFilter,
  MAX_CONVERSATIONS,
  type Message,
  type MessageAudience,
  type MessagePage,
  messageAudiences,
} from '@plumbline/contract/messages.ts'
import type { JobFacts, Person, Role } from '@plumbline/contract/policy.ts'
import { reads } from '@plumbline/contract/readers.ts'
import {
  type AnyColumn,
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNull,
  max,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { nameOf, roleOf } from '../../access/people/names.ts'
import { byName } from '../../access/people/queries.ts'
import { seenIdOf, seenName, seenNameOf } from '../../access/people/seen.ts'
import { outer } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import {
  afterCursor,
  cursorOf,
  type List,
  ListPage,
  listOrPage,
  totalOf,
} from '../../platform/db/paging.ts'
import { jobs } from '../../schema/jobs.ts'
import { messageReads, messages } from '../../schema/messages.ts'
import { users } from '../../schema/people.ts'
import { visibleTo } from '../jobs/queries.ts'
import { jobContains } from '../jobs/search.ts'
import { jobsWithUnreadMessages, unreadMessagesOf } from '../notifications/queries.ts'

type MessageRow = typeof messages.$inferSelect & {
  senderName: string | null
  senderRole: Role
  removedByName: string | null
}
const shapeFor = (reader: Person) => ({
  ...getTableColumns(messages),
  senderId: seenIdOf(reader, messages.senderId),
  senderName: seenNameOf(reader, messages.senderId),
  senderRole: roleOf(messages.senderId),
  removedByName: removerOf(messages),
})

/** The name of the person who removed somebody else's message. */
function removerOf({
  senderId,
  removedById,
}: Readonly<Record<'senderId' | 'removedById', AnyColumn>>) {
  const isOther = ne(removedById, senderId)
  return sql<string | null>`case when ${isOther} then ${nameOf(removedById)} end`
}

/**
 * Whether a message is for the person, given that they see its job, as a condition on `messages` or
 * on another column with an audience.
 */
export function isFor({ role }: Person, audience: AnyColumn = messages.audience): SQL {
  return inArray(
    audience,
    messageAudiences.filter((one) => reads(role, one)),
  )
}

export const newestFirst = [desc(messages.createdAt), desc(messages.id)]
const oldestFirst = [asc(messages.createdAt), asc(messages.id)]

const toMessage = (row: MessageRow): Message => ({
  ...row,
  senderName: row.senderName ?? '',
  createdAt: row.createdAt.toISOString(),
  removedAt: row.removedAt?.toISOString() ?? null,
})

/**
 * The messages of a job that are for the person, oldest first: all of them, or with a limit the
 * last ones before the cursor.
 */
export async function listMessages(
  db: Db,
  person: Person,
  jobId: string,
  { limit, before }: MessagePage,
): Promise<List<Message>> {
  const ofJob = and(eq(messages.jobId, jobId), isFor(person))
  const query = db
    .select({ ...shapeFor(person), total: totalOf(messages, ofJob, limit) })
    .from(messages)
    .where(
      and(
        ofJob,
        before === undefined
          ? undefined
          : afterCursor(messages.createdAt, messages.id, before, 'before'),
      ),
    )
    .orderBy(...(limit === undefined ? oldestFirst : newestFirst))
  const list = await listOrPage(query, limit, toMessage, (row) => cursorOf(row.createdAt, row.id))
  return list instanceof ListPage ? list.reversed() : list
}

/** Adds a person's message to an existing job. */
export async function insertMessage(
  db: Db,
  person: Person,
  message: { jobId: string; content: string; audience: MessageAudience },
): Promise<Message> {
  const [row] = await db
    .insert(messages)
    .values({ ...message, senderId: person.id })
    .returning(shapeFor(person))
  return toMessage(row as MessageRow)
}

/**
 * Adds the same message of a person to several existing jobs.
 * @returns the id of the message on each job
 */
export async function insertMessages(
  db: Db,
  jobIds: readonly string[],
  message: { senderId: string; content: string; audience: MessageAudience },
): Promise<Pick<Message, 'id' | 'jobId' | 'audience'>[]> {
  return db
    .insert(messages)
    .values(jobIds.map((jobId) => ({ ...message, jobId })))
    .returning({ id: messages.id, jobId: messages.jobId, audience: messages.audience })
}

/**
 * The message, if the person may read it and nobody has removed it. Its job is locked first, then
 * the message, until the transaction ends.
 */
export async function lockMessage(db: Db, person: Person, id: string) {
  const jobId = sql`(select m.job_id from ${messages} m where m.id = ${id})`
  await db.select({ id: jobs.id }).from(jobs).where(eq(jobs.id, jobId)).for('key share')
  const [row] = await db
    .select(getTableColumns(messages))
    .from(messages)
    .innerJoin(jobs, eq(jobs.id, messages.jobId))
    .where(and(eq(messages.id, id), isNull(messages.removedAt), isFor(person), visibleTo(person)))
    .for('update', { of: messages })
  return row
}

/** Removes the text of a locked message. The message keeps its place and its readers. */
export async function removeMessage(db: Db, id: string, removedById: string, removedAt: Date) {
  await db.update(messages).set({ content: '', removedAt, removedById }).where(eq(messages.id, id))
}

/** The readers of the person's last message on a job, if they have written there. */
export async function lastAudience(
  db: Db,
  jobId: string,
  senderId: string,
): Promise<MessageAudience | undefined> {
  const [row] = await db
    .select({ audience: messages.audience })
    .from(messages)
    .where(and(eq(messages.jobId, jobId), eq(messages.senderId, senderId)))
    .orderBy(...newestFirst)
    .limit(1)
  return row?.audience
}

/**
 * The client of a job, first so that they are not overlooked, then its subs by last name, without
 * the person who makes the request.
 */
export async function peopleOf(
  db: Db,
  person: Person,
  { clientId, subcontractorIds }: JobFacts,
): Promise<{ name: string; role: Role }[]> {
  const ids = [...subcontractorIds, ...(clientId ? [clientId] : [])]
  const rows = await db
    .select({ id: seenIdOf(person, users.id), name: seenName(person), role: users.role })
    .from(users)
    .where(and(inArray(users.id, ids), ne(users.id, person.id), isNull(users.deletedAt)))
    .orderBy(users.role, ...byName)
  // Subs that the person does not see are one crew.
  return [...new Map(rows.map(({ id, name, role }) => [id, { name: name ?? '', role }])).values()]
}

/**
 * Marks all existing messages for the person as read. Never marks one as unread.
 * @returns whether the person's read position moved
 */
export async function markRead(db: Db, jobId: string, person: Person): Promise<boolean> {
  const newest = db
    .select({
      userId: sql<string>`${person.id}::uuid`.as('user_id'),
      jobId: messages.jobId,
      readAt: messages.createdAt,
    })
    .from(messages)
    .where(and(eq(messages.jobId, jobId), isFor(person)))
    .orderBy(desc(messages.createdAt))
    .limit(1)
  const written = await db
    .insert(messageReads)
    .select(newest)
    .onConflictDoUpdate({
      target: [messageReads.userId, messageReads.jobId],
      set: { readAt: sql`excluded.read_at` },
      setWhere: sql`${messageReads.readAt} < excluded.read_at`,
    })
    .returning({ jobId: messageReads.jobId })
  return written.length > 0
}

/** The number of newest messages that are searched for ten jobs with messages for the person. */
const RECENT_MESSAGES = 1000

/**
 * A condition on `jobs` that matches the first ten conversations of the person and as few other
 * jobs as possible. When the newest messages belong to ten jobs, it matches those. When there are
 * no older messages, it matches the jobs of all messages and the newest jobs. Otherwise it matches
 * all jobs the person sees, whose messages then have to be looked up job by job.
 */
async function conversationJobs(db: Db, person: Person): Promise<SQL | undefined> {
  const { jobId, audience, createdAt } = messages
  const recent = db
    .select({ jobId, audience, createdAt })
    .from(messages)
    .orderBy(...newestFirst)
    .limit(RECENT_MESSAGES)
    .as('recent')
  const found = await db
    .select({ id: jobs.id })
    .from(recent)
    .innerJoin(jobs, eq(jobs.id, recent.jobId))
    .where(and(isFor(person, recent.audience), visibleTo(person)))
    .groupBy(jobs.id)
    .orderBy(desc(max(recent.createdAt)), desc(jobs.createdAt), desc(jobs.id))
    .limit(MAX_CONVERSATIONS)
  const isFound = inArray(
    jobs.id,
    found.map(({ id }) => id),
  )
  if (found.length === MAX_CONVERSATIONS) return isFound
  const others = await db
    .select({ id: messages.id })
    .from(messages)
    .orderBy(...newestFirst)
    .offset(RECENT_MESSAGES)
    .limit(1)
  if (others.length > 0) return visibleTo(person)
  const newest = db
    .select({ id: jobs.id })
    .from(jobs)
    .where(visibleTo(person))
    .orderBy(desc(jobs.createdAt), desc(jobs.id))
    .limit(MAX_CONVERSATIONS)
  return or(isFound, inArray(jobs.id, newest))
}

/** The last message for the person on the job of each row. */
const lastMessageFor = (db: Db, person: Person) =>
  db
    .select()
    .from(messages)
    .where(and(eq(messages.jobId, jobs.id), isFor(person)))
    .orderBy(...newestFirst)
    .limit(1)
    .as('last')

/** Jobs as conversations: each with its last message and the number of unread ones. */
function conversationShape(person: Person, last: ReturnType<typeof lastMessageFor>) {
  return {
    jobId: jobs.id,
    jobName: jobs.name,
    unread: unreadMessagesOf(person, outer(jobs.id)),
    lastMessage: {
      id: last.id,
      jobId: last.jobId,
      senderId: seenIdOf(person, last.senderId),
      content: last.content,
      audience: last.audience,
      createdAt: last.createdAt,
      removedAt: last.removedAt,
      removedById: last.removedById,
      // Not joins: the names are looked up for the few resulting rows, not for every job.
      senderName: seenNameOf(person, last.senderId),
      senderRole: roleOf(last.senderId),
      removedByName: removerOf(last),
    },
  }
}

interface ConversationRow {
  readonly jobId: string
  readonly jobName: string
  readonly unread: number
  readonly lastMessage: MessageRow | null
}

const toConversation = ({
  jobId,
  jobName,
  unread,
  lastMessage,
}: ConversationRow): Conversation => ({
  ...{ jobId, jobName, unread },
  lastMessage: lastMessage && toMessage(lastMessage),
})

/**
 * Up to ten jobs that the person sees, by their last messages, then the newest jobs. Those with
 * unread messages are among them, also where others have newer messages.
 */
async function firstConversations(db: Db, person: Person): Promise<Conversation[]> {
  const unread = await jobsWithUnreadMessages(db, person, MAX_CONVERSATIONS)
  const isUnread = sql`${jobs.id} = any(${sql.param(unread)}::uuid[])`
  const first = await conversationJobs(db, person)
  const last = lastMessageFor(db, person)
  const rows = await db
    .select(conversationShape(person, last))
    .from(jobs)
    .leftJoinLateral(last, sql`true`)
    .where(first && or(first, isUnread))
    .orderBy(
      desc(isUnread),
      sql`${last.createdAt} desc nulls last`,
      desc(jobs.createdAt),
      desc(jobs.id),
    )
    .limit(MAX_CONVERSATIONS)
  const timeOf = ({ lastMessage }: ConversationRow) => lastMessage?.createdAt.getTime() ?? 0
  return rows.toSorted((a, b) => timeOf(b) - timeOf(a)).map(toConversation)
}

/**
 * Conversations of the person: the first ten, or with a limit a page of all that match, newest job
 * first. Sorting all of them by their last messages would mean reading every job.
 */
export async function listConversations(
  db: Db,
  person: Person,
  { search, limit, after }: ConversationFilter,
): Promise<List<Conversation>> {
  if (limit === undefined) return firstConversations(db, person)
  const where = and(visibleTo(person), search ? jobContains(search) : undefined)
  const last = lastMessageFor(db, person)
  const query = db
    .select({
      ...conversationShape(person, last),
      createdAt: jobs.createdAt,
      total: totalOf(jobs, where, limit),
    })
    .from(jobs)
    .leftJoinLateral(last, sql`true`)
    .where(
      and(where, after === undefined ? undefined : afterCursor(jobs.createdAt, jobs.id, after)),
    )
    .orderBy(desc(jobs.createdAt), desc(jobs.id))
  return listOrPage(query, limit, toConversation, ({ createdAt, jobId }) =>
    cursorOf(createdAt, jobId),
  )
}
