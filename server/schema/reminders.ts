import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable } from 'drizzle-orm/pg-core'
import { line, prose, stamps } from '../platform/db/columns.ts'

/** The reminders of invoices: one row, inserted when they are first changed. */
export const reminderSettings = pgTable(
  'reminder_settings',
  {
    id: integer('id').primaryKey().default(1),
    isOn: boolean('is_on').notNull().default(false),
    /** The days after the due day on which reminders are sent, below zero before it, in order. */
    steps: integer('steps').array().notNull(),
    subject: line('subject').notNull(),
    /** The text between greeting and signature. */
    text: prose('text').notNull(),
    ...stamps('reminder_settings'),
  },
  (t) => [check('reminder_settings_one_row_check', sql`${t.id} = 1`)],
)
