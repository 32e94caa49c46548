import { storedChangeStatuses } from '@plumbline/contract/changeOrderStatuses.ts'
import type { ChangeOrderDraft } from '@plumbline/contract/changeOrders.ts'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  unique,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import {
  centsColumn,
  idColumn,
  line,
  moment,
  oneOf,
  prose,
  stamps,
} from '../platform/db/columns.ts'
import { customers } from './customers.ts'
import { jobs } from './jobs.ts'
import { users } from './people.ts'

/** The changes to the contracts of jobs, numbered by job. */
export const changeOrders = pgTable(
  'change_orders',
  {
    id: idColumn(),
    jobId: uuid('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    /** The customer for whom it is, also if the job is for another one later. */
    customerId: uuid('customer_id').references(() => customers.id, { onDelete: 'set null' }),
    number: integer('number').notNull(),
    status: varchar('status', { length: 20, enum: storedChangeStatuses })
      .notNull()
      .default('draft'),
    title: line('title').notNull(),
    reason: prose('reason'),
    lines: jsonb('lines').$type<ChangeOrderDraft['lines']>().notNull(),
    /** Photos of the job. One that was deleted since is left out. */
    photoIds: uuid('photo_ids').array().notNull().default(sql`'{}'`),
    taxRate: numeric('tax_rate', { precision: 7, scale: 4 }).notNull().default('0'),
    daysAdded: integer('days_added').notNull().default(0),
    movesEnd: boolean('moves_end').notNull().default(true),
    total: centsColumn('total').notNull(),
    /** The draft as it was last sent, with its costs: what becomes of it when it is signed. */
    sent: jsonb('sent').$type<ChangeOrderDraft>(),
    /** When it was approved or declined. */
    decidedAt: moment('decided_at'),
    /** The person of the office who approved it for the customer, and how the customer said yes. */
    acceptedById: uuid('accepted_by_id').references(() => users.id, { onDelete: 'set null' }),
    acceptNote: prose('accept_note'),
    ...stamps('change_orders'),
  },
  (t) => [
    check('change_orders_status_check', oneOf(t.status, storedChangeStatuses)),
    check('change_orders_days_check', sql`${t.daysAdded} >= 0`),
    check(
      'change_orders_decided_check',
      sql`(${t.decidedAt} is not null) = (${t.status} in ('approved', 'declined'))`,
    ),
    unique('change_orders_number_once').on(t.jobId, t.number),
    index('change_orders_created_idx').on(t.createdAt, t.id),
    index('change_orders_customer_idx').on(t.customerId),
    index('change_orders_acceptor_idx').on(t.acceptedById),
  ],
)
