import { messageRoutes } from '@plumbline/contract/messages.ts'
import { pagedQuery, query } from '../../api/query.ts'

/** The person's projects as conversations, the one with the newest message first. */
export const conversationsQuery = query(messageRoutes.conversations)

/** All of the person's projects as conversations, newest first, or the ones that match a search. */
export const conversationPages = (search: string | undefined) =>
  pagedQuery(messageRoutes.conversations, { query: { search } }, 30)

/** The messages of a project: the newest page first, each page oldest first. */
export const messagePages = (jobId: string) =>
  pagedQuery(messageRoutes.list, { params: { id: jobId } }, 50, 'before')

/** The audiences the person can write to on a project, with the names of the readers. */
export const readersQuery = (jobId: string) =>
  query(messageRoutes.readers, { params: { id: jobId } })
