import { Failure, invalid } from '@plumbline/contract/failures.ts'
import type { Invites } from '@plumbline/contract/invites.ts'
import type { FastifyRequest } from 'fastify'
import {
  newInvite,
  openInviteToken,
  requireConfirmed,
  saveInvites,
} from '../../access/auth/service.ts'
import * as queries from '../../access/people/queries.ts'
import type { Services } from '../../http/services.ts'
import type { SignedIn } from '../../http/session.ts'
import type { Db } from '../../platform/db/handle.ts'
import { lockJobs } from '../jobs/queries.ts'
import { assignJobs } from './assignJobs.ts'

const namesOf = (people: readonly queries.UserRow[]) =>
  people.map(({ firstName, lastName }) => `${firstName} ${lastName}`).join(', ')

/**
 * Locks the people to invite, in the order sent.
 * @throws Failure invalid when one was removed, hasJoined or emailMissing with the names
 */
async function lockInvitable(db: Db, { userIds }: Invites): Promise<queries.FoundUser[]> {
  const ids = [...new Set(userIds)]
  // The admins are always locked before the people, who may include admins.
  await queries.lockAdmins(db)
  const found = new Map(
    (await queries.findUsers(db, ids, { lock: true })).map((user) => [user.id, user]),
  )
  const people = ids.flatMap((id) => found.get(id) ?? [])
  if (people.length < ids.length) throw invalid({ userIds: 'Somebody you chose has been removed' })
  const joined = people.filter(({ hasJoined }) => hasJoined)
  if (joined.length > 0)
    throw new Failure('hasJoined', { message: `Already joined: ${namesOf(joined)}` })
  const withoutEmail = people.filter(({ email }) => email === null)
  if (withoutEmail.length > 0)
    throw new Failure('emailMissing', {
      message: `No email address: ${namesOf(withoutEmail)}. Add one first: people sign in with it`,
    })
  return people
}

/** A person with an open invite. */
interface Invited {
  readonly user: queries.UserRow
  /** Null for an earlier invite whose link cannot be shown again. */
  readonly token: string | null
  /** Whether the invite was created by this request. */
  readonly isNew: boolean
}

interface InviteContext {
  readonly person: SignedIn
  readonly request: FastifyRequest
  readonly services: Services
  readonly now: Date
}

/**
 * Invites several people at once, in the order sent, or one and puts them on jobs. An invite that
 * is still open keeps its link.
 * With an admin among them, the password must have been confirmed again (403).
 */
export async function inviteSeveral(
  db: Db,
  chosen: Invites,
  { person, request, services: { settings }, now }: InviteContext,
): Promise<Invited[]> {
  // Jobs are always locked before the people on them.
  await lockJobs(db, chosen.projectIds)
  const people = await lockInvitable(db, chosen)
  const made = people
    .filter(({ inviteToken, inviteExpiry }) => !inviteToken || !inviteExpiry || inviteExpiry <= now)
    .map((user) => ({ ...user, ...newInvite(settings, user, now).columns }))
  if (people.some(({ role }) => role === 'admin')) requireConfirmed(request, now)
  await saveInvites(db, person.id, made)
  for (const user of people) await assignJobs(db, request, person, user, chosen.projectIds)
  const ids = people.map(({ id }) => id)
  const saved = new Map((await queries.findUsers(db, ids)).map((user) => [user.id, user]))
  const newIds = new Set(made.map(({ id }) => id))
  return people.map((before) => {
    const user = saved.get(before.id) ?? before
    return { user, token: openInviteToken(settings, user, now), isNew: newIds.has(user.id) }
  })
}
