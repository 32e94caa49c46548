import { date, pgTable, primaryKey, uuid, varchar } from 'drizzle-orm/pg-core'
import { users } from './people.ts'

/** What an admin wants to see no more today of what needs attention. */
export const attentionSnoozes = pgTable(
  'attention_snoozes',
  {
    personId: uuid('person_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Of the thing, as it is answered. */
    key: varchar('key', { length: 200 }).notNull(),
    /** The day on which it is shown again. */
    until: date('until', { mode: 'string' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.personId, t.key] })],
)
