import {
  type ScheduleTemplate,
  schedulePriorities,
  scheduleStatuses,
  scheduleTypes,
} from '@plumbline/contract/schedule.ts'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  unique,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { createdAt, idColumn, line, oneOf, percentage, prose, stamps, word } from '../db/columns.ts'
import { jobs } from '../jobs/table.ts'
import { users } from '../people/table.ts'

const hours = (name: string) => numeric(name, { precision: 8, scale: 2, mode: 'number' })
const time = (name: string) => varchar(name, { length: 5 })
const clockTime = (column: AnyPgColumn) => sql`${column} ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'`

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
      'schedule_entries_hours_check',
      sql`${t.estimatedHours} >= 0 and coalesce(${t.actualHours}, 0) >= 0`,
    ),
    // For the foreign keys of dependencies, which keep both ends on one job.
    unique('schedule_entries_of_job').on(t.id, t.jobId),
    index('schedule_entries_start_idx').on(t.startDate, t.id),
    index('schedule_entries_status_idx').on(t.status, t.startDate, t.id),
    index('schedule_entries_job_idx').on(t.jobId, t.startDate, t.id),
    index('schedule_entries_sub_idx').on(t.assignedSubcontractorId, t.startDate, t.id),
  ],
)

/** Which entry starts after which other one of its job has ended. */
export const scheduleDependencies = pgTable(
  'schedule_dependencies',
  {
    entryId: uuid('entry_id').notNull(),
    dependsOnId: uuid('depends_on_id').notNull(),
    jobId: uuid('job_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entryId, t.dependsOnId] }),
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

export const scheduleTemplates = pgTable(
  'schedule_templates',
  {
    id: idColumn(),
    name: line('name').notNull(),
    description: prose('description'),
    projectType: word('project_type'),
    templateData: jsonb('template_data').$type<ScheduleTemplate['templateData']>().notNull(),
    /** Days. */
    estimatedDuration: integer('estimated_duration'),
    createdById: uuid('created_by_id').references(() => users.id),
    isActive: boolean('is_active').notNull().default(true),
    ...stamps('schedule_templates'),
  },
  (t) => [
    check('schedule_templates_duration_check', sql`${t.estimatedDuration} >= 0`),
    index('schedule_templates_name_idx').on(t.name, t.id),
    index('schedule_templates_creator_idx').on(t.createdById),
  ],
)

/** Who works on an entry on which day. */
export const crewSchedule = pgTable(
  'crew_schedule',
  {
    id: idColumn(),
    scheduleEntryId: uuid('schedule_entry_id')
      .notNull()
      .references(() => scheduleEntries.id, { onDelete: 'cascade' }),
    subcontractorId: uuid('subcontractor_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    assignedDate: date('assigned_date', { mode: 'string' }).notNull(),
    startTime: time('start_time').notNull().default('08:00'),
    endTime: time('end_time').notNull().default('17:00'),
    role: line('role'),
    confirmed: boolean('confirmed').notNull().default(false),
    ...stamps('crew_schedule'),
  },
  (t) => [
    check('crew_schedule_times_check', sql`${clockTime(t.startTime)} and ${clockTime(t.endTime)}`),
    index('crew_schedule_entry_idx').on(t.scheduleEntryId, t.assignedDate),
    index('crew_schedule_sub_idx').on(t.subcontractorId, t.assignedDate),
    index('crew_schedule_day_idx').on(t.assignedDate),
  ],
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
    createdAt: createdAt(),
  },
  (t) => [
    index('schedule_changes_entry_idx').on(t.scheduleEntryId, t.createdAt, t.id),
    index('schedule_changes_job_idx').on(t.jobId, t.createdAt, t.id),
    index('schedule_changes_author_idx').on(t.changedById),
  ],
)
