import { emailModes, kinds, type NotificationName } from '@plumbline/contract/notificationKinds.ts'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { createdAt, idColumn, moment, oneOf } from '../platform/db/columns.ts'
import { jobs } from './jobs.ts'
import { users } from './people.ts'

/**
 * The notifications of each person. Until it is read, one row stands for all similar things that
 * one person did on one day. It has no text: that is made from what the person may read about its
 * job and subject when it is shown.
 */
export const notifications = pgTable(
  'notifications',
  {
    id: idColumn(),
    personId: uuid('person_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: varchar('name', { length: 50 }).$type<NotificationName>().notNull(),
    kind: varchar('kind', { length: 20, enum: kinds }).notNull(),
    jobId: uuid('job_id').references(() => jobs.id, { onDelete: 'cascade' }),
    /** The person who did it; null for what is due by date. */
    actorId: uuid('actor_id').references(() => users.id, { onDelete: 'cascade' }),
    /** The newest thing it is about. */
    subjectId: uuid('subject_id').notNull(),
    /** Its day in the company's time zone. */
    day: date('day', { mode: 'string' }).notNull(),
    count: integer('count').notNull().default(1),
    /** The number of these that an email has mentioned. */
    emailedCount: integer('emailed_count').notNull().default(0),
    /** Whether the daily email mentions it. */
    inDigest: boolean('in_digest').notNull().default(false),
    readAt: moment('read_at'),
    createdAt: createdAt(),
    /** When the newest of these things happened. */
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (t) => [
    check('notifications_kind_check', oneOf(t.kind, kinds)),
    check('notifications_count_check', sql`${t.count} > 0`),
    index('notifications_person_idx').on(t.personId, t.updatedAt, t.id),
    // Unread notifications, and the row to which a similar one is added.
    uniqueIndex('notifications_unread_idx')
      .on(
        t.personId,
        t.name,
        sql`coalesce(${t.jobId}, '00000000-0000-0000-0000-000000000000')`,
        sql`coalesce(${t.actorId}, '00000000-0000-0000-0000-000000000000')`,
        t.day,
      )
      .where(sql`${t.readAt} is null`),
    index('notifications_digest_idx').on(t.personId).where(sql`${t.inDigest}`),
    index('notifications_updated_idx').on(t.updatedAt),
    index('notifications_job_idx').on(t.jobId),
    index('notifications_actor_idx').on(t.actorId),
    index('notifications_subject_idx').on(t.subjectId),
  ],
)

/** The jobs a person does not want to be notified about. */
export const jobMutes = pgTable(
  'job_mutes',
  {
    personId: uuid('person_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    jobId: uuid('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.personId, t.jobId] }), index('job_mutes_job_idx').on(t.jobId)],
)

/** The channels a person has chosen for a kind of notification. */
export const notificationChannels = pgTable(
  'notification_channels',
  {
    personId: uuid('person_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: varchar('kind', { length: 20, enum: kinds }).notNull(),
    email: varchar('email', { length: 20, enum: emailModes }).notNull(),
    push: boolean('push').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.personId, t.kind] }),
    check('notification_channels_kind_check', oneOf(t.kind, kinds)),
    check('notification_channels_email_check', oneOf(t.email, emailModes)),
  ],
)

/** The daily period in which a person is sent nothing, `HH:MM` in the company's time zone. */
export const quietHours = pgTable('quiet_hours', {
  personId: uuid('person_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  from: varchar('from_time', { length: 5 }).notNull(),
  to: varchar('to_time', { length: 5 }).notNull(),
})
