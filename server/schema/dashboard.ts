import { date, pgTable, primaryKey, uuid, varchar } from 'drizzle-orm/pg-core'
import { users } from './people.ts'

/** Items of the attention list that an admin has hidden for today. */
export const attentionSnoozes = pgTable(
  'attention_snoozes',
  {
    personId: uuid('person_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The key of the item in the response of the attention list. */
    key: varchar('key', { length: 200 }).notNull(),
    /** The day on which it is shown again, `YYYY-MM-DD`. */
    until: date('until', { mode: 'string' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.personId, t.key] })],
)
