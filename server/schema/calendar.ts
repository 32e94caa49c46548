import { pgTable, uuid, varchar } from 'drizzle-orm/pg-core'
import { createdAt } from '../platform/db/columns.ts'
import { users } from './people.ts'

/** The people who have a calendar link. Only a hash of its token is stored. */
export const calendarFeeds = pgTable('calendar_feeds', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  tokenHash: varchar('token_hash', { length: 64 }).notNull().unique(),
  createdAt: createdAt(),
})
