import { roles } from '@plumbline/contract/policy.ts'
import { isNull, type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  pgTable,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import {
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
import { phoneIndex, searchIndex } from '../platform/db/search.ts'
import { customers } from './customers.ts'

const lower = (column: AnyPgColumn): SQL => sql`lower(${column})`

/** People are never deleted: `deletedAt` is set, so that history keeps its author. */
export const users = pgTable(
  'users',
  {
    id: idColumn(),
    /** Null for a person who was imported without one, who cannot sign in. */
    email: emailColumn('email'),
    firstName: line('first_name').notNull(),
    lastName: line('last_name').notNull(),
    profileImageUrl: varchar('profile_image_url', { length: 500 }),
    role: varchar('role', { length: 20, enum: roles }).notNull().default('client'),
    specialty: line('specialty'),
    phone: word('phone'),
    secondPhone: word('second_phone'),
    company: line('company'),
    address: line('address'),
    /** The customer for whom a client signs in. */
    customerId: uuid('customer_id').references(() => customers.id, { onDelete: 'set null' }),
    /** For admins only. */
    officeNotes: prose('office_notes'),
    /** A hash. The token itself is only in the link. */
    inviteToken: varchar('invite_token', { length: 64 }).unique(),
    inviteExpiry: moment('invite_expiry'),
    isInvited: boolean('is_invited').notNull().default(false),
    invitedBy: uuid('invited_by').references((): AnyPgColumn => users.id, { onDelete: 'set null' }),
    deletedAt: moment('deleted_at'),
    ...stamps('users'),
  },
  (t) => [
    check('users_role_check', oneOf(t.role, roles)),
    uniqueIndex('users_email_idx').on(lower(t.email)).where(isNull(t.deletedAt)),
    index('users_name_idx').on(inNaturalOrder(t.lastName), inNaturalOrder(t.firstName), t.id),
    index('users_role_idx').on(t.role),
    index('users_customer_idx').on(t.customerId),
    index('users_invited_by_idx').on(t.invitedBy),
    searchIndex('users_name_words_idx', sql`(${t.firstName} || ' ' || ${t.lastName})`),
    searchIndex('users_email_words_idx', t.email),
    searchIndex('users_specialty_words_idx', t.specialty),
    phoneIndex('users_phone_idx', t.phone),
    phoneIndex('users_second_phone_idx', t.secondPhone),
  ],
)
