import { recurrences } from '@plumbline/contract/rentalExpenses.ts'
import { incomeKinds } from '@plumbline/contract/rentalIncome.ts'
import { propertyStatuses } from '@plumbline/contract/rentals.ts'
import { tenantStatuses } from '@plumbline/contract/tenants.ts'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
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
  bytesOf,
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
import { searchIndex } from '../platform/db/search.ts'
import type { PictureFiles } from '../platform/files/pictures/store.ts'
import { jobs } from './jobs.ts'
import { users } from './people.ts'

/** Dollars and cents as exact text. */
const dollars = (name: string) => numeric(name, { precision: 10, scale: 2 })
const notNegative = (column: AnyPgColumn) => sql`${column} >= 0`
/** An entry is never deleted but corrected by a reversal; only reversals are negative. */
const signed = (amount: AnyPgColumn, reverses: AnyPgColumn) =>
  sql`case when ${reverses} is null then ${amount} >= 0 else ${amount} <= 0 end`

export const rentalProperties = pgTable(
  'rental_properties',
  {
    id: idColumn(),
    address: line('address').notNull(),
    city: line('city').notNull(),
    state: word('state').notNull(),
    zipCode: word('zip_code').notNull(),
    propertyType: word('property_type').notNull(),
    bedrooms: integer('bedrooms'),
    bathrooms: numeric('bathrooms', { precision: 3, scale: 1 }),
    squareFeet: integer('square_feet'),
    purchasePrice: numeric('purchase_price', { precision: 12, scale: 2 }),
    purchaseDate: date('purchase_date', { mode: 'string' }),
    monthlyRent: dollars('monthly_rent'),
    securityDeposit: dollars('security_deposit'),
    propertyManager: line('property_manager'),
    notes: prose('notes'),
    status: varchar('status', { length: 20, enum: propertyStatuses }).notNull().default('vacant'),
    /** If false, the status follows from the leases and the column is not read. */
    statusSetByHand: boolean('status_set_by_hand').notNull().default(false),
    archivedAt: moment('archived_at'),
    ...stamps('rental_properties'),
  },
  (t) => [
    check('rental_properties_status_check', oneOf(t.status, propertyStatuses)),
    check('rental_properties_bedrooms_check', notNegative(t.bedrooms)),
    check('rental_properties_bathrooms_check', notNegative(t.bathrooms)),
    check('rental_properties_square_feet_check', notNegative(t.squareFeet)),
    check('rental_properties_purchase_price_check', notNegative(t.purchasePrice)),
    check('rental_properties_monthly_rent_check', notNegative(t.monthlyRent)),
    check('rental_properties_security_deposit_check', notNegative(t.securityDeposit)),
    index('rental_properties_address_idx').on(inNaturalOrder(t.address), t.id),
  ],
)

/** Photos of a property, newest first; deleted with it. */
export const propertyPhotos = pgTable(
  'property_photos',
  {
    id: idColumn(),
    propertyId: uuid('property_id')
      .notNull()
      .references(() => rentalProperties.id, { onDelete: 'cascade' }),
    uploadedById: uuid('uploaded_by_id')
      .notNull()
      .references(() => users.id),
    caption: prose('caption'),
    /** The prefix of the keys of its files in the file store: `${storageKey}-thumb` and so on. */
    storageKey: line('storage_key').notNull(),
    files: jsonb('files').$type<PictureFiles>().notNull(),
    /** The total size of its files. */
    bytes: bytesOf('files'),
    contentType: word('content_type').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('property_photos_property_idx').on(t.propertyId, t.createdAt, t.id),
    index('property_photos_author_idx').on(t.uploadedById, t.bytes),
  ],
)

/** The jobs done at a property. */
export const propertyJobs = pgTable(
  'property_jobs',
  {
    jobId: uuid('job_id')
      .primaryKey()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    propertyId: uuid('property_id')
      .notNull()
      .references(() => rentalProperties.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [index('property_jobs_property_idx').on(t.propertyId)],
)

/**
 * A tenant and their lease of one home. No two leases of a property share a day: the constraint
 * `tenants_leases_do_not_overlap` is written by hand in migration 0006, since Drizzle does not
 * support exclusion constraints.
 */
export const tenants = pgTable(
  'tenants',
  {
    id: idColumn(),
    propertyId: uuid('property_id').references(() => rentalProperties.id, { onDelete: 'set null' }),
    firstName: line('first_name').notNull(),
    lastName: line('last_name').notNull(),
    email: emailColumn('email'),
    phone: word('phone'),
    emergencyContact: line('emergency_contact'),
    emergencyPhone: word('emergency_phone'),
    leaseStart: date('lease_start', { mode: 'string' }),
    leaseEnd: date('lease_end', { mode: 'string' }),
    monthlyRent: dollars('monthly_rent'),
    securityDeposit: dollars('security_deposit'),
    status: varchar('status', { length: 50, enum: tenantStatuses }).notNull().default('active'),
    notes: prose('notes'),
    /** Rent is expected from this day on, if the lease is older than the books. */
    rentFrom: date('rent_from', { mode: 'string' }),
    ...stamps('tenants'),
  },
  (t) => [
    check('tenants_status_check', oneOf(t.status, tenantStatuses)),
    check('tenants_lease_check', sql`${t.leaseEnd} >= ${t.leaseStart}`),
    check('tenants_lease_begins_check', sql`${t.leaseEnd} is null or ${t.leaseStart} is not null`),
    check('tenants_monthly_rent_check', notNegative(t.monthlyRent)),
    check('tenants_security_deposit_check', notNegative(t.securityDeposit)),
    index('tenants_property_idx').on(t.propertyId),
    index('tenants_name_idx').on(t.lastName, t.firstName, t.id),
    index('tenants_lease_end_idx').on(t.leaseEnd),
  ],
)

/** A new rent from a given day; a renewal also sets a new end. */
export const leaseChanges = pgTable(
  'lease_changes',
  {
    id: idColumn(),
    tenantId: uuid('tenant_id')
      .notNull()
      .references(() => tenants.id, { onDelete: 'cascade' }),
    kind: varchar('kind', { length: 20, enum: ['rent', 'renewal'] }).notNull(),
    startsOn: date('starts_on', { mode: 'string' }).notNull(),
    monthlyRent: dollars('monthly_rent').notNull(),
    leaseEnd: date('lease_end', { mode: 'string' }),
    previousEnd: date('previous_end', { mode: 'string' }),
    createdAt: createdAt(),
  },
  (t) => [
    check('lease_changes_kind_check', oneOf(t.kind, ['rent', 'renewal'])),
    check('lease_changes_monthly_rent_check', notNegative(t.monthlyRent)),
    unique('lease_changes_once_a_day').on(t.tenantId, t.startsOn),
  ],
)

/**
 * The amounts paid back from the deposits of a tenant. An amount withheld is income that refers to
 * the return.
 */
export const depositReturns = pgTable(
  'deposit_returns',
  {
    id: idColumn(),
    tenantId: uuid('tenant_id')
      .notNull()
      .references(() => tenants.id),
    amount: dollars('amount').notNull(),
    returnedOn: date('returned_on', { mode: 'string' }).notNull(),
    paymentMethod: word('payment_method'),
    notes: prose('notes'),
    /** The return that this one reverses, at most once. */
    reversesId: uuid('reverses_id').references((): AnyPgColumn => depositReturns.id),
    /** The person who recorded it; null for entries of earlier versions. */
    recordedById: uuid('recorded_by_id').references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [
    check('deposit_returns_amount_check', signed(t.amount, t.reversesId)),
    unique('deposit_returns_reversed_once').on(t.reversesId),
    index('deposit_returns_recorder_idx').on(t.recordedById),
    index('deposit_returns_tenant_idx').on(t.tenantId, t.returnedOn),
  ],
)

export const rentalIncome = pgTable(
  'rental_income',
  {
    id: idColumn(),
    propertyId: uuid('property_id')
      .notNull()
      .references(() => rentalProperties.id),
    tenantId: uuid('tenant_id').references(() => tenants.id, { onDelete: 'set null' }),
    amount: dollars('amount').notNull(),
    incomeType: word('income_type').notNull(),
    /**
     * The kind the type counts as (`incomeKindOf`): rent, a deposit (which is no income) and so on.
     */
    kind: varchar('kind', { length: 20, enum: incomeKinds }).notNull(),
    description: prose('description'),
    dateReceived: date('date_received', { mode: 'string' }).notNull(),
    paymentMethod: word('payment_method'),
    /** The entry that this one reverses, at most once. */
    reversesId: uuid('reverses_id').references((): AnyPgColumn => rentalIncome.id),
    /** The first day of the month the rent is for. */
    rentMonth: date('rent_month', { mode: 'string' }),
    /** The deposit return from which this was withheld. */
    depositReturnId: uuid('deposit_return_id').references(() => depositReturns.id),
    /** The person who recorded it; null for entries of earlier versions. */
    recordedById: uuid('recorded_by_id').references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [
    check('rental_income_kind_check', oneOf(t.kind, incomeKinds)),
    check(
      'rental_income_rent_month_check',
      sql`(${t.kind} = 'rent') = (${t.rentMonth} is not null) and extract(day from ${t.rentMonth}) = 1`,
    ),
    index('rental_income_recorder_idx').on(t.recordedById),
    index('rental_income_rent_month_idx').on(t.propertyId, t.rentMonth),
    index('rental_income_deposit_return_idx').on(t.depositReturnId),
    check('rental_income_amount_check', signed(t.amount, t.reversesId)),
    unique('rental_income_reversed_once').on(t.reversesId),
    index('rental_income_property_idx').on(t.propertyId, t.dateReceived),
    index('rental_income_tenant_idx').on(t.tenantId, t.dateReceived),
    index('rental_income_date_idx').on(t.dateReceived, t.id),
    searchIndex('rental_income_description_words_idx', t.description),
    searchIndex('rental_income_type_words_idx', t.incomeType),
    searchIndex('rental_income_method_words_idx', t.paymentMethod),
  ],
)

/** A recurring expense. It is proposed when its day is near, and only booked by a person. */
export const recurringExpenses = pgTable(
  'recurring_expenses',
  {
    id: idColumn(),
    propertyId: uuid('property_id').references(() => rentalProperties.id, { onDelete: 'cascade' }),
    amount: dollars('amount').notNull(),
    expenseType: word('expense_type').notNull(),
    vendor: line('vendor'),
    description: prose('description').notNull(),
    everyMonths: integer('every_months').notNull(),
    startsOn: date('starts_on', { mode: 'string' }).notNull(),
    /**
     * The number of times it was booked or skipped. The next one is due this many times
     * `everyMonths` after the first.
     */
    settled: integer('settled').notNull().default(0),
    ...stamps('recurring_expenses'),
  },
  (t) => [
    check('recurring_expenses_amount_check', notNegative(t.amount)),
    check('recurring_expenses_every_months_check', oneOf(t.everyMonths, recurrences.map(String))),
    check('recurring_expenses_settled_check', notNegative(t.settled)),
    index('recurring_expenses_property_idx').on(t.propertyId),
  ],
)

/** The files of a receipt: those of a picture, or a PDF as uploaded. */
export type ReceiptFiles =
  | PictureFiles
  | { readonly original: { readonly size: number; readonly sha256: string } }

export const rentalExpenses = pgTable(
  'rental_expenses',
  {
    id: idColumn(),
    /** Null for an expense of the whole portfolio. */
    propertyId: uuid('property_id').references(() => rentalProperties.id),
    amount: dollars('amount').notNull(),
    expenseType: word('expense_type').notNull(),
    vendor: line('vendor'),
    description: prose('description').notNull(),
    dateIncurred: date('date_incurred', { mode: 'string' }).notNull(),
    receiptUrl: varchar('receipt_url', { length: 500 }),
    /** The entry that this one reverses, at most once. */
    reversesId: uuid('reverses_id').references((): AnyPgColumn => rentalExpenses.id),
    /** The company's job in which the work was done. */
    jobId: uuid('job_id').references(() => jobs.id, { onDelete: 'set null' }),
    recurringId: uuid('recurring_id').references(() => recurringExpenses.id, {
      onDelete: 'set null',
    }),
    /** The key of the receipt in the file store: a picture in its three sizes, or one PDF. */
    receiptKey: line('receipt_key'),
    receiptType: word('receipt_type'),
    receiptFiles: jsonb('receipt_files').$type<ReceiptFiles>(),
    /** The person who recorded it; null for entries of earlier versions. */
    recordedById: uuid('recorded_by_id').references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [
    index('rental_expenses_recorder_idx').on(t.recordedById),
    index('rental_expenses_job_idx').on(t.jobId),
    index('rental_expenses_recurring_idx').on(t.recurringId),
    index('rental_expenses_type_idx').on(t.expenseType, t.dateIncurred),
    check('rental_expenses_amount_check', signed(t.amount, t.reversesId)),
    unique('rental_expenses_reversed_once').on(t.reversesId),
    index('rental_expenses_property_idx').on(t.propertyId, t.dateIncurred),
    index('rental_expenses_date_idx').on(t.dateIncurred, t.id),
    index('rental_expenses_receipt_idx').on(t.id).where(sql`${t.receiptKey} is not null`),
    searchIndex('rental_expenses_vendor_words_idx', t.vendor),
    searchIndex('rental_expenses_description_words_idx', t.description),
    searchIndex('rental_expenses_type_words_idx', t.expenseType),
  ],
)
