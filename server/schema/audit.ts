import type { AuditAction, AuditFacts } from '@plumbline/contract/audit.ts'
import { index, integer, jsonb, pgTable, uuid, varchar } from 'drizzle-orm/pg-core'
import { idColumn, line, moment } from '../platform/db/columns.ts'
import { users } from './people.ts'

/**
 * Security events, ordered by id. Triggers reject updates, and deletes of rows younger than two
 * years. Only the log of the sample company is deleted with it (migration 0028).
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: idColumn(),
    at: moment('at').notNull().defaultNow(),
    action: varchar('action', { length: 50 }).$type<AuditAction>().notNull(),
    /** Null for an unauthenticated client and for the server itself. */
    actorId: uuid('actor_id').references(() => users.id),
    /** The person or thing affected, which may have been deleted since. */
    subjectId: uuid('subject_id'),
    /** Its name at the time. */
    subject: line('subject'),
    /** The network address of the request; null for the server itself. */
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

/**
 * The number of events that an entry stands for. The fold is the hash of one kind of event of one
 * person in one hour, so that nobody can fill the log.
 */
export const auditRepeats = pgTable(
  'audit_repeats',
  {
    fold: varchar('fold', { length: 100 }).primaryKey(),
    entryId: uuid('entry_id')
      .notNull()
      .references(() => auditEntries.id, { onDelete: 'cascade' }),
    /** At least 1. */
    times: integer('times').notNull(),
    lastAt: moment('last_at').notNull().defaultNow(),
  },
  (t) => [index('audit_repeats_entry_idx').on(t.entryId)],
)
