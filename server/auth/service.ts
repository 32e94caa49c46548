import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { nextVersion } from '../db/columns.ts'
import type { Db } from '../db/handle.ts'
import { originOf } from '../http/guards.ts'
import { hasEmail, hasJoined, present, type UserRow } from '../people/queries.ts'
import { users } from '../people/table.ts'
import type { Settings } from '../settings.ts'
import { passwordResets } from './table.ts'
import { derivedToken, hashToken, newToken } from './tokens.ts'

export { requireConfirmed } from './confirmation.ts'

const MINUTE = 60_000
const INVITE_LIFE = 7 * 24 * 60 * MINUTE
const RESET_LIFE = 30 * MINUTE

type Secret = Pick<Settings, 'sessionSecret'>

/** The public address of a path on this server. */
export function linkTo(
  request: FastifyRequest,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  path: string,
): string {
  return `${originOf(request, publicUrl)}${path}`
}

export const invitePath = (token: string) => `/api/invite/${token}`
export const resetPath = (token: string) => `/api/reset-password/${token}`

/** What the database stores of the token in a calendar link. */
export const hashFeedToken = ({ sessionSecret }: Secret, token: string) =>
  hashToken('calendar', token, sessionSecret)

/** The token of a new calendar link, and what the database stores of it. */
export function newFeedToken(secret: Secret) {
  const token = newToken()
  return { token, tokenHash: hashFeedToken(secret, token) }
}

type Invitable = Pick<UserRow, 'id' | 'inviteExpiry'>

/**
 * The columns that make a person invited, and the token for their link. It follows from the moment of
 * expiry, which is therefore always later than that of the invite before.
 */
export function newInvite({ sessionSecret }: Secret, { id, inviteExpiry }: Invitable, now: Date) {
  const before = inviteExpiry?.getTime() ?? 0
  const expiry = new Date(Math.max(now.getTime() + INVITE_LIFE, before + 1))
  const token = derivedToken('invite', id, expiry, sessionSecret)
  const columns = {
    isInvited: true,
    inviteToken: hashToken('invite', token, sessionSecret),
    inviteExpiry: expiry,
  }
  return { token, columns }
}

/**
 * The token of the person's open invite, made again; null where it has expired, or was not made from
 * this secret.
 */
export function openInviteToken(
  { sessionSecret }: Secret,
  { id, isInvited, inviteToken, inviteExpiry }: UserRow,
  now: Date,
): string | null {
  if (!isInvited || !inviteExpiry || inviteExpiry <= now) return null
  const token = derivedToken('invite', id, inviteExpiry, sessionSecret)
  return hashToken('invite', token, sessionSecret) === inviteToken ? token : null
}

/** Invites people whose rows are locked: each gets the columns that `newInvite` made. */
export async function saveInvites(
  db: Db,
  invitedBy: string,
  invites: readonly Pick<UserRow, 'id' | 'inviteToken' | 'inviteExpiry'>[],
) {
  if (invites.length === 0) return
  const rows = invites.map(({ id, inviteToken: token, inviteExpiry: expiry }) => ({
    ...{ id, token, expiry },
  }))
  await db.execute(sql`
    update ${users} set is_invited = true, invite_token = r.token, invite_expiry = r.expiry,
      invited_by = ${invitedBy}, updated_at = ${nextVersion('users')}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(id uuid, token text, expiry timestamptz)
    where ${users.id} = r.id`)
}

/** An open invite, found by one more condition. */
async function openInvite(db: Db, now: Date, condition: SQL): Promise<UserRow | undefined> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(present, eq(users.isInvited, true), gt(users.inviteExpiry, now), condition))
  return row
}

/** The person an invite link is for, until it expires. */
export const findInvited = (db: Db, { sessionSecret }: Secret, token: string, now: Date) =>
  openInvite(db, now, eq(users.inviteToken, hashToken('invite', token, sessionSecret)))

/** The invited person of an address, until the invite expires. */
export const findInvitedByEmail = (db: Db, email: string, now: Date) =>
  openInvite(db, now, hasEmail(email))

/** Marks the invite as used; false when it already was. */
export async function consumeInvite(db: Db, { id, inviteToken }: UserRow): Promise<boolean> {
  const taken = await db
    .update(users)
    .set({ isInvited: false, inviteToken: null, inviteExpiry: null })
    .where(
      and(
        present,
        eq(users.id, id),
        eq(users.isInvited, true),
        // None where the address was corrected since: the invite stands, its link does not.
        inviteToken === null ? isNull(users.inviteToken) : eq(users.inviteToken, inviteToken),
      ),
    )
    .returning({ id: users.id })
  return taken.length > 0
}

/**
 * Makes a reset for the joined person of that address or id, in one statement whether there is one
 * or not, so that the time it takes tells nothing. Their older links end. Returns the person with
 * the token, or undefined.
 */
export async function createReset(
  db: Db,
  { sessionSecret }: Secret,
  who: { email: string } | { id: string },
  now: Date,
) {
  const token = newToken()
  const expiresAt = new Date(now.getTime() + RESET_LIFE).toISOString()
  const them = 'id' in who ? eq(users.id, who.id) : hasEmail(who.email)
  const { rows } = await db.execute<{ email: string; first_name: string; last_name: string }>(sql`
    with person as (select * from ${users} where ${them} and users.deleted_at is null and ${hasJoined}),
      gone as (delete from ${passwordResets} where user_id in (select id from person)),
      made as (
        insert into ${passwordResets} (token_hash, user_id, expires_at)
        select ${hashToken('reset', token, sessionSecret)}, id, ${expiresAt}::timestamptz from person
      )
    select email, first_name, last_name from person`)
  const [person] = rows
  return (
    person && {
      token,
      email: person.email,
      firstName: person.first_name,
      lastName: person.last_name,
    }
  )
}

/** A person who may choose a new password by a reset link. */
export type ResetPerson = UserRow & { readonly tokenHash: string }

/** The person a reset link is for, until it expires. */
export async function findResetting(
  db: Db,
  { sessionSecret }: Secret,
  token: string,
  now: Date,
): Promise<ResetPerson | undefined> {
  const tokenHash = hashToken('reset', token, sessionSecret)
  const [found] = await db
    .select({ person: users })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(and(present, eq(passwordResets.tokenHash, tokenHash), gt(passwordResets.expiresAt, now)))
  return found && { ...found.person, tokenHash }
}

/** Deletes the reset, so that it works once; false when it was used already. */
export async function consumeReset(db: Db, tokenHash: string): Promise<boolean> {
  const taken = await db
    .delete(passwordResets)
    .where(eq(passwordResets.tokenHash, tokenHash))
    .returning({ userId: passwordResets.userId })
  return taken.length > 0
}
