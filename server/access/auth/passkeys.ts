import { createHash } from 'node:crypto'
import type { Passkey } from '@plumbline/contract/passkeys.ts'
import { MINUTE_MS } from '@plumbline/contract/time.ts'
import { asc, eq } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { clearCookie, readCookie, setCookie } from '../../http/cookies.ts'
import { originOf } from '../../http/guards.ts'
import { seal, unseal } from '../../http/seal.ts'
import type { Services } from '../../http/services.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { Settings } from '../../platform/settings.ts'
import { passkeys, throttles } from '../../schema/auth.ts'

export type PasskeyRow = typeof passkeys.$inferSelect

/** A short form of a credential id, which may be too long for a URL. */
const shortId = (id: string) => createHash('sha256').update(id).digest('base64url')

/** The API form of a passkey. */
export const toPasskey = ({ id, name, createdAt, lastUsedAt }: PasskeyRow): Passkey => ({
  id: shortId(id),
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

/** The passkeys of the person, oldest first. */
export const listPasskeys = (db: Db, userId: string): Promise<PasskeyRow[]> =>
  db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))

/** The passkey of the person with this short id. Nobody has more than a few. */
export async function findPasskey(
  db: Db,
  userId: string,
  short: string,
): Promise<PasskeyRow | undefined> {
  return (await listPasskeys(db, userId)).find(({ id }) => shortId(id) === short)
}

/** The number of passkeys of the person. */
export const countPasskeys = (db: Db, userId: string) =>
  db.$count(passkeys, eq(passkeys.userId, userId))

/** Deletes every passkey of the person, and returns their number. */
export async function deletePasskeys(db: Db, userId: string): Promise<number> {
  const deleted = await db
    .delete(passkeys)
    .where(eq(passkeys.userId, userId))
    .returning({ id: passkeys.id })
  return deleted.length
}

/** The origin that creates and uses passkeys, and the host name that they belong to. */
export function relyingParty(request: FastifyRequest, { publicUrl }: Pick<Settings, 'publicUrl'>) {
  const expectedOrigin = originOf(request, publicUrl)
  return { expectedOrigin, expectedRPID: new URL(expectedOrigin).hostname }
}

/** The time the browser gets to respond to a challenge, in milliseconds. */
export const CHALLENGE_LIFETIME_MS = 5 * MINUTE_MS

/** A challenge in progress: to create a passkey for a person, or to sign in (null). */
const Pending = z.object({
  challenge: z.string(),
  userId: z.string().nullable(),
  until: z.number(),
})

/** Stores a challenge in a sealed cookie of the browser that has to respond to it. */
export function saveChallenge(
  { settings, now }: Pick<Services, 'settings' | 'now'>,
  reply: FastifyReply,
  challenge: string,
  userId: string | null,
) {
  const pending = { challenge, userId, until: now().getTime() + CHALLENGE_LIFETIME_MS }
  const value = seal(pending, settings.sessionSecret, 'passkey')
  setCookie(reply, settings, 'plumbline_passkey', { value, maxAge: CHALLENGE_LIFETIME_MS / 1000 })
}

/**
 * The challenge that this browser has to respond to for the person, or to sign in (null). Undefined
 * without one. Reading it spends it, even if the operation fails, so call it outside the
 * transaction of that operation.
 */
export async function spendChallenge(
  db: Db,
  { settings, now }: Pick<Services, 'settings' | 'now'>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  userId: string | null,
): Promise<string | undefined> {
  const sealed = readCookie(request, settings, 'plumbline_passkey')
  if (sealed === undefined) return undefined
  clearCookie(reply, settings, 'plumbline_passkey')
  const { data } = Pending.safeParse(unseal(sealed, settings.sessionSecret, 'passkey'))
  const at = now()
  if (!data || data.userId !== userId || data.until < at.getTime()) return undefined
  // The cookie could be sent again, so a row records the spent challenge for longer than the cookie
  // lives.
  const key = `passkey:${createHash('sha256').update(data.challenge).digest('base64url')}`
  const spent = await db
    .insert(throttles)
    .values({ key, windowStart: at })
    .onConflictDoNothing()
    .returning({ key: throttles.key })
  return spent.length > 0 ? data.challenge : undefined
}
