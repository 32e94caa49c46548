import { jobStatuses } from '@plumbline/contract/jobs.ts'
import { type SQLWrapper, sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, unique, uuid, varchar } from 'drizzle-orm/pg-core'
import {
  centsColumn,
  createdAt,
  emailColumn,
  idColumn,
  line,
  oneOf,
  percentage,
  prose,
  stamps,
  word,
} from '../platform/db/columns.ts'
import { inNaturalOrder } from '../platform/db/naturalOrder.ts'
import { phoneIndex, searchIndex } from '../platform/db/search.ts'
import { customers } from './customers.ts'
import { users } from './people.ts'

/** The statuses in the order a job goes through them. */
const statusOrder = sql.raw("'{not_started,in_progress,on_hold,completed}'::text[]")

/**
 * The sort expressions of jobs that are more than a column, for the table or an alias. Jobs without
 * a date come last.
 */
export const jobOrder = {
  name: inNaturalOrder,
  status: (status: SQLWrapper) => sql`array_position(${statusOrder}, ${status}::text)`,
  isOpen: (status: SQLWrapper) => sql`(${status} <> 'completed')`,
  day: (day: SQLWrapper) => sql`coalesce(${day}, 'infinity')`,
  amount: (amount: SQLWrapper) => sql`coalesce(${amount}, 0)`,
}

export const jobs = pgTable(
  'jobs',
  {
    id: idColumn(),
    name: line('name').notNull(),
    address: line('address').notNull(),
    clientId: uuid('client_id').references(() => users.id, { onDelete: 'set null' }),
    projectManagerId: uuid('project_manager_id').references(() => users.id, {
      onDelete: 'set null',
    }),
    status: varchar('status', { length: 20, enum: jobStatuses }).notNull().default('not_started'),
    progress: integer('progress').notNull().default(0),
    startDate: date('start_date', { mode: 'string' }),
    endDate: date('end_date', { mode: 'string' }),
    /** For everyone on the job. */
    notes: prose('notes'),
    /** For admins only. */
    privateNotes: prose('private_notes'),
    /** The record of the customer, whose details are copied to the columns below. */
    customerId: uuid('customer_id').references(() => customers.id),
    customerName: line('customer_name'),
    customerEmail: emailColumn('customer_email'),
    customerPhone: word('customer_phone'),
    customerAddress: line('customer_address'),
    approvedAmount: centsColumn('approved_amount'),
    /** The calendar day on which a job without invoices was paid. */
    paidOn: date('paid_on', { mode: 'string' }),
    ...stamps('jobs'),
  },
  (t) => [
    check('jobs_status_check', oneOf(t.status, jobStatuses)),
    check('jobs_progress_check', percentage(t.progress)),
    check('jobs_approved_amount_check', sql`${t.approvedAmount} >= 0`),
    check('jobs_dates_check', sql`${t.endDate} >= ${t.startDate}`),
    // Scanned backwards for newest first.
    index('jobs_created_idx').on(t.createdAt, t.id),
    index('jobs_status_idx').on(t.status, t.createdAt, t.id),
    index('jobs_client_idx').on(t.clientId, t.createdAt, t.id),
    index('jobs_customer_idx').on(t.customerId, t.createdAt, t.id),
    index('jobs_manager_idx').on(t.projectManagerId),
    index('jobs_start_idx').on(t.startDate),
    index('jobs_end_idx').on(t.endDate),
    index('jobs_completed_idx')
      .on(t.endDate, t.startDate, t.approvedAmount)
      .where(sql`${t.status} = 'completed'`),
    // Late jobs.
    index('jobs_open_end_idx').on(t.endDate, t.id).where(sql`${t.status} <> 'completed'`),
    // For sorted lists; scanned backwards for descending order.
    index('jobs_open_first_idx').on(jobOrder.isOpen(t.status), t.createdAt, t.id),
    index('jobs_by_name_idx').on(jobOrder.name(t.name), t.id),
    index('jobs_by_status_idx').on(jobOrder.status(t.status), t.id),
    index('jobs_by_progress_idx').on(t.progress, t.id),
    index('jobs_by_start_idx').on(jobOrder.day(t.startDate), t.id),
    index('jobs_by_end_idx').on(jobOrder.day(t.endDate), t.id),
    index('jobs_by_amount_idx').on(jobOrder.amount(t.approvedAmount), t.id),
    searchIndex('jobs_name_words_idx', t.name),
    searchIndex('jobs_address_words_idx', t.address),
    searchIndex('jobs_customer_words_idx', t.customerName),
    phoneIndex('jobs_customer_phone_idx', t.customerPhone),
  ],
)

/** The subs on each job. */
export const jobSubcontractors = pgTable(
  'job_subcontractors',
  {
    id: idColumn(),
    jobId: uuid('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    subcontractorId: uuid('subcontractor_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [
    unique('job_subcontractors_once').on(t.jobId, t.subcontractorId),
    index('job_subcontractors_sub_idx').on(t.subcontractorId, t.jobId),
  ],
)
