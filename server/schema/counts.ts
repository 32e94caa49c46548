import { check, date, integer, pgTable, varchar } from 'drizzle-orm/pg-core'
import { centsColumn, oneOf } from '../platform/db/columns.ts'

const kinds = ['job', 'task'] as const

/**
 * How many jobs and tasks there are by status and day, and the cents of the jobs. Triggers add a line for every change of
 * those tables, in its transaction and with a minus for what is gone, so that writers never wait for each other; the sum of
 * the lines is what there is.
 */
export const counts = pgTable(
  'counts',
  {
    kind: varchar('kind', { length: 10, enum: kinds }).notNull(),
    status: varchar('status', { length: 20 }).notNull(),
    /**
     * The last day of the jobs, the day in UTC on which the deadline of the tasks is; `infinity` for none, and `-infinity`
     * for all days that were long ago when they were added up.
     */
    day: date('day', { mode: 'string' }).notNull(),
    count: integer('count').notNull(),
    approvedAmount: centsColumn('approved_amount').notNull(),
  },
  (t) => [check('counts_kind_check', oneOf(t.kind, kinds))],
)
