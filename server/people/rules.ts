import { Failure, invalid } from '@plumbline/contract/failures.ts'
import type { UserChange } from '@plumbline/contract/people.ts'
import type { Db } from '../db/handle.ts'
import { type FoundUser, lockAdmins, type UserRow } from './queries.ts'

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

/** Refuses (400) to take the email address, which people sign in with, from one who is invited or has joined. */
export function requireEmail({ isInvited, hasJoined }: FoundUser, { email }: UserChange) {
  if (email === null && (isInvited || hasJoined)) throw invalid({ email: 'Email is required' })
}

/**
 * What a new email address changes besides: the link of an open invite no longer works, since it was sent to the address
 * before.
 */
export function withdrawnInvite({ email: before, hasJoined }: FoundUser, { email }: UserChange) {
  const isSame = email === undefined || email?.toLowerCase() === before?.toLowerCase()
  return isSame || hasJoined ? {} : { inviteToken: null }
}

/**
 * Refuses (409) what would leave the company without an admin who can sign in. The admins are
 * locked, so of two who remove each other at the same time the second is no longer an admin (401).
 */
export async function requireRemainingAdmin(db: Db, actor: UserRow, subject: UserRow) {
  const admins = await lockAdmins(db)
  if (!admins.some(({ id }) => id === actor.id)) throw new Failure('unauthorized')
  const left = admins.filter(
    ({ id, canSignIn }) => id !== subject.id && (canSignIn || id === actor.id),
  )
  if (left.length === 0) throw new Failure('lastAdmin')
}
