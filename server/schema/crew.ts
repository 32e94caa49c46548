import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  pgTable,
  primaryKey,
  unique,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { idColumn, line, moment, prose, stamps } from '../platform/db/columns.ts'
import { users } from './people.ts'
import { scheduleEntries, scheduleMoves } from './schedule.ts'

const time = (name: string) => varchar(name, { length: 5 })
const clockTime = (column: AnyPgColumn) => sql`${column} ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'`

const dayColumns = () => ({
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
  declined: boolean('declined').notNull().default(false),
  /** Why the sub cannot come. */
  declineReason: prose('decline_reason'),
  /** When the sub was last asked to confirm. */
  askedAt: moment('asked_at'),
})

/** The subs who work on an entry, by day. */
export const crewSchedule = pgTable(
  'crew_schedule',
  { id: idColumn(), ...dayColumns(), ...stamps('crew_schedule') },
  (t) => [
    check(
      'crew_schedule_times_check',
      sql`${clockTime(t.startTime)} and ${clockTime(t.endTime)} and ${t.startTime} < ${t.endTime}`,
    ),
    check('crew_schedule_answer_check', sql`not (${t.confirmed} and ${t.declined})`),
    unique('crew_schedule_day_of_entry').on(t.scheduleEntryId, t.subcontractorId, t.assignedDate),
    index('crew_schedule_entry_idx').on(t.scheduleEntryId, t.assignedDate),
    index('crew_schedule_sub_idx').on(t.subcontractorId, t.assignedDate),
    index('crew_schedule_day_idx').on(t.assignedDate),
  ],
)

/**
 * Crew days as they were before a move changed or deleted them, so that undoing the move restores
 * them.
 */
export const movedCrewDays = pgTable(
  'moved_crew_days',
  {
    moveId: uuid('move_id')
      .notNull()
      .references(() => scheduleMoves.id, { onDelete: 'cascade' }),
    /** The id of a crew day that may have been deleted. */
    crewDayId: uuid('crew_day_id').notNull(),
    ...dayColumns(),
    /** The day it was moved to; null if it was deleted. */
    movedTo: date('moved_to', { mode: 'string' }),
  },
  (t) => [
    primaryKey({ columns: [t.moveId, t.crewDayId] }),
    index('moved_crew_days_entry_idx').on(t.scheduleEntryId, t.subcontractorId),
    index('moved_crew_days_sub_idx').on(t.subcontractorId),
  ],
)

/** The days on which a sub does not work for the company. */
export const crewAbsences = pgTable(
  'crew_absences',
  {
    id: idColumn(),
    subcontractorId: uuid('subcontractor_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    startDate: date('start_date', { mode: 'string' }).notNull(),
    /** Inclusive. */
    endDate: date('end_date', { mode: 'string' }).notNull(),
    reason: line('reason'),
    ...stamps('crew_absences'),
  },
  (t) => [
    check('crew_absences_dates_check', sql`${t.endDate} >= ${t.startDate}`),
    index('crew_absences_sub_idx').on(t.subcontractorId, t.startDate),
    index('crew_absences_end_idx').on(t.endDate),
  ],
)
