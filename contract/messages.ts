import { z } from 'zod'
import { pageQuery } from './page.ts'
import { mayEver, type Role, roles } from './policy.ts'
import type { Readers } from './readers.ts'
import { route } from './route.ts'
import { id, severalIds, text } from './text.ts'
import { MINUTE_MS } from './time.ts'

export const MAX_MESSAGE = 5000

/** The readers of a message: everyone on the job, office and subs, or office and client. */
export const messageAudiences = ['all', 'crew', 'client'] as const satisfies readonly Readers[]
export type MessageAudience = (typeof messageAudiences)[number]

/** The readers of a message when its sender does not choose. */
export const defaultAudience = {
  admin: 'all',
  subcontractor: 'crew',
  client: 'client',
} as const satisfies Record<Role, MessageAudience>

/** The readers that people of a role can write to. */
export const audiencesFor = (role: Role): readonly MessageAudience[] =>
  mayEver(role, 'message.chooseReaders') ? messageAudiences : [defaultAudience[role]]

export const Message = z.object({
  id,
  jobId: id,
  senderId: id,
  /** Still set after the sender was deleted. */
  senderName: z.string(),
  /** The role of the sender now, or when they left. */
  senderRole: z.enum(roles),
  /** Empty once the message was removed. */
  content: z.string(),
  audience: z.enum(messageAudiences),
  createdAt: z.iso.datetime(),
  removedAt: z.iso.datetime().nullable(),
  /** The person who removed it, if that was not its sender. */
  removedByName: z.string().nullable(),
})
export type Message = z.infer<typeof Message>

const content = text(MAX_MESSAGE, 'Write a message')
const audience = z.enum(messageAudiences, 'Choose who reads it')

const NewMessage = z.object(
  {
    jobId: id,
    content,
    /** Without it an admin writes to everyone, a sub to the crew, and a client to the office. */
    audience: audience.optional(),
  },
  'Send jobId and content',
)
export type NewMessage = z.output<typeof NewMessage>

/** The most jobs one request may write to. */
export const MAX_MESSAGE_JOBS = 100

/** One message to each of several jobs. */
export const JobsMessage = z.object(
  { jobIds: severalIds('jobs', MAX_MESSAGE_JOBS), content, audience },
  'Send jobIds, content and audience',
)
export type JobsMessage = z.output<typeof JobsMessage>

/**
 * Pages go back in time: first the newest messages, then those before `before`; each page has the
 * oldest first.
 */
export const MessagePage = z.object({ limit: pageQuery.limit, before: pageQuery.after })
export type MessagePage = z.output<typeof MessagePage>

/** The number of minutes in which people can remove a message of their own. */
export const REMOVE_MINUTES = 5

/** The time until which people can remove a message of their own, in milliseconds since 1970. */
export const removableUntil = ({ createdAt }: { readonly createdAt: string | Date }): number =>
  new Date(createdAt).getTime() + REMOVE_MINUTES * MINUTE_MS

/** A choice of readers for a message, with the names of the people it includes. */
const MessageChoice = z.object({
  audience: z.enum(messageAudiences),
  /**
   * The names of the client and the subs who read it, without the requester; the office always
   * reads it.
   */
  names: z.array(z.string()),
})
export type MessageChoice = z.infer<typeof MessageChoice>

/**
 * The readers that the person can write to on a job; `chosen` are those of their last message
 * there.
 */
export const MessageReaders = z.object({
  chosen: z.enum(messageAudiences),
  choices: z.array(MessageChoice),
})
export type MessageReaders = z.infer<typeof MessageReaders>

/** A job as a conversation. */
export const Conversation = z.object({
  jobId: id,
  jobName: z.string(),
  /** Null without messages. */
  lastMessage: Message.nullable(),
  /** The number of messages from others since the person last read; 1,000 means 1,000 or more. */
  unread: z.number().int(),
})
export type Conversation = z.infer<typeof Conversation>

/** Without `limit`, the first ten conversations; with it, a page of all, newest jobs first. */
export const ConversationFilter = z.object(pageQuery)
export type ConversationFilter = z.output<typeof ConversationFilter>

/** The most jobs in the list of conversations. */
export const MAX_CONVERSATIONS = 10

/** Messages that contain the words, newest first. */
export const MessageSearch = z.object({
  limit: pageQuery.limit,
  search: pageQuery.search,
  /** Only messages about the jobs of this customer, for the office. */
  customerId: id.optional(),
})
export type MessageSearch = z.output<typeof MessageSearch>

/** A message that was found, with the job it is about. */
const FoundMessage = Message.pick({
  ...{ id: true, jobId: true, senderName: true, content: true, createdAt: true },
}).extend({ jobName: z.string() })
export type FoundMessage = z.infer<typeof FoundMessage>

export const messageRoutes = {
  found: route({
    method: 'GET',
    path: '/api/messages',
    summary:
      'The newest messages for the person that contain the words, without removed ones; at most 20, or limit',
    may: 'conversation.list',
    about: ['message'],
    keep: false,
    query: MessageSearch,
    reply: z.array(FoundMessage),
  }),
  list: route({
    method: 'GET',
    path: '/api/jobs/:id/messages',
    summary:
      'The messages of a job, oldest first; with limit the newest of them, and the way back in time',
    may: 'message.list',
    about: ['message'],
    keep: true,
    query: MessagePage,
    reply: z.array(Message),
  }),
  create: route({
    method: 'POST',
    path: '/api/messages',
    summary: 'Write a message on a job; only admins choose who reads it',
    may: 'message.create',
    body: NewMessage,
    reply: Message,
    status: 201,
  }),
  createSeveral: route({
    method: 'POST',
    path: '/api/messages/several',
    summary: 'Write the same message on up to 100 jobs, on all of them or on none',
    may: 'message.createSeveral',
    body: JobsMessage,
    reply: z.object({ written: z.number().int() }),
    status: 201,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/messages/:id',
    summary: 'Remove a message: an own one within 5 minutes, as an admin any; its place stays',
    may: 'message.remove',
    reply: z.void(),
    status: 204,
    fails: ['removeTooLate'],
  }),
  readers: route({
    method: 'GET',
    path: '/api/jobs/:id/message-readers',
    summary: 'Whom the person can write to on a job, with the names of those who read it',
    may: 'message.list',
    about: ['message'],
    keep: true,
    reply: MessageReaders,
  }),
  conversations: route({
    method: 'GET',
    path: '/api/conversations',
    summary:
      'Up to 10 jobs: those with the newest messages, then the newest jobs; with limit a page of all of them',
    may: 'conversation.list',
    about: ['message', 'notification'],
    keep: true,
    query: ConversationFilter,
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
