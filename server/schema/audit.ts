import type { AuditAction, AuditFacts } from '@plumbline/contract/audit.ts'
import { index, jsonb, pgTable, uuid, varchar } from 'drizzle-orm/pg-core'
import { idColumn, line, moment } from '../platform/db/columns.ts'
import { users } from './people.ts'

/**
 * Security events, in the order of ids. A trigger refuses to change a row, and to delete one that is younger than two
 * years (migration 0009).
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: idColumn(),
    at: moment('at').notNull().defaultNow(),
    action: varchar('action', { length: 50 }).$type<AuditAction>().notNull(),
    /** Null for a stranger, and for the program itself. */
    actorId: uuid('actor_id').references(() => users.id),
    /** The person or thing it was done to; it may be gone. */
    subjectId: uuid('subject_id'),
    /** Its name at the time. */
    subject: line('subject'),
    /** The network address of the request; null for the program itself. */
    address: varchar('address', { length: 64 }),
    /** A few plain facts, never a secret: the roles before and after, the number of files. */
    detail: jsonb('detail').$type<AuditFacts>(),
  },
  (t) => [
    index('audit_entries_action_idx').on(t.action, t.id),
    index('audit_entries_actor_idx').on(t.actorId, t.id),
    index('audit_entries_subject_idx').on(t.subjectId, t.id),
  ],
)
