import type { LineCategory } from '@plumbline/contract/pricedLines.ts'
import type { TermsBlock } from '@plumbline/contract/pricing.ts'
import { proposalEvents, storedStatuses } from '@plumbline/contract/proposalStatuses.ts'
import { sql } from 'drizzle-orm'
import {
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import type { Evidence } from '../documents/model.ts'
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
import { searchIndex } from '../platform/db/search.ts'
import { pendingBids } from './bids.ts'
import { changeOrders } from './changeOrders.ts'
import { customers } from './customers.ts'
import { users } from './people.ts'
import { photos } from './photos.ts'

const percent = (name: string) => numeric(name, { precision: 7, scale: 4 })

/** The settings of bids and proposals: one row, inserted with the first change. */
export const proposalSettings = pgTable(
  'proposal_settings',
  {
    id: integer('id').primaryKey().default(1),
    taxRate: percent('tax_rate').notNull().default('0'),
    taxName: word('tax_name').notNull().default('Sales tax'),
    validDays: integer('valid_days').notNull().default(30),
    /** Null for the text that comes with the application. */
    consentText: prose('consent_text'),
    licenseNumber: line('license_number'),
    /** The largest deposit that the law allows: the lesser of the two. */
    depositPercent: percent('deposit_percent'),
    depositAmount: numeric('deposit_amount', { precision: 10, scale: 2 }),
    terms: jsonb('terms').$type<readonly TermsBlock[]>().notNull().default([]),
    ...stamps('proposal_settings'),
  },
  (t) => [check('proposal_settings_one_row_check', sql`${t.id} = 1`)],
)

/** The last number of each kind of document in each year. */
export const documentNumbers = pgTable(
  'document_numbers',
  {
    kind: word('kind').notNull(),
    year: integer('year').notNull(),
    last: integer('last').notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.year] })],
)

/** The form of the numbers of a kind of document, from its defaults until an admin changes it. */
export const numberFormats = pgTable('number_formats', {
  kind: word('kind').primaryKey(),
  prefix: word('prefix').notNull(),
  /** The fewest digits after the year. */
  digits: integer('digits').notNull(),
  /** The first number of a year. */
  first: integer('first').notNull(),
  ...stamps('number_formats'),
})

/** The versions of bids and change orders as they were sent. Each is of one of them. */
export const proposals = pgTable(
  'proposals',
  {
    id: idColumn(),
    bidId: uuid('bid_id').references(() => pendingBids.id, { onDelete: 'cascade' }),
    changeOrderId: uuid('change_order_id').references(() => changeOrders.id, {
      onDelete: 'cascade',
    }),
    /** The customer it was sent to, also if the bid or the job is for another one later. */
    customerId: uuid('customer_id').references(() => customers.id, { onDelete: 'set null' }),
    number: word('number').notNull(),
    version: integer('version').notNull(),
    status: varchar('status', { length: 20, enum: storedStatuses }).notNull().default('sent'),
    /** The content without costs in canonical JSON, of which `sha256` is the hash. */
    content: text('content').notNull(),
    sha256: varchar('sha256', { length: 64 }).notNull(),
    total: centsColumn('total').notNull(),
    /** For the office: the cost of the chosen lines by category, in exact dollars. */
    costs: jsonb('costs').$type<Readonly<Partial<Record<LineCategory, string>>>>().notNull(),
    lastDay: date('last_day', { mode: 'string' }).notNull(),
    sentById: uuid('sent_by_id').references(() => users.id, { onDelete: 'set null' }),
    sentTo: emailColumn('sent_to'),
    /** When its link was made; the link is derived from it. */
    linkMadeAt: moment('link_made_at').notNull(),
    /** The hash of the link, null once it has ended. */
    linkHash: varchar('link_hash', { length: 64 }),
    /** The signed version: the content with the choices of the customer. Set with `evidence`. */
    signedContent: text('signed_content'),
    evidence: jsonb('evidence').$type<Evidence>(),
    /** The signed copy as a PDF, which is made after the approval. All are set, or none. */
    copyKey: line('copy_key'),
    copySize: integer('copy_size'),
    copySha256: varchar('copy_sha256', { length: 64 }),
    ...stamps('proposals'),
  },
  (t) => [
    check('proposals_status_check', oneOf(t.status, storedStatuses)),
    check(
      'proposals_signed_check',
      sql`(${t.signedContent} is null) = (${t.evidence} is null)
        and (${t.evidence} is not null) = (${t.status} = 'approved')`,
    ),
    check(
      'proposals_copy_check',
      sql`num_nulls(${t.copyKey}, ${t.copySize}, ${t.copySha256}) in (0, 3)`,
    ),
    // Signed ones whose copy is still to be made.
    index('proposals_without_copy_idx')
      .on(t.id)
      .where(sql`${t.status} = 'approved' and ${t.copyKey} is null`),
    check('proposals_subject_check', sql`num_nonnulls(${t.bidId}, ${t.changeOrderId}) = 1`),
    unique('proposals_version_once').on(t.bidId, t.version),
    unique('proposals_change_version_once').on(t.changeOrderId, t.version),
    uniqueIndex('proposals_link_once').on(t.linkHash),
    uniqueIndex('proposals_one_open').on(t.bidId).where(sql`${t.status} = 'sent'`),
    uniqueIndex('proposals_one_open_change').on(t.changeOrderId).where(sql`${t.status} = 'sent'`),
    index('proposals_sender_idx').on(t.sentById),
    index('proposals_customer_idx').on(t.customerId),
    searchIndex('proposals_number_words_idx', t.number),
  ],
)

/** The photos of versions, by their place in the content, counted from 1. */
export const proposalPhotos = pgTable(
  'proposal_photos',
  {
    proposalId: uuid('proposal_id')
      .notNull()
      .references(() => proposals.id, { onDelete: 'cascade' }),
    place: integer('place').notNull(),
    /** It is not deleted as long as the version waits, and after it was approved. */
    photoId: uuid('photo_id')
      .notNull()
      .references(() => photos.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.proposalId, t.place] }),
    index('proposal_photos_photo_idx').on(t.photoId),
  ],
)

/** The events of proposals. Rows are only added. */
export const proposalHistory = pgTable(
  'proposal_events',
  {
    id: idColumn(),
    proposalId: uuid('proposal_id')
      .notNull()
      .references(() => proposals.id, { onDelete: 'cascade' }),
    kind: varchar('kind', { length: 20, enum: proposalEvents }).notNull(),
    /** Null for the customer and for the program. */
    actorId: uuid('actor_id').references(() => users.id, { onDelete: 'set null' }),
    note: prose('note'),
    createdAt: createdAt(),
  },
  (t) => [
    check('proposal_events_kind_check', oneOf(t.kind, proposalEvents)),
    index('proposal_events_proposal_idx').on(t.proposalId, t.id),
    index('proposal_events_actor_idx').on(t.actorId),
  ],
)
