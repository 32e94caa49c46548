import { sql } from 'drizzle-orm'
import {
  check,
  date,
  index,
  integer,
  pgTable,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { createdAt, emailColumn, idColumn, line, moment, oneOf } from '../platform/db/columns.ts'
import { customers } from './customers.ts'
import { invoices } from './invoices.ts'
import { notifications } from './notifications.ts'
import { payments } from './payments.ts'
import { users } from './people.ts'
import { proposals } from './proposals.ts'

export const deliveryChannels = ['email', 'push'] as const

/** `dropped`: nothing remained to be notified about. `failed`: no more attempts are made. */
export const deliveryStates = ['waiting', 'sent', 'dropped', 'failed'] as const

/**
 * The emails to customers: a proposal or a change order, the copy after it was signed, an
 * invoice, a reminder of one, the receipt of a payment, and a statement.
 */
export const letters = ['offer', 'signed', 'invoice', 'reminder', 'receipt', 'statement'] as const

/**
 * The queue of emails and pushes. Each row is one of them: about one notification; for a daily
 * email, about all notifications of the person that wait for it; or about a proposal, an invoice, a
 * payment or a customer, to an address that may belong to nobody who signs in. The id is part of
 * the Message-ID, so that an email sent twice is recognized as one.
 */
export const deliveries = pgTable(
  'deliveries',
  {
    id: idColumn(),
    /** Null for an email to a customer. */
    personId: uuid('person_id').references(() => users.id, { onDelete: 'cascade' }),
    channel: varchar('channel', { length: 10, enum: deliveryChannels }).notNull(),
    /** Null for a daily email, and for one to a customer. */
    notificationId: uuid('notification_id').references(() => notifications.id, {
      onDelete: 'cascade',
    }),
    /** The day of a daily email in the company's time zone. */
    digestDay: date('digest_day', { mode: 'string' }),
    proposalId: uuid('proposal_id').references(() => proposals.id, { onDelete: 'cascade' }),
    invoiceId: uuid('invoice_id').references(() => invoices.id, { onDelete: 'cascade' }),
    paymentId: uuid('payment_id').references(() => payments.id, { onDelete: 'cascade' }),
    /** The customer of a statement, and its calendar days, both included. */
    customerId: uuid('customer_id').references(() => customers.id, { onDelete: 'cascade' }),
    fromDay: date('from_day', { mode: 'string' }),
    toDay: date('to_day', { mode: 'string' }),
    /** The days after the due day that a reminder is for, below zero before it. */
    reminderDays: integer('reminder_days'),
    letter: varchar('letter', { length: 10, enum: letters }),
    /**
     * The recipient of an email to a customer. That of a reminder is found when it is sent, and
     * stays null until then.
     */
    address: emailColumn('address'),
    state: varchar('state', { length: 10, enum: deliveryStates }).notNull().default('waiting'),
    /** When it is to be sent, or tried again. */
    dueAt: moment('due_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** The reason the last attempt failed. */
    error: line('error'),
    finishedAt: moment('finished_at'),
    createdAt: createdAt(),
  },
  (t) => [
    check('deliveries_channel_check', oneOf(t.channel, deliveryChannels)),
    check('deliveries_state_check', oneOf(t.state, deliveryStates)),
    check('deliveries_letter_check', oneOf(t.letter, letters)),
    check(
      'deliveries_about_check',
      sql`num_nonnulls(${t.notificationId}, ${t.digestDay}, ${t.proposalId}, ${t.invoiceId}, ${t.paymentId},
        ${t.customerId}) = 1`,
    ),
    check(
      'deliveries_recipient_check',
      sql`case when num_nonnulls(${t.proposalId}, ${t.invoiceId}, ${t.paymentId}, ${t.customerId}) = 0
        then ${t.personId} is not null and num_nonnulls(${t.letter}, ${t.address}) = 0
        else ${t.personId} is null and ${t.letter} is not null and ${t.channel} = 'email'
          and (${t.address} is not null or ${t.letter} = 'reminder') end`,
    ),
    check(
      'deliveries_statement_check',
      sql`num_nonnulls(${t.customerId}, ${t.fromDay}, ${t.toDay})
        = case when ${t.letter} = 'statement' then 3 else 0 end`,
    ),
    check(
      'deliveries_reminder_check',
      sql`(${t.reminderDays} is not null) = (${t.letter} is not distinct from 'reminder')`,
    ),
    // One row waits for each burst of notifications, and there is one daily email a day.
    uniqueIndex('deliveries_waiting_idx')
      .on(t.notificationId, t.channel)
      .where(sql`${t.state} = 'waiting'`),
    // One reminder waits for each invoice.
    uniqueIndex('deliveries_reminder_idx')
      .on(t.invoiceId)
      .where(sql`${t.letter} = 'reminder' and ${t.state} = 'waiting'`),
    index('deliveries_notification_idx').on(t.notificationId),
    index('deliveries_proposal_idx').on(t.proposalId),
    index('deliveries_invoice_idx').on(t.invoiceId),
    index('deliveries_payment_idx').on(t.paymentId),
    index('deliveries_customer_idx').on(t.customerId),
    uniqueIndex('deliveries_digest_idx').on(t.personId, t.digestDay),
    index('deliveries_due_idx').on(t.dueAt).where(sql`${t.state} = 'waiting'`),
    index('deliveries_finished_idx').on(t.finishedAt),
  ],
)

/**
 * The devices to which notifications are pushed. A device is removed with the session that added
 * it.
 */
export const pushDevices = pgTable(
  'push_devices',
  {
    id: idColumn(),
    personId: uuid('person_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The session in which it was added. */
    sid: varchar('sid', { length: 100 }).notNull(),
    endpoint: varchar('endpoint', { length: 1000 }).notNull().unique(),
    p256dh: varchar('p256dh', { length: 200 }).notNull(),
    auth: varchar('auth', { length: 100 }).notNull(),
    userAgent: line('user_agent').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('push_devices_person_idx').on(t.personId), index('push_devices_sid_idx').on(t.sid)],
)

/**
 * Email addresses that a mail server has rejected permanently. Nothing is sent to them until
 * somebody allows it again.
 */
export const refusedAddresses = pgTable('refused_addresses', {
  personId: uuid('person_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The address at that time. Another address of the person is not affected. */
  address: varchar('address', { length: 254 }).notNull(),
  /** The reply of the mail server. */
  reason: line('reason').notNull(),
  createdAt: createdAt(),
})

/** The keys that identify this installation to push services: one row, made when first needed. */
export const pushKeys = pgTable(
  'push_keys',
  {
    id: integer('id').primaryKey().default(1),
    publicKey: varchar('public_key', { length: 100 }).notNull(),
    /** Encrypted. */
    privateKey: line('private_key').notNull(),
  },
  (t) => [check('push_keys_one_row_check', sql`${t.id} = 1`)],
)
