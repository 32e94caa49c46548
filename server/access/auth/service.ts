import { and, eq, gt, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { originOf } from '../../http/guards.ts'
import { CLOCK_SLACK } from '../../http/rateLimit.ts'
import { nextVersion } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { Settings } from '../../platform/settings.ts'
import { passwordResets, sessions } from '../../schema/auth.ts'
import { users } from '../../schema/people.ts'
import { hasEmail, hasJoined, present, type UserRow } from '../people/queries.ts'
import { derivedToken, hashToken, newToken } from './tokens.ts'

export { isConfirmed, requireConfirmed } from '../../http/confirmation.ts'

const MINUTE = 60_000
const INVITE_LIFE = 7 * 24 * 60 * MINUTE
const RESET_LIFE = 30 * MINUTE
/** How many reset links an account is mailed, within how long. Those that an admin has made count as well. */
const RESETS_AT_MOST = 3
const RESETS_WITHIN = 60 * MINUTE

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

/** The columns of a person that an email to them needs. */
const named = {
  id: users.id,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
}

/** Makes a reset link for a person who has joined, and returns its token; earlier ones stay valid. */
export async function createReset(
  db: Db,
  { sessionSecret }: Secret,
  userId: string,
  now: Date,
): Promise<string> {
  const token = newToken()
  await db.insert(passwordResets).values({
    tokenHash: hashToken('reset', token, sessionSecret),
    userId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + RESET_LIFE),
  })
  return token
}

/**
 * Makes a reset link to email to the joined person of an address, at most three an hour; earlier ones stay valid. The
 * same statements are made whether there is one or not, so that the time they take tells nothing. Returns the person, with
 * a token unless there were too many.
 */
export async function createResetByEmail(
  db: Db,
  { sessionSecret }: Secret,
  email: string,
  now: Date,
) {
  await db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`reset ${email.toLowerCase()}`}, 0))`,
  )
  const [person] = await db
    .select(named)
    .from(users)
    .where(and(present, hasEmail(email), hasJoined))
  const token = newToken()
  const moment = (ms: number) => sql`${new Date(now.getTime() + ms).toISOString()}::timestamptz`
  const { rowCount } = await db.execute(sql`
    insert into ${passwordResets} (token_hash, user_id, created_at, expires_at)
    select ${hashToken('reset', token, sessionSecret)}, p.id, ${moment(0)}, ${moment(RESET_LIFE)}
    from ${users} p where p.id = ${person?.id ?? null}::uuid and (
      select count(*) from ${passwordResets} r where r.user_id = p.id
        and r.created_at > ${moment(-RESETS_WITHIN)} and r.created_at <= ${moment(CLOCK_SLACK)}) < ${RESETS_AT_MOST}`)
  return person && { ...person, token: rowCount === 1 ? token : undefined }
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

/** Uses the reset up, so that it works once; false when it was used already. */
export async function consumeReset(db: Db, tokenHash: string, now: Date): Promise<boolean> {
  const taken = await db
    .update(passwordResets)
    .set({ expiresAt: now })
    .where(and(eq(passwordResets.tokenHash, tokenHash), gt(passwordResets.expiresAt, now)))
    .returning({ userId: passwordResets.userId })
  return taken.length > 0
}

/** Ends the reset links of a person. Their rows stay for an hour, since they count. */
export async function endResets(db: Db, userId: string, now: Date) {
  await db
    .update(passwordResets)
    .set({ expiresAt: now })
    .where(and(eq(passwordResets.userId, userId), gt(passwordResets.expiresAt, now)))
}

/** Deletes sessions that are over, and resets that neither work nor count any more. */
export async function deleteOldSignIns(db: Db, now: Date) {
  await db.delete(sessions).where(lt(sessions.expire, now))
  const before = new Date(now.getTime() - RESETS_WITHIN)
  await db
    .delete(passwordResets)
    .where(and(lt(passwordResets.expiresAt, now), lt(passwordResets.createdAt, before)))
}
