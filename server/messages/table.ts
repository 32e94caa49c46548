import { index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { createdAt, idColumn, moment, prose } from '../db/columns.ts'
import { jobs } from '../jobs/table.ts'
import { users } from '../people/table.ts'

export const messages = pgTable(
  'messages',
  {
    id: idColumn(),
    jobId: uuid('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    senderId: uuid('sender_id')
      .notNull()
      .references(() => users.id),
    content: prose('content').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('messages_job_idx').on(t.jobId, t.createdAt, t.id),
    index('messages_sender_idx').on(t.senderId),
  ],
)

/** How far each person has read in each job's messages. */
export const messageReads = pgTable(
  'message_reads',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    jobId: uuid('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    /** When the last message they have read was written. */
    readAt: moment('read_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.jobId] }), index('message_reads_job_idx').on(t.jobId)],
)
