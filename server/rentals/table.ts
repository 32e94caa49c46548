import { propertyStatuses } from '@plumbline/contract/rentals.ts'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  check,
  date,
  index,
  integer,
  numeric,
  pgTable,
  unique,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import {
  createdAt,
  emailColumn,
  idColumn,
  line,
  moment,
  oneOf,
  prose,
  stamps,
  word,
} from '../db/columns.ts'

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
    index('rental_properties_address_idx').on(t.address, t.id),
  ],
)

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
    status: word('status').notNull().default('active'),
    notes: prose('notes'),
    ...stamps('tenants'),
  },
  (t) => [
    check('tenants_lease_check', sql`${t.leaseEnd} >= ${t.leaseStart}`),
    check('tenants_monthly_rent_check', notNegative(t.monthlyRent)),
    check('tenants_security_deposit_check', notNegative(t.securityDeposit)),
    index('tenants_property_idx').on(t.propertyId),
    index('tenants_name_idx').on(t.lastName, t.firstName, t.id),
    index('tenants_lease_end_idx').on(t.leaseEnd),
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
    description: prose('description'),
    dateReceived: date('date_received', { mode: 'string' }).notNull(),
    paymentMethod: word('payment_method'),
    /** The entry that this one reverses, at most once. */
    reversesId: uuid('reverses_id').references((): AnyPgColumn => rentalIncome.id),
    createdAt: createdAt(),
  },
  (t) => [
    check('rental_income_amount_check', signed(t.amount, t.reversesId)),
    unique('rental_income_reversed_once').on(t.reversesId),
    index('rental_income_property_idx').on(t.propertyId, t.dateReceived),
    index('rental_income_tenant_idx').on(t.tenantId, t.dateReceived),
    index('rental_income_date_idx').on(t.dateReceived, t.id),
  ],
)

export const rentalExpenses = pgTable(
  'rental_expenses',
  {
    id: idColumn(),
    propertyId: uuid('property_id')
      .notNull()
      .references(() => rentalProperties.id),
    amount: dollars('amount').notNull(),
    expenseType: word('expense_type').notNull(),
    vendor: line('vendor'),
    description: prose('description').notNull(),
    dateIncurred: date('date_incurred', { mode: 'string' }).notNull(),
    receiptUrl: varchar('receipt_url', { length: 500 }),
    /** The entry that this one reverses, at most once. */
    reversesId: uuid('reverses_id').references((): AnyPgColumn => rentalExpenses.id),
    createdAt: createdAt(),
  },
  (t) => [
    check('rental_expenses_amount_check', signed(t.amount, t.reversesId)),
    unique('rental_expenses_reversed_once').on(t.reversesId),
    index('rental_expenses_property_idx').on(t.propertyId, t.dateIncurred),
    index('rental_expenses_date_idx').on(t.dateIncurred, t.id),
  ],
)
