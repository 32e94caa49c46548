import { index, integer, jsonb, pgTable, primaryKey, uuid, varchar } from 'drizzle-orm/pg-core'
import { createdAt } from '../platform/db/columns.ts'
import { users } from './people.ts'

/** The first response to each Idempotency-Key. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    personId: uuid('person_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    route: varchar('route', { length: 200 }).notNull(),
    key: varchar('key', { length: 255 }).notNull(),
    fingerprint: varchar('fingerprint', { length: 64 }).notNull(),
    status: integer('status').notNull(),
    reply: jsonb('reply').$type<string>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.personId, t.route, t.key] }),
    index('idempotency_keys_created_idx').on(t.createdAt),
  ],
)
