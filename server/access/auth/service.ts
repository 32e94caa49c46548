import { DAY_MS, HOUR_MS, MINUTE_MS } from '@plumbline/contract/time.ts'
import { and, eq, gt, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { originOf } from '../../http/guards.ts'
import { CLOCK_SLACK } from '../../http/limits/rates.ts'
import { endSessionsOf } from '../../http/session.ts'
import { nextVersion } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { Settings } from '../../platform/settings.ts'
import { credentials, passwordResets, sessions } from '../../schema/auth.ts'
import { calendarFeeds } from '../../schema/calendar.ts'
import { users } from '../../schema/people.ts'
import { hasEmail, hasJoined, notRemoved, type UserRow } from '../people/queries.ts'
import { derivedToken, hashToken, newToken } from './tokens.ts'

export { isConfirmed, requireConfirmed } from '../../http/confirmation.ts'

const INVITE_LIFE = 7 * DAY_MS
const RESET_LIFE = 30 * MINUTE_MS
/**
 * The most reset links an account gets by email within a period. Links created by an admin count
 * too.
 */
const MAX_RESETS = 3
const RESETS_PERIOD_MS = HOUR_MS

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

/** The stored form of the token in a calendar link. */
export const hashFeedToken = ({ sessionSecret }: Secret, token: string) =>
  hashToken('calendar', token, sessionSecret)

/** A token for a new calendar link, with its stored form. */
export function newFeedToken(secret: Secret) {
  const token = newToken()
  return { token, tokenHash: hashFeedToken(secret, token) }
}

type Invitable = Pick<UserRow, 'id' | 'inviteExpiry'>

/**
 * The columns that make a person invited, and the token of their link. The token is derived from
 * the expiry, which is therefore always later than that of the previous invite.
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
 * The token of the person's open invite, derived again. Null if it has expired, or was not made
 * with this secret.
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

/** Invites people whose rows are locked. Each gets the columns that `newInvite` made. */
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

/** The person with an open invite who meets one more condition. */
async function openInvite(db: Db, now: Date, condition: SQL): Promise<UserRow | undefined> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(notRemoved, eq(users.isInvited, true), gt(users.inviteExpiry, now), condition))
  return row
}

/** The person an invite link is for, unless it has expired. */
export const findInvited = (db: Db, { sessionSecret }: Secret, token: string, now: Date) =>
  openInvite(db, now, eq(users.inviteToken, hashToken('invite', token, sessionSecret)))

/** The invited person with an address, unless the invite has expired. */
export const findInvitedByEmail = (db: Db, email: string, now: Date) =>
  openInvite(db, now, hasEmail(email))

/** Marks the invite as used. False when it already was. */
export async function consumeInvite(db: Db, { id, inviteToken }: UserRow): Promise<boolean> {
  const used = await db
    .update(users)
    .set({ isInvited: false, inviteToken: null, inviteExpiry: null })
    .where(
      and(
        notRemoved,
        eq(users.id, id),
        eq(users.isInvited, true),
        // Null if the address was corrected since: the invite is still open, but its link is not.
        inviteToken === null ? isNull(users.inviteToken) : eq(users.inviteToken, inviteToken),
      ),
    )
    .returning({ id: users.id })
  return used.length > 0
}

/** The columns of a person that an email to them needs. */
const mailColumns = {
  id: users.id,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
}

/**
 * Creates a reset link for a person who has joined, and returns its token. Earlier links stay
 * valid.
 */
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
 * Creates a reset link to email to the person with an address, if they have joined, at most three
 * an hour. Earlier links stay valid. Runs the same statements whether there is one or not, so that
 * the duration reveals nothing.
 * @returns the person, with a token unless there were too many
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
    .select(mailColumns)
    .from(users)
    .where(and(notRemoved, hasEmail(email), hasJoined))
  const token = newToken()
  const moment = (ms: number) => sql`${new Date(now.getTime() + ms).toISOString()}::timestamptz`
  const { rowCount } = await db.execute(sql`
    insert into ${passwordResets} (token_hash, user_id, created_at, expires_at)
    select ${hashToken('reset', token, sessionSecret)}, p.id, ${moment(0)}, ${moment(RESET_LIFE)}
    from ${users} p where p.id = ${person?.id ?? null}::uuid and (
      select count(*) from ${passwordResets} r where r.user_id = p.id
        and r.created_at > ${moment(-RESETS_PERIOD_MS)} and r.created_at <= ${moment(CLOCK_SLACK)}) < ${MAX_RESETS}`)
  return person && { ...person, token: rowCount === 1 ? token : undefined }
}

/** A person who may choose a new password with a reset link. */
export type ResetPerson = UserRow & { readonly tokenHash: string }

/** The person a reset link is for, unless it has expired. */
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
    .where(
      and(notRemoved, eq(passwordResets.tokenHash, tokenHash), gt(passwordResets.expiresAt, now)),
    )
  return found && { ...found.person, tokenHash }
}

/** Uses up the reset, so that it works once. False when it already was. */
export async function consumeReset(db: Db, tokenHash: string, now: Date): Promise<boolean> {
  const used = await db
    .update(passwordResets)
    .set({ expiresAt: now })
    .where(and(eq(passwordResets.tokenHash, tokenHash), gt(passwordResets.expiresAt, now)))
    .returning({ userId: passwordResets.userId })
  return used.length > 0
}

/**
 * Ends the reset links of a person. Their rows stay for an hour, since they count against the
 * limit.
 */
export async function endResets(db: Db, userId: string, now: Date) {
  await db
    .update(passwordResets)
    .set({ expiresAt: now })
    .where(and(eq(passwordResets.userId, userId), gt(passwordResets.expiresAt, now)))
}

/**
 * Ends every session of a person except `keep`, and their calendar link, which needs none.
 * @returns whether there was anything to end
 */
export async function signOutEverywhere(db: Db, userId: string, keep?: string | null) {
  const feed = await db.delete(calendarFeeds).where(eq(calendarFeeds.userId, userId))
  return (await endSessionsOf(db, userId, keep)) + (feed.rowCount ?? 0) > 0
}

/**
 * Sets the person's password. Ends their reset links, their calendar link, and every session except
 * `keep`.
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
  await signOutEverywhere(db, userId, keep)
}

/** Deletes expired sessions, and resets that neither work nor count against the limit any more. */
export async function deleteOldSignIns(db: Db, now: Date) {
  await db.delete(sessions).where(lt(sessions.expire, now))
  const before = new Date(now.getTime() - RESETS_PERIOD_MS)
  await db
    .delete(passwordResets)
    .where(and(lt(passwordResets.expiresAt, now), lt(passwordResets.createdAt, before)))
}
