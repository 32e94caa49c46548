import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import { calendarFeeds } from '../calendar/table.ts'
import type { Db } from '../db/handle.ts'
import { endSessionsOf } from '../http/session.ts'
import { hasEmail, present, type UserRow } from '../people/queries.ts'
import { users } from '../people/table.ts'
import { endResets } from './service.ts'
import { credentials } from './table.ts'

/** A person who has joined, with their credentials. */
export interface Account {
  readonly person: UserRow & { readonly email: string }
  readonly passwordHash: string | null
  readonly oidcSubject: string | null
}

const accounts = (db: Db) =>
  db
    .select({
      person: { ...getTableColumns(users), email: sql<string>`${users.email}` },
      passwordHash: credentials.passwordHash,
      oidcSubject: credentials.oidcSubject,
    })
    .from(users)
    .innerJoin(credentials, eq(credentials.userId, users.id))

/** The account of an email address. */
export async function findByEmail(db: Db, email: string): Promise<Account | undefined> {
  const [row] = await accounts(db).where(and(present, hasEmail(email)))
  return row
}

/** The account that is linked to a single sign-on subject. */
export async function findBySubject(db: Db, subject: string): Promise<Account | undefined> {
  const [row] = await accounts(db).where(and(present, eq(credentials.oidcSubject, subject)))
  return row
}

/**
 * Whether this is still the person's password hash; it cannot be changed until the transaction
 * ends.
 */
export async function isPasswordHash(
  db: Db,
  userId: string,
  passwordHash: string,
): Promise<boolean> {
  const rows = await db
    .select({ userId: credentials.userId })
    .from(credentials)
    .where(and(eq(credentials.userId, userId), eq(credentials.passwordHash, passwordHash)))
    .for('share')
  return rows.length > 0
}

/**
 * Sets the person's password; their reset links and their calendar link end, and every session but
 * the one to keep.
 */
export async function setPassword(
  db: Db,
  userId: string,
  passwordHash: string,
  now: Date,
  keep?: string | null,
) {
  await db
    .insert(credentials)
    .values({ userId, passwordHash, changedAt: now })
    .onConflictDoUpdate({ target: credentials.userId, set: { passwordHash, changedAt: now } })
  await endResets(db, userId, now)
  await db.delete(calendarFeeds).where(eq(calendarFeeds.userId, userId))
  await endSessionsOf(db, userId, keep)
}

/** Links the person to a single sign-on account. */
export async function setSubject(db: Db, userId: string, oidcSubject: string, now: Date) {
  await db
    .insert(credentials)
    .values({ userId, oidcSubject, changedAt: now })
    .onConflictDoUpdate({ target: credentials.userId, set: { oidcSubject } })
}
