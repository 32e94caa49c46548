import type { FoundMessage, MessageSearch } from '@plumbline/contract/messages.ts'
import type { Person } from '@plumbline/contract/policy.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { seenNameOf } from '../../access/people/seen.ts'
import type { Db } from '../../platform/db/handle.ts'
import { contains } from '../../platform/db/search.ts'
import { jobs } from '../../schema/jobs.ts'
import { messages } from '../../schema/messages.ts'
import { isOfCustomer, visibleTo } from '../jobs/queries.ts'
import { isFor, newestFirst } from './queries.ts'

/** The most messages that a search finds without a limit. */
const MAX_FOUND = 20

/** The newest messages for the person that contain the words, without removed ones. */
export async function findMessages(
  db: Db,
  person: Person,
  { search, customerId, limit = MAX_FOUND }: MessageSearch,
): Promise<FoundMessage[]> {
  const { id, jobId, senderId, content, createdAt } = messages
  const rows = await db
    .select({
      ...{ id, jobId, jobName: jobs.name, content, createdAt },
      senderName: seenNameOf(person, senderId),
    })
    .from(messages)
    .innerJoin(jobs, eq(jobs.id, messages.jobId))
    .where(
      and(
        visibleTo(person),
        isFor(person),
        isNull(messages.removedAt),
        search ? contains(content, search) : undefined,
        customerId ? isOfCustomer(person, customerId) : undefined,
      ),
    )
    .orderBy(...newestFirst)
    .limit(limit)
  return rows.map(({ senderName, createdAt, ...row }) => ({
    ...row,
    senderName: senderName ?? '',
    createdAt: createdAt.toISOString(),
  }))
}
