import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, unique, uuid } from 'drizzle-orm/pg-core'
import { idColumn, prose, stamps } from '../platform/db/columns.ts'
import { jobs } from './jobs.ts'
import { users } from './people.ts'

/** An admin's rating of a sub's work: one for each sub and job, deleted with the job. */
export const jobRatings = pgTable(
  'job_ratings',
  {
    id: idColumn(),
    jobId: uuid('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    subcontractorId: uuid('subcontractor_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    score: integer('score').notNull(),
    note: prose('note'),
    ratedById: uuid('rated_by_id')
      .notNull()
      .references(() => users.id),
    ...stamps('job_ratings'),
  },
  (t) => [
    check('job_ratings_score_check', sql`${t.score} between 1 and 5`),
    unique('job_ratings_once').on(t.jobId, t.subcontractorId),
    index('job_ratings_sub_idx').on(t.subcontractorId),
    index('job_ratings_author_idx').on(t.ratedById),
  ],
)

/**
 * Notes about a sub that only admins read. Separate from `users`, so that no list of people can
 * reveal them.
 */
export const privateNotes = pgTable(
  'private_notes',
  {
    subcontractorId: uuid('subcontractor_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    text: prose('text'),
    updatedById: uuid('updated_by_id')
      .notNull()
      .references(() => users.id),
    ...stamps('private_notes'),
  },
  (t) => [index('private_notes_author_idx').on(t.updatedById)],
)
