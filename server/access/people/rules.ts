import { Failure, invalid } from '@plumbline/contract/failures.ts'
import type { UserChange } from '@plumbline/contract/people.ts'
import type { Role } from '@plumbline/contract/policy.ts'
import type { Db } from '../../platform/db/handle.ts'
import { nameKey } from './nameKey.ts'
import { ADMIN_NAME_ERROR } from './names.ts'
import { adminNames, type FoundUser, lockAdmins, type UserRow } from './queries.ts'

/** Only an admin may change a role, an email address or the office's notes (403). */
export function requireOwnFields(
  person: UserRow,
  subject: UserRow,
  { role, email, officeNotes }: UserChange,
) {
  if (person.role === 'admin') return
  const other =
    (role !== undefined && role !== subject.role) ||
    (email !== undefined && email !== subject.email) ||
    officeNotes !== undefined
  if (other) throw new Failure('forbidden')
}

/**
 * Refuses (400) to remove the email address, which people sign in with, of a person who is invited
 * or has joined.
 */
export function requireEmail({ isInvited, hasJoined }: FoundUser, { email }: UserChange) {
  if (email === null && (isInvited || hasJoined)) throw invalid({ email: 'Email is required' })
}

/**
 * The parts of a change that affect who signs in, and as what: another role, or an email address
 * that differs by more than its case.
 */
export function accessChange(
  { role: roleBefore, email: emailBefore }: UserRow,
  { role, email }: UserChange,
) {
  return {
    role: role !== undefined && role !== roleBefore,
    email: email !== undefined && email?.toLowerCase() !== emailBefore?.toLowerCase(),
  }
}

/**
 * Refuses (400) a sub or client whose name would be taken for that of an admin. An unchanged name
 * stays valid, even when somebody with that name becomes an admin later.
 */
export async function requireOwnName(
  db: Db,
  after: Pick<UserRow, 'firstName' | 'lastName'> & { readonly role: Role },
  before?: UserRow,
) {
  if (after.role === 'admin' || (before && nameKey(before) === nameKey(after))) return
  const isAdmins = await adminNames(db)
  if (isAdmins(after)) throw invalid({ firstName: ADMIN_NAME_ERROR })
}

/**
 * Refuses (409) a change that would leave the company without an admin who can sign in. The admins
 * are locked, so if two remove each other at the same time, the second is no longer an admin (401).
 */
export async function requireRemainingAdmin(db: Db, actor: UserRow, subject: UserRow) {
  const admins = await lockAdmins(db)
  if (!admins.some(({ id }) => id === actor.id)) throw new Failure('unauthorized')
  const remaining = admins.filter(
    ({ id, canSignIn }) => id !== subject.id && (canSignIn || id === actor.id),
  )
  if (remaining.length === 0) throw new Failure('lastAdmin')
}
