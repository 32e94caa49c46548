import { check, date, integer, pgTable, varchar } from 'drizzle-orm/pg-core'
import { centsColumn, oneOf } from '../platform/db/columns.ts'

const kinds = ['job', 'task'] as const

/**
 * The number of jobs and tasks by status and day, and the total amount of the jobs in cents. On
 * every change of those tables, triggers insert a row in the same transaction, negative for what
 * was deleted, so that writers never wait for each other. The current count is the sum of the rows.
 */
export const counts = pgTable(
  'counts',
  {
    kind: varchar('kind', { length: 10, enum: kinds }).notNull(),
    status: varchar('status', { length: 20 }).notNull(),
    /**
     * The last day of the jobs, or the UTC day of the deadline of the tasks. `infinity` for none,
     * and `-infinity` for all days that were already long past when they were added up.
     */
    day: date('day', { mode: 'string' }).notNull(),
    count: integer('count').notNull(),
    approvedAmount: centsColumn('approved_amount').notNull(),
  },
  (t) => [check('counts_kind_check', oneOf(t.kind, kinds))],
)
