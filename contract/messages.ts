import { z } from 'zod'
import { pageQuery } from './page.ts'
import { route } from './route.ts'
import { id, text } from './text.ts'

export const MAX_MESSAGE = 5000

export const Message = z.object({
  id,
  jobId: id,
  senderId: id,
  /** Still set after the sender was deleted. */
  senderName: z.string(),
  content: z.string(),
  createdAt: z.iso.datetime(),
})
export type Message = z.infer<typeof Message>

const NewMessage = z.object(
  { jobId: id, content: text(MAX_MESSAGE, 'Write a message') },
  'Send jobId and content',
)
export type NewMessage = z.output<typeof NewMessage>

/** Pages go back in time: first the newest messages, then those before `before`; each page has the oldest first. */
export const MessagePage = z.object({ limit: pageQuery.limit, before: pageQuery.after })
export type MessagePage = z.output<typeof MessagePage>

/** A job as a conversation. */
export const Conversation = z.object({
  jobId: id,
  jobName: z.string(),
  /** Null without messages. */
  lastMessage: Message.nullable(),
  /** How many messages others have written since the person last read. */
  unread: z.number().int(),
})
export type Conversation = z.infer<typeof Conversation>

/** The most jobs in the list of conversations. */
export const MAX_CONVERSATIONS = 10

export const messageRoutes = {
  list: route({
    method: 'GET',
    path: '/api/jobs/:id/messages',
    summary:
      'The messages of a job, oldest first; with limit the newest of them, and the way back in time',
    may: 'message.list',
    query: MessagePage,
    reply: z.array(Message),
  }),
  create: route({
    method: 'POST',
    path: '/api/messages',
    summary: 'Write a message to everyone on a job',
    may: 'message.create',
    body: NewMessage,
    reply: Message,
    status: 201,
  }),
  conversations: route({
    method: 'GET',
    path: '/api/conversations',
    summary: 'Up to 10 jobs: those with the newest messages, then the newest jobs',
    may: 'conversation.list',
    reply: z.array(Conversation),
  }),
  markRead: route({
    method: 'POST',
    path: '/api/jobs/:id/read',
    summary: "Mark the job's messages as read",
    may: 'message.list',
    reply: z.void(),
    status: 204,
  }),
}
