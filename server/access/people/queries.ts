import { Failure, invalid } from '@plumbline/contract/failures.ts'
import type { NewUser, User, UserChange, UserFilter } from '@plumbline/contract/people.ts'
import type { Role } from '@plumbline/contract/policy.ts'
import { readAs, userReaders } from '@plumbline/contract/readers.ts'
import { isId } from '@plumbline/contract/text.ts'
import { and, asc, eq, getTableColumns, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { outer } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { inNaturalOrder } from '../../platform/db/naturalOrder.ts'
import { contains, phoneContains } from '../../platform/db/search.ts'
import { credentials, hasFactor } from '../../schema/auth.ts'
import { refusedAddresses } from '../../schema/delivery.ts'
import { users } from '../../schema/people.ts'
import { nameKey } from './nameKey.ts'
import { fullName } from './names.ts'

export type UserRow = typeof users.$inferSelect

/**
 * The API form of a person for a reader of the role. On their own card, `reader` is their own role.
 */
export function toUser(row: UserRow, reader: Role): User {
  const user: User = {
    id: row.id,
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    role: row.role,
    specialty: row.specialty,
    phone: row.phone,
    secondPhone: row.secondPhone,
    company: row.company,
    address: row.address,
    officeNotes: row.officeNotes,
    profileImageUrl: row.profileImageUrl,
    isInvited: row.isInvited,
    inviteExpiry: row.inviteExpiry?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
  return readAs(reader, user, userReaders)
}

/** People who have not been removed. */
export const notRemoved = isNull(users.deletedAt)

/** The condition for the sub with this id, unless removed. */
export const subOf = (id: string) =>
  and(notRemoved, eq(users.role, 'subcontractor'), eq(users.id, id))

/**
 * The condition for the people with an email address, ignoring case. Removed people keep theirs.
 */
export const hasEmail = (email: string) => sql`lower(${users.email}) = lower(${email})`

/** The order of every list of people. */
export const byName = [
  asc(inNaturalOrder(users.lastName)),
  asc(inNaturalOrder(users.firstName)),
  asc(users.id),
]

/** The condition for the people after one in a list by name. A 400 for an invalid cursor. */
export function afterPerson(cursor: string): SQL {
  if (!isId(cursor)) throw invalid({ after: 'Not a valid cursor' })
  const place = (from: SQL) =>
    sql`${inNaturalOrder(sql`${from}.last_name`)}, ${inNaturalOrder(sql`${from}.first_name`)}, ${from}.id`
  return sql`(${place(sql`users`)}) > (select ${place(sql`c`)} from ${users} c where c.id = ${cursor})`
}

/**
 * The condition for the people whose name, email address, trade or phone number contains the text.
 * Undefined without a text.
 */
export function matchesPerson(
  search: string | undefined,
  alike?: UserFilter['alike'],
): SQL | undefined {
  if (!search) return undefined
  return or(
    contains(fullName, search, { alike }),
    contains(users.email, search),
    contains(users.specialty, search, { alike }),
    phoneContains(users.phone, search),
    phoneContains(users.secondPhone, search),
  )
}

/** SQL for whether the person has a password or a linked single sign-on account. */
export const hasJoined = sql<boolean>`exists (select 1 from ${credentials} c where c.user_id = ${outer(users.id)})`

/** The admins who have joined. */
export function listProjectManagers(db: Db) {
  const { id, firstName, lastName, email } = users
  return db
    .select({ id, firstName, lastName, email })
    .from(users)
    .where(and(notRemoved, eq(users.role, 'admin'), eq(users.isInvited, false)))
    .orderBy(...byName)
}

export type ListedUser = UserRow & { readonly hasJoined: boolean }

/** A person, whether they have joined, and whether they have a second factor. */
export type FoundUser = ListedUser & { readonly hasSecondFactor: boolean }

/** A person who has not been removed. With `lock` the row is locked until the transaction ends. */
export async function findUser(
  db: Db,
  id: string,
  { lock = false } = {},
): Promise<FoundUser | undefined> {
  const [row] = await findUsers(db, [id], { lock })
  return row
}

/**
 * The people with these ids who have not been removed, in no order. With `lock` their rows are
 * locked until the transaction ends, in the order of their ids. Whether they have joined is read
 * after that, since they may join while waiting for the lock.
 */
export async function findUsers(
  db: Db,
  ids: readonly string[],
  { lock = false } = {},
): Promise<FoundUser[]> {
  const where = and(notRemoved, inArray(users.id, [...ids]))
  if (lock)
    await db
      .select({ id: users.id })
      .from(users)
      .where(where)
      .orderBy(asc(users.id))
      .for('no key update')
  return db
    .select({ ...getTableColumns(users), hasJoined, hasSecondFactor: hasFactor(users.id) })
    .from(users)
    .where(where)
}

/**
 * Reads the names of the admins, and returns a check for whether a name is, or looks like, one of
 * them.
 */
export async function adminNames(
  db: Db,
): Promise<(shown: Pick<UserRow, 'firstName' | 'lastName'>) => boolean> {
  const { firstName, lastName } = users
  const admins = await db
    .select({ firstName, lastName })
    .from(users)
    .where(and(notRemoved, eq(users.role, 'admin')))
  const keys = new Set(admins.map(nameKey))
  // Names without letters cannot be told apart.
  keys.delete('')
  return (shown) => keys.has(nameKey(shown))
}

/** Whether none of these lower-case addresses is taken. */
export async function emailsAreFree(db: Db, emails: string[]): Promise<boolean> {
  const [taken] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(notRemoved, inArray(sql`lower(${users.email})`, emails)))
    .limit(1)
  return taken === undefined
}

/** Adds a person. A 409 when the address is taken. */
export async function insertUser(
  db: Db,
  person: NewUser & Partial<typeof users.$inferInsert>,
): Promise<UserRow> {
  const [row] = await db.insert(users).values(person).onConflictDoNothing().returning()
  if (!row)
    throw new Failure('emailTaken', {
      fields: { email: 'A user with this email address already exists' },
    })
  return row
}

/** Changes the given fields. A 409 when the address is taken. */
export async function updateUser(
  db: Db,
  id: string,
  change: UserChange & { inviteToken?: null },
): Promise<UserRow> {
  if (change.email) {
    const [other] = await db
      .select({ id: users.id })
      .from(users)
      .where(and(notRemoved, hasEmail(change.email), sql`${users.id} <> ${id}`))
    if (other)
      throw new Failure('emailTaken', {
        fields: { email: 'A user with this email address already exists' },
      })
  }
  const [row] = await db.update(users).set(change).where(eq(users.id, id)).returning()
  return row as UserRow
}

/**
 * The active admins, locked in a fixed order until the transaction ends. If two concurrent changes
 * together would leave no admin, the second therefore sees the first.
 */
export function lockAdmins(db: Db) {
  return db
    .select({ id: users.id, canSignIn: hasJoined })
    .from(users)
    .where(and(notRemoved, eq(users.role, 'admin'), eq(users.isInvited, false)))
    .orderBy(asc(users.id))
    .for('no key update')
}

/** The email address of a person that no longer gets any email, if it is still theirs. */
export async function findRefusal(db: Db, personId: string) {
  const { address, reason, createdAt } = refusedAddresses
  const [row] = await db
    .select({ address, reason, createdAt })
    .from(refusedAddresses)
    .innerJoin(users, eq(users.id, refusedAddresses.personId))
    .where(and(eq(users.id, personId), eq(sql`lower(${users.email})`, sql`lower(${address})`)))
  return row ? { address: row.address, reason: row.reason, at: row.createdAt.toISOString() } : null
}
