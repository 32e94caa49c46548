import { messageRoutes } from '@plumbline/contract/messages.ts'
import { pages, query } from '../api/query.ts'

/** What a message puts out of date. */
export const messageReads = [messageRoutes.list, messageRoutes.conversations]

/** The projects one talks about, those with the newest message first. */
export const conversationsQuery = query(messageRoutes.conversations)

/** The messages of a project: the newest page first, each page oldest first. */
export const messagePages = (jobId: string) =>
  pages(messageRoutes.list, { params: { id: jobId } }, 50, 'before')
