import { messageRoutes } from '@plumbline/contract/messages.ts'
import { pagedQuery, query } from '../api/query.ts'

/** The projects one talks about, those with the newest message first. */
export const conversationsQuery = query(messageRoutes.conversations)

/** The messages of a project: the newest page first, each page oldest first. */
export const messagePages = (jobId: string) =>
  pagedQuery(messageRoutes.list, { params: { id: jobId } }, 50, 'before')
