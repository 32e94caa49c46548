import { messageAudiences } from '@plumbline/contract/messages.ts'
import { check, index, pgTable, primaryKey, uuid, varchar } from 'drizzle-orm/pg-core'
import { createdAt, idColumn, moment, oneOf, prose } from '../platform/db/columns.ts'
import { searchIndex } from '../platform/db/search.ts'
import { jobs } from './jobs.ts'
import { users } from './people.ts'

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
    /**
     * Empty once it was removed. The encrypted response to its sender remains in `idempotency_keys`
     * for up to 24 hours.
     */
    content: prose('content').notNull(),
    audience: varchar('audience', { length: 10, enum: messageAudiences }).notNull().default('all'),
    removedAt: moment('removed_at'),
    removedById: uuid('removed_by_id').references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [
    check('messages_audience_check', oneOf(t.audience, messageAudiences)),
    index('messages_job_idx').on(t.jobId, t.createdAt, t.id),
    searchIndex('messages_words_idx', t.content),
    // Scanned backwards for the newest messages of all jobs.
    index('messages_created_idx').on(t.createdAt, t.id),
    index('messages_sender_idx').on(t.senderId),
    index('messages_removed_by_idx').on(t.removedById),
  ],
)

/** The last message that each person has read, by job. */
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
