import type { EventName, PlumblineEvent } from '@plumbline/contract/events.ts'
import type { Readers } from '@plumbline/contract/readers.ts'
import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  jsonb,
  pgTable,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { createdAt, word } from '../platform/db/columns.ts'

/**
 * Whether an event is of no use once it was delivered: it only says that the notifications of a
 * person have changed.
 */
export const isTransient = ({ name }: { readonly name: AnyPgColumn }): SQL =>
  sql`${name} = 'notification.changed'`

/**
 * Everything that happened. There are no foreign keys, since an event outlives its subject. Ids are
 * assigned before the commit, so a smaller one may appear later: a stream resumes by `xid` and
 * `horizon` (see `cursor.ts`).
 */
export const events = pgTable(
  'events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    name: varchar('name', { length: 50 }).$type<EventName>().notNull(),
    subjectId: varchar('subject_id', { length: 100 }).notNull(),
    jobId: uuid('job_id'),
    actorId: uuid('actor_id'),
    readers: word('readers').$type<Readers>(),
    detail: jsonb('detail').$type<NonNullable<PlumblineEvent['detail']>>(),
    /** Whether the people it concerns have yet to be notified. */
    pending: boolean('pending').notNull().default(false),
    /** The transaction that wrote it. */
    xid: bigint('xid', { mode: 'number' })
      .notNull()
      .default(sql`(pg_current_xact_id()::text)::bigint`),
    /**
     * The oldest transaction that was still open at that time. All before it had been committed, or
     * never will be.
     */
    horizon: bigint('horizon', { mode: 'number' })
      .notNull()
      .default(sql`(pg_snapshot_xmin(pg_current_snapshot())::text)::bigint`),
    createdAt: createdAt(),
  },
  (t) => [
    index('events_subject_idx').on(t.subjectId, t.id),
    index('events_job_idx').on(t.jobId, t.id),
    index('events_created_idx').on(t.createdAt),
    index('events_xid_idx').on(t.xid),
    // For deleting these after a while.
    index('events_transient_idx').on(t.createdAt).where(isTransient(t)),
    index('events_pending_idx').on(t.id).where(sql`${t.pending}`),
  ],
)
