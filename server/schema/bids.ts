import {
  appointmentStatuses,
  bidPriorities,
  bidStatuses,
  type FollowUpWay,
  followUpWays,
  isApprovable,
} from '@plumbline/contract/bidStatuses.ts'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, unique, uuid, varchar } from 'drizzle-orm/pg-core'
import {
  centsColumn,
  createdAt,
  emailColumn,
  idColumn,
  line,
  moment,
  oneOf,
  prose,
  stamps,
  word,
} from '../platform/db/columns.ts'
import { inNaturalOrder } from '../platform/db/naturalOrder.ts'
import { placeIn } from '../platform/db/order.ts'
import { phoneIndex, searchIndex } from '../platform/db/search.ts'
import { customers } from './customers.ts'
import { jobs } from './jobs.ts'
import { users } from './people.ts'

const ways = Object.keys(followUpWays) as [FollowUpWay, ...FollowUpWay[]]

/** The statuses in the order a bid passes through them. */
const statusOrder = [...bidStatuses.filter(isApprovable), 'approved', 'rejected']

/** From the lowest to the highest. */
const priorityOrder = bidPriorities.toReversed()

/**
 * The sort expressions of bids that are more than a column, for the table or an alias. Bids without
 * a customer or an amount come last.
 */
export const bidOrder = {
  name: inNaturalOrder,
  customer: (name: SQLWrapper): [SQL, SQL] => [
    sql`(${name} is null)`,
    inNaturalOrder(sql`coalesce(${name}, '')`),
  ],
  isOpen: (status: SQLWrapper) => sql`(${status} in ('pending', 'follow_up'))`,
  status: (status: SQLWrapper) => placeIn(statusOrder, status),
  priority: (priority: SQLWrapper) => placeIn(priorityOrder, priority),
  // A bid in another status may still have an old follow-up date.
  followUp: (status: SQLWrapper, day: SQLWrapper) =>
    sql`(case when ${status} = 'follow_up' then ${day} else 'infinity' end)`,
  amount: (amount: SQLWrapper): [SQL, SQL] => [
    sql`(${amount} is null)`,
    sql`coalesce(${amount}, 0)`,
  ],
}

export const pendingBids = pgTable(
  'pending_bids',
  {
    id: idColumn(),
    name: line('name').notNull(),
    address: line('address').notNull(),
    status: varchar('status', { length: 20, enum: bidStatuses }).notNull().default('pending'),
    estimatedAmount: centsColumn('estimated_amount'),
    /** The offered work, printed for the customer. */
    scope: prose('scope'),
    notes: prose('notes'),
    clientId: uuid('client_id').references(() => users.id, { onDelete: 'set null' }),
    /** The record of the customer, whose details are copied to the columns below. */
    customerId: uuid('customer_id').references(() => customers.id),
    customerName: line('customer_name'),
    customerEmail: emailColumn('customer_email'),
    customerPhone: word('customer_phone'),
    customerAddress: line('customer_address'),
    appointmentDate: moment('appointment_date'),
    appointmentNotes: prose('appointment_notes'),
    leadSource: word('lead_source'),
    priority: varchar('priority', { length: 20, enum: bidPriorities }).notNull().default('medium'),
    followUpDate: date('follow_up_date', { mode: 'string' }),
    followUpNotes: prose('follow_up_notes'),
    /** The job it became. */
    jobId: uuid('job_id').references(() => jobs.id, { onDelete: 'set null' }),
    ...stamps('pending_bids'),
  },
  (t) => [
    check('pending_bids_status_check', oneOf(t.status, bidStatuses)),
    check('pending_bids_priority_check', oneOf(t.priority, bidPriorities)),
    check('pending_bids_estimated_amount_check', sql`${t.estimatedAmount} >= 0`),
    unique('pending_bids_job_once').on(t.jobId),
    index('pending_bids_customer_idx').on(t.customerId, t.createdAt, t.id),
    index('pending_bids_client_idx').on(t.clientId),
    index('pending_bids_created_idx').on(t.createdAt, t.id),
    index('pending_bids_status_idx').on(t.status, t.createdAt, t.id),
    index('pending_bids_open_first_idx').on(bidOrder.isOpen(t.status), t.createdAt, t.id),
    index('pending_bids_follow_up_idx')
      .on(t.followUpDate, t.id)
      .where(sql`${t.status} = 'follow_up'`),
    // For sorted lists; scanned backwards for descending order.
    index('pending_bids_by_name_idx').on(bidOrder.name(t.name), t.id),
    index('pending_bids_by_customer_idx').on(...bidOrder.customer(t.customerName), t.id),
    index('pending_bids_by_status_idx').on(bidOrder.status(t.status), t.id),
    index('pending_bids_by_priority_idx').on(bidOrder.priority(t.priority), t.id),
    index('pending_bids_by_follow_up_idx').on(bidOrder.followUp(t.status, t.followUpDate), t.id),
    index('pending_bids_by_amount_idx').on(...bidOrder.amount(t.estimatedAmount), t.id),
    searchIndex('pending_bids_name_words_idx', t.name),
    searchIndex('pending_bids_address_words_idx', t.address),
    searchIndex('pending_bids_customer_words_idx', t.customerName),
    phoneIndex('pending_bids_phone_idx', t.customerPhone),
  ],
)

export const bidAppointments = pgTable(
  'bid_appointments',
  {
    id: idColumn(),
    bidId: uuid('bid_id')
      .notNull()
      .references(() => pendingBids.id, { onDelete: 'cascade' }),
    title: line('title').notNull(),
    description: prose('description'),
    scheduledDate: moment('scheduled_date').notNull(),
    /** Minutes. */
    duration: integer('duration').notNull().default(60),
    appointmentType: word('appointment_type').notNull().default('consultation'),
    status: varchar('status', { length: 20, enum: appointmentStatuses })
      .notNull()
      .default('scheduled'),
    assignedToId: uuid('assigned_to_id').references(() => users.id, { onDelete: 'set null' }),
    completionNotes: prose('completion_notes'),
    ...stamps('bid_appointments'),
  },
  (t) => [
    check('bid_appointments_status_check', oneOf(t.status, appointmentStatuses)),
    check('bid_appointments_duration_check', sql`${t.duration} >= 0`),
    index('bid_appointments_bid_idx').on(t.bidId, t.scheduledDate),
    index('bid_appointments_assigned_idx').on(t.assignedToId, t.scheduledDate),
    index('bid_appointments_date_idx').on(t.scheduledDate),
  ],
)

/** The times that somebody of the office followed up on a bid. */
export const bidFollowUps = pgTable(
  'bid_follow_ups',
  {
    id: idColumn(),
    bidId: uuid('bid_id')
      .notNull()
      .references(() => pendingBids.id, { onDelete: 'cascade' }),
    day: date('day', { mode: 'string' }).notNull(),
    way: varchar('way', { length: 20, enum: ways }).notNull(),
    note: prose('note'),
    personId: uuid('person_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (t) => [
    check('bid_follow_ups_way_check', oneOf(t.way, ways)),
    index('bid_follow_ups_bid_idx').on(t.bidId, t.day, t.createdAt),
    index('bid_follow_ups_person_idx').on(t.personId),
  ],
)
