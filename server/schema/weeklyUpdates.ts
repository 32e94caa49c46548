import { sql } from 'drizzle-orm'
import { date, index, pgTable, unique, uuid } from 'drizzle-orm/pg-core'
import { idColumn, moment, prose, stamps } from '../platform/db/columns.ts'
import { jobs } from './jobs.ts'
import { users } from './people.ts'

/** The weekly updates that clients receive about their jobs. */
export const weeklyUpdates = pgTable(
  'weekly_updates',
  {
    id: idColumn(),
    jobId: uuid('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    /** The Friday of the week. */
    week: date('week', { mode: 'string' }).notNull(),
    text: prose('text').notNull(),
    /** In order. Photos that were deleted or hidden since are omitted when it is read. */
    photoIds: uuid('photo_ids').array().notNull().default(sql`'{}'`),
    /** Null for a draft. */
    sentAt: moment('sent_at'),
    sentById: uuid('sent_by_id').references(() => users.id),
    ...stamps('weekly_updates'),
  },
  (t) => [
    unique('weekly_updates_week').on(t.jobId, t.week),
    index('weekly_updates_draft_idx').on(t.week, t.id).where(sql`${t.sentAt} is null`),
    index('weekly_updates_sent_by_idx').on(t.sentById),
  ],
)
