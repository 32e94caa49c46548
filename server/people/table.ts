import { roles } from '@plumbline/contract/policy.ts'
import { isNull, type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  uniqueIndex,
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
  stamps,
  word,
} from '../db/columns.ts'
import type { PictureFiles } from '../files/pictures/keep.ts'
import type { SessionFacts } from '../http/session.ts'

const lower = (column: AnyPgColumn): SQL => sql`lower(${column})`

/** People are never erased: one who left keeps the row, so that history keeps its author, and `deletedAt` is set. */
export const users = pgTable(
  'users',
  {
    id: idColumn(),
    email: emailColumn('email').notNull(),
    firstName: line('first_name').notNull(),
    lastName: line('last_name').notNull(),
    profileImageUrl: varchar('profile_image_url', { length: 500 }),
    role: varchar('role', { length: 20, enum: roles }).notNull().default('client'),
    specialty: line('specialty'),
    phone: word('phone'),
    /** A hash: the token itself is only in the link. */
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
    index('users_name_idx').on(lower(t.lastName), lower(t.firstName), t.id),
    index('users_role_idx').on(t.role),
    index('users_invited_by_idx').on(t.invitedBy),
  ],
)

/** Who is signed in where. `sid` is a keyed hash of the cookie's token. */
export const sessions = pgTable(
  'sessions',
  {
    sid: varchar('sid', { length: 100 }).primaryKey(),
    sess: jsonb('sess').$type<SessionFacts>().notNull(),
    expire: moment('expire').notNull(),
  },
  (t) => [
    index('sessions_user_idx').on(sql`(${t.sess}->>'userId')`),
    index('sessions_expire_idx').on(t.expire),
  ],
)

/** How a person proves who they are. Kept apart from `users`, so that no list of people can carry it out. */
export const credentials = pgTable('credentials', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  passwordHash: varchar('password_hash', { length: 200 }),
  oidcSubject: varchar('oidc_subject', { length: 500 }).unique(),
  changedAt: moment('changed_at').notNull().defaultNow(),
})

export const passwordResets = pgTable(
  'password_resets',
  {
    tokenHash: varchar('token_hash', { length: 64 }).primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: moment('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('password_resets_user_idx').on(t.userId)],
)

/** Failed sign-ins by account and by address. */
export const throttles = pgTable(
  'throttles',
  {
    key: varchar('key', { length: 400 }).primaryKey(),
    count: integer('count').notNull().default(0),
    windowStart: moment('window_start').notNull(),
    blockedUntil: moment('blocked_until'),
  },
  (t) => [index('throttles_window_idx').on(t.windowStart)],
)

/** A day off of the whole company. */
export interface Holiday {
  readonly day: string
  readonly name: string
}

/** The company: one row, made at set-up. */
export const settings = pgTable(
  'settings',
  {
    id: integer('id').primaryKey().default(1),
    companyName: line('company_name').notNull(),
    holdingsName: line('holdings_name').notNull(),
    address: line('address'),
    phone: word('phone'),
    /** Where the file store keeps the logo, and what its files are; both or neither. */
    logoKey: line('logo_key'),
    logoFiles: jsonb('logo_files').$type<PictureFiles>(),
    timeZone: varchar('time_zone', { length: 100 }).notNull(),
    /** ISO weekdays, Monday 1 to Sunday 7. */
    workingDays: integer('working_days').array().notNull().default(sql`'{1,2,3,4,5}'`),
    holidays: jsonb('holidays').$type<readonly Holiday[]>().notNull().default([]),
    /** Whether the company is the invented one, which may be entered with one click on loopback. */
    sample: boolean('sample').notNull().default(false),
    ...stamps('settings'),
  },
  (t) => [
    check('settings_one_row_check', sql`${t.id} = 1`),
    check('settings_logo_check', sql`(${t.logoKey} is null) = (${t.logoFiles} is null)`),
    check('settings_working_days_check', sql`${t.workingDays} <@ array[1,2,3,4,5,6,7]`),
  ],
)
