import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, uuid, varchar } from 'drizzle-orm/pg-core'
import { createdAt, moment } from '../db/columns.ts'
import { users } from '../people/table.ts'

/** What a session remembers, so that a person can see where they are signed in. */
export interface SessionFacts {
  readonly userId: string
  readonly createdAt: string
  readonly userAgent: string
  readonly address: string
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

/** Passwords and single sign-on. Apart from `users`, so that no list of people can leak them. */
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
