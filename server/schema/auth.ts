import { type AnyColumn, sql } from 'drizzle-orm'
import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { createdAt, line, moment, outer } from '../platform/db/columns.ts'
import { users } from './people.ts'

/** The data of a session, shown to people who review where they are signed in. */
export interface SessionFacts {
  readonly userId: string
  readonly createdAt: string
  readonly userAgent: string
  readonly address: string
  /**
   * When the person last proved their identity, by signing in or by entering their password again.
   * ISO date-time.
   */
  readonly confirmedAt?: string
  /** The people that an admin may view as in this session. */
  readonly viewAs?: readonly string[]
}

/** `sid` is a keyed hash of the cookie's token. */
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

/**
 * Passwords and single sign-on subjects. Separate from `users`, so that no list of people can leak
 * them.
 */
export const credentials = pgTable('credentials', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  passwordHash: varchar('password_hash', { length: 200 }),
  oidcSubject: varchar('oidc_subject', { length: 500 }).unique(),
  changedAt: moment('changed_at').notNull().defaultNow(),
  /** The encrypted secret of the authenticator app. It is in use once it is confirmed. */
  totpSecret: varchar('totp_secret', { length: 300 }),
  totpConfirmedAt: moment('totp_confirmed_at'),
  /** The time step of the last code that was accepted: each code works once. */
  totpLastStep: bigint('totp_last_step', { mode: 'number' }),
})

/** Hashes of recovery codes. Each code replaces the authenticator app once. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    codeHash: varchar('code_hash', { length: 64 }).notNull(),
    usedAt: moment('used_at'),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
)

/** Passkeys, with which a person signs in instead of a password. */
export const passkeys = pgTable(
  'passkeys',
  {
    /** The id of the credential, base64url. */
    id: varchar('id', { length: 1400 }).primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** COSE, base64url. */
    publicKey: varchar('public_key', { length: 4000 }).notNull(),
    /** The signature counter of the authenticator; 0 for one that does not count. */
    counter: bigint('counter', { mode: 'number' }).notNull().default(0),
    transports: jsonb('transports').$type<readonly string[]>().notNull().default([]),
    /** The name the person gave it. */
    name: line('name').notNull(),
    createdAt: createdAt(),
    lastUsedAt: moment('last_used_at'),
  },
  (t) => [index('passkeys_user_idx').on(t.userId)],
)

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

/** SQL for whether the person with the id in the column has an authenticator app or a passkey. */
export const hasFactor = (userId: AnyColumn) => sql<boolean>`(
  exists (select 1 from ${credentials} c where c.user_id = ${outer(userId)} and c.totp_confirmed_at is not null)
  or exists (select 1 from ${passkeys} p where p.user_id = ${outer(userId)}))`
