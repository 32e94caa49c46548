import type { EventName, PlumblineEvent } from '@plumbline/contract/events.ts'
import { bigint, index, jsonb, pgTable, uuid, varchar } from 'drizzle-orm/pg-core'
import { createdAt } from '../db/columns.ts'

/** What happened, in the order of ids. There are no foreign keys: an event outlives its subject. */
export const events = pgTable(
  'events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    name: varchar('name', { length: 50 }).$type<EventName>().notNull(),
    subjectId: varchar('subject_id', { length: 100 }).notNull(),
    jobId: uuid('job_id'),
    actorId: uuid('actor_id'),
    detail: jsonb('detail').$type<NonNullable<PlumblineEvent['detail']>>(),
    createdAt: createdAt(),
  },
  (t) => [
    index('events_subject_idx').on(t.subjectId, t.id),
    index('events_job_idx').on(t.jobId, t.id),
    index('events_created_idx').on(t.createdAt),
  ],
)
