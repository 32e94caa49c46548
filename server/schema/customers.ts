import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, index, integer, pgTable, uuid } from 'drizzle-orm/pg-core'
import {
  createdAt,
  emailColumn,
  idColumn,
  line,
  moment,
  prose,
  stamps,
  word,
} from '../platform/db/columns.ts'
import { inNaturalOrder } from '../platform/db/naturalOrder.ts'
import { phoneIndex, searchIndex } from '../platform/db/search.ts'

const lower = (text: SQLWrapper): SQL => sql`lower(${text})`

/**
 * The digits by which a phone number is matched: without its extension, and without the country
 * code 1 of the United States.
 */
export const phoneDigits = (phone: SQLWrapper): SQL =>
  sql`regexp_replace(regexp_replace(regexp_replace(lower(${phone}), '\\s*(x|ext).*$', ''), '[^0-9]', '', 'g'), '^1([0-9]{10})$', '\\1')`

/** The shortest phone number that is matched, in digits. */
export const MIN_PHONE_DIGITS = 7

/** The customers of jobs and bids. Their address is for bills; the sites are those of the jobs. */
export const customers = pgTable(
  'customers',
  {
    id: idColumn(),
    name: line('name').notNull(),
    company: line('company'),
    address: line('address'),
    source: word('source'),
    notes: prose('notes'),
    taxExempt: boolean('tax_exempt').notNull().default(false),
    taxCertificate: line('tax_certificate'),
    /** Whether no reminders of their invoices are sent. */
    remindersOff: boolean('reminders_off').notNull().default(false),
    /** A merged customer stays, so that its address still leads somewhere. */
    mergedIntoId: uuid('merged_into_id').references((): AnyPgColumn => customers.id, {
      onDelete: 'cascade',
    }),
    ...stamps('customers'),
  },
  (t) => [
    index('customers_by_name_idx').on(inNaturalOrder(t.name), t.id),
    index('customers_created_idx').on(t.createdAt, t.id),
    index('customers_same_name_idx')
      .on(lower(t.name), t.id, t.name)
      .where(sql`${t.mergedIntoId} is null`),
    index('customers_merged_idx').on(t.mergedIntoId),
    searchIndex('customers_name_words_idx', t.name),
    searchIndex('customers_company_words_idx', t.company),
    searchIndex('customers_address_words_idx', t.address),
  ],
)

/** Those to call or write to about a customer, by position; the main contact has position 0. */
export const customerContacts = pgTable(
  'customer_contacts',
  {
    id: idColumn(),
    customerId: uuid('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    name: line('name').notNull(),
    role: word('role'),
    email: emailColumn('email'),
    phone: word('phone'),
    /** When a mail server refused the address for good. Cleared with the address. */
    emailRefusedAt: moment('email_refused_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('customer_contacts_customer_idx').on(t.customerId, t.position),
    // Customers that may be the same are found in these indexes alone.
    index('customer_contacts_same_email_idx').on(lower(t.email), t.customerId, t.email),
    index('customer_contacts_same_phone_idx').on(phoneDigits(t.phone), t.customerId, t.phone),
    searchIndex('customer_contacts_name_words_idx', t.name),
    searchIndex('customer_contacts_email_words_idx', t.email),
    phoneIndex('customer_contacts_phone_idx', t.phone),
  ],
)
