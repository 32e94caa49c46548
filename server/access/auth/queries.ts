import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/handle.ts'
import { credentials, hasFactor } from '../../schema/auth.ts'
import { users } from '../../schema/people.ts'
import { settings } from '../../schema/settings.ts'
import { hasEmail, notRemoved, type UserRow } from '../people/queries.ts'
import type { Passwords } from './passwords.ts'

/** A person who has joined, with their credentials. */
export interface Account {
  readonly person: UserRow & { readonly email: string }
  readonly passwordHash: string | null
  readonly oidcSubject: string | null
  /** Whether signing in with the password requires a code too. */
  readonly asksForCode: boolean
  /**
   * Whether signing in requires a passkey: for an admin with no other second factor, where admins
   * have to use one.
   */
  readonly needsPasskey: boolean
}

const accounts = (db: Db) =>
  db
    .select({
      person: { ...getTableColumns(users), email: sql<string>`${users.email}` },
      passwordHash: credentials.passwordHash,
      oidcSubject: credentials.oidcSubject,
      needsPasskey: sql<boolean>`${users.role} = 'admin' and ${credentials.totpConfirmedAt} is null
        and ${hasFactor(users.id)}
        and exists (select 1 from ${settings} s where s.admins_need_second_factor)`,
      asksForCode: sql<boolean>`${credentials.totpConfirmedAt} is not null`,
    })
    .from(users)
    .innerJoin(credentials, eq(credentials.userId, users.id))

/** The account with an email address. */
export async function findByEmail(db: Db, email: string): Promise<Account | undefined> {
  const [row] = await accounts(db).where(and(notRemoved, hasEmail(email)))
  return row
}

/** The account of a person. */
export async function findAccount(db: Db, userId: string): Promise<Account | undefined> {
  const [row] = await accounts(db).where(and(notRemoved, eq(users.id, userId)))
  return row
}

/** The account that is linked to a single sign-on subject. */
export async function findBySubject(db: Db, subject: string): Promise<Account | undefined> {
  const [row] = await accounts(db).where(and(notRemoved, eq(credentials.oidcSubject, subject)))
  return row
}

/**
 * Hashes a correct password again if its hash is outdated, unless it was changed in the meantime.
 */
export async function withCurrentHash(
  db: Db,
  passwords: Passwords,
  account: Account,
  password: string,
) {
  const { passwordHash: before, person } = account
  if (before === null || !passwords.isOutdated(before)) return account
  const passwordHash = await passwords.hash(password)
  const { rowCount } = await db
    .update(credentials)
    .set({ passwordHash })
    .where(and(eq(credentials.userId, person.id), eq(credentials.passwordHash, before)))
  return rowCount === 1 ? { ...account, passwordHash } : account
}

/** Links the person to a single sign-on account. */
export async function setSubject(db: Db, userId: string, oidcSubject: string, now: Date) {
  await db
    .insert(credentials)
    .values({ userId, oidcSubject, changedAt: now })
    .onConflictDoUpdate({ target: credentials.userId, set: { oidcSubject } })
}

/** Whether the person has an authenticator app or a passkey. */
export async function hasSecondFactor(db: Db, userId: string): Promise<boolean> {
  const [row] = await db
    .select({ has: hasFactor(users.id) })
    .from(users)
    .where(eq(users.id, userId))
  return row?.has ?? false
}
