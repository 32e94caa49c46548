import { inOrder } from '@plumbline/contract/dates.ts'
import {
  schedulePriorities,
  scheduleStatuses,
  scheduleTypes,
} from '@plumbline/contract/schedule.ts'
import { and, gte, lte, notInArray, type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  unique,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import {
  createdAt,
  idColumn,
  line,
  oneOf,
  percentage,
  prose,
  stamps,
  word,
} from '../platform/db/columns.ts'
import { searchIndex } from '../platform/db/search.ts'
import { jobs } from './jobs.ts'
import { users } from './people.ts'

const hours = (name: string) => numeric(name, { precision: 8, scale: 2, mode: 'number' })

/** The days of an entry as one range, which a GiST index finds by any of them. */
export const daysOf = ({ startDate, endDate }: Record<'startDate' | 'endDate', AnyPgColumn>) =>
  sql`daterange(${startDate}, ${endDate}, '[]')`

export const scheduleEntries = pgTable(
  'schedule_entries',
  {
    id: idColumn(),
    jobId: uuid('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    title: line('title').notNull(),
    description: prose('description'),
    scheduleType: varchar('schedule_type', { length: 20, enum: scheduleTypes })
      .notNull()
      .default('task'),
    startDate: date('start_date', { mode: 'string' }).notNull(),
    endDate: date('end_date', { mode: 'string' }).notNull(),
    estimatedHours: hours('estimated_hours').notNull().default(8),
    assignedSubcontractorId: uuid('assigned_subcontractor_id').references(() => users.id, {
      onDelete: 'set null',
    }),
    status: varchar('status', { length: 20, enum: scheduleStatuses })
      .notNull()
      .default('scheduled'),
    priority: varchar('priority', { length: 20, enum: schedulePriorities })
      .notNull()
      .default('medium'),
    weatherDependent: boolean('weather_dependent').notNull().default(false),
    indoorWork: boolean('indoor_work').notNull().default(true),
    percentComplete: integer('percent_complete').notNull().default(0),
    actualStartDate: date('actual_start_date', { mode: 'string' }),
    actualEndDate: date('actual_end_date', { mode: 'string' }),
    actualHours: hours('actual_hours'),
    reminderSent: boolean('reminder_sent').notNull().default(false),
    notifyClient: boolean('notify_client').notNull().default(false),
    /** Hidden from the client of the job. */
    internal: boolean('internal').notNull().default(false),
    /** Not moved when other entries push it. */
    dateFixed: boolean('date_fixed').notNull().default(false),
    /** The days promised when the baseline of the job was saved. */
    baselineStartDate: date('baseline_start_date', { mode: 'string' }),
    baselineEndDate: date('baseline_end_date', { mode: 'string' }),
    notes: prose('notes'),
    completionNotes: prose('completion_notes'),
    ...stamps('schedule_entries'),
  },
  (t) => [
    check('schedule_entries_type_check', oneOf(t.scheduleType, scheduleTypes)),
    check('schedule_entries_status_check', oneOf(t.status, scheduleStatuses)),
    check('schedule_entries_priority_check', oneOf(t.priority, schedulePriorities)),
    check('schedule_entries_percent_check', percentage(t.percentComplete)),
    check('schedule_entries_dates_check', sql`${t.endDate} >= ${t.startDate}`),
    check('schedule_entries_actual_dates_check', sql`${t.actualEndDate} >= ${t.actualStartDate}`),
    check(
      'schedule_entries_baseline_check',
      sql`(${t.baselineStartDate} is null) = (${t.baselineEndDate} is null)
        and ${t.baselineEndDate} >= ${t.baselineStartDate}`,
    ),
    check(
      'schedule_entries_hours_check',
      sql`${t.estimatedHours} >= 0 and coalesce(${t.actualHours}, 0) >= 0`,
    ),
    // For the foreign keys of dependencies, which ensure that both entries are of one job.
    unique('schedule_entries_of_job').on(t.id, t.jobId),
    index('schedule_entries_start_idx').on(t.startDate, t.id),
    index('schedule_entries_status_idx').on(t.status, t.startDate, t.id),
    index('schedule_entries_days_idx').using('gist', daysOf(t)),
    index('schedule_entries_open_idx')
      .on(t.endDate, t.id)
      .where(sql`${t.status} not in ('completed', 'cancelled')`),
    index('schedule_entries_job_idx').on(t.jobId, t.startDate, t.id),
    index('schedule_entries_sub_idx').on(t.assignedSubcontractorId, t.startDate, t.id),
    searchIndex('schedule_entries_title_words_idx', t.title),
    searchIndex('schedule_entries_description_words_idx', t.description),
  ],
)

/** Entries that start after another one of their job has ended. */
export const scheduleDependencies = pgTable(
  'schedule_dependencies',
  {
    entryId: uuid('entry_id').notNull(),
    dependsOnId: uuid('depends_on_id').notNull(),
    jobId: uuid('job_id').notNull(),
    /**
     * Working days between the end of the one and the start of the other; negative values let them
     * overlap.
     */
    lagDays: integer('lag_days').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.entryId, t.dependsOnId] }),
    check('schedule_dependencies_lag_check', sql`${t.lagDays} between -365 and 365`),
    check('schedule_dependencies_self_check', sql`${t.entryId} <> ${t.dependsOnId}`),
    foreignKey({
      name: 'schedule_dependencies_entry_fk',
      columns: [t.entryId, t.jobId],
      foreignColumns: [scheduleEntries.id, scheduleEntries.jobId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'schedule_dependencies_depends_on_fk',
      columns: [t.dependsOnId, t.jobId],
      foreignColumns: [scheduleEntries.id, scheduleEntries.jobId],
    }).onDelete('cascade'),
    index('schedule_dependencies_depends_on_idx').on(t.dependsOnId, t.entryId),
    index('schedule_dependencies_job_idx').on(t.jobId),
  ],
)

/** Days marked as bad weather for outdoor work. */
export const weatherDays = pgTable(
  'weather_days',
  {
    day: date('day', { mode: 'string' }).primaryKey(),
    markedById: uuid('marked_by_id')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [index('weather_days_author_idx').on(t.markedById)],
)

/** One action that rescheduled entries: a move with the entries it pushed, or the undo of one. */
export const scheduleMoves = pgTable(
  'schedule_moves',
  {
    id: idColumn(),
    movedById: uuid('moved_by_id')
      .notNull()
      .references(() => users.id),
    reason: prose('reason'),
    /** The bad-weather day marked with it. */
    weatherDay: date('weather_day', { mode: 'string' }),
    /** The move that this one undid. */
    undoesId: uuid('undoes_id').references((): AnyPgColumn => scheduleMoves.id, {
      onDelete: 'cascade',
    }),
    createdAt: createdAt(),
  },
  (t) => [
    unique('schedule_moves_undone_once').on(t.undoesId),
    index('schedule_moves_author_idx').on(t.movedById),
  ],
)

/**
 * The effect of a move on the finish of a job: its last day before and after, or null if all its
 * entries are canceled.
 */
export const scheduleMoveJobs = pgTable(
  'schedule_move_jobs',
  {
    moveId: uuid('move_id')
      .notNull()
      .references(() => scheduleMoves.id, { onDelete: 'cascade' }),
    jobId: uuid('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    finishBefore: date('finish_before', { mode: 'string' }),
    finishAfter: date('finish_after', { mode: 'string' }),
  },
  (t) => [
    primaryKey({ columns: [t.moveId, t.jobId] }),
    index('schedule_move_jobs_job_idx').on(t.jobId, t.moveId),
  ],
)

/** The promised schedule of a job. The days are stored with its entries. */
export const scheduleBaselines = pgTable(
  'schedule_baselines',
  {
    jobId: uuid('job_id')
      .primaryKey()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    finish: date('finish', { mode: 'string' }).notNull(),
    keptById: uuid('kept_by_id')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [index('schedule_baselines_author_idx').on(t.keptById)],
)

/** The history of entries. It outlives the entry, so only the job is a foreign key. */
export const scheduleChanges = pgTable(
  'schedule_changes',
  {
    id: idColumn(),
    jobId: uuid('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    scheduleEntryId: uuid('schedule_entry_id').notNull(),
    changedById: uuid('changed_by_id')
      .notNull()
      .references(() => users.id),
    changeType: word('change_type').notNull(),
    oldValue: prose('old_value'),
    newValue: prose('new_value'),
    reason: prose('reason'),
    impactedEntries: uuid('impacted_entries').array().notNull().default([]),
    /** The move it was part of. */
    moveId: uuid('move_id').references(() => scheduleMoves.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (t) => [
    index('schedule_changes_move_idx').on(t.moveId),
    index('schedule_changes_entry_idx').on(t.scheduleEntryId, t.createdAt, t.id),
    index('schedule_changes_job_idx').on(t.jobId, t.createdAt, t.id),
    index('schedule_changes_author_idx').on(t.changedById),
  ],
)

/** The condition that an entry is still to be done. */
export const isOpen = notInArray(scheduleEntries.status, ['completed', 'cancelled'])

interface Period {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** The entries with a day in the period, whose start and end are optional. */
export function entriesWithin({ from, to }: Period): SQL | undefined {
  if (!from && !to) return undefined
  // Postgres rejects a range that ends before it begins. For such a period, the entries that cover
  // both days are meant.
  if (from && to && !inOrder(from, to))
    return and(gte(scheduleEntries.endDate, from), lte(scheduleEntries.startDate, to))
  return sql`${daysOf(scheduleEntries)} && daterange(${from ?? null}::date, ${to ?? null}::date, '[]')`
}
