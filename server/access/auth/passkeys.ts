import { createHash } from 'node:crypto'
import type { Passkey } from '@plumbline/contract/passkeys.ts'
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

/** The id of a credential may be longer than an address can hold: its hash stands for it. */
const shortId = (id: string) => createHash('sha256').update(id).digest('base64url')

/** A passkey as its person sees it. */
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

/** The passkey that the person knows by this id; they have a few. */
export async function findPasskey(
  db: Db,
  userId: string,
  short: string,
): Promise<PasskeyRow | undefined> {
  return (await listPasskeys(db, userId)).find(({ id }) => shortId(id) === short)
}

/** How many passkeys the person has. */
export const countPasskeys = (db: Db, userId: string) =>
  db.$count(passkeys, eq(passkeys.userId, userId))

/** Deletes every passkey of the person; how many there were. */
export async function deletePasskeys(db: Db, userId: string): Promise<number> {
  const deleted = await db
    .delete(passkeys)
    .where(eq(passkeys.userId, userId))
    .returning({ id: passkeys.id })
  return deleted.length
}

/** Where passkeys are made for and used: the origin, and the host name that they belong to. */
export function relyingParty(request: FastifyRequest, { publicUrl }: Pick<Settings, 'publicUrl'>) {
  const expectedOrigin = originOf(request, publicUrl)
  return { expectedOrigin, expectedRPID: new URL(expectedOrigin).hostname }
}

/** How long the browser may take to answer a challenge; milliseconds. */
export const CHALLENGE_LIFE = 5 * 60_000

/** What is being answered: making a passkey for a person, or signing in (null). */
const Pending = z.object({
  challenge: z.string(),
  userId: z.string().nullable(),
  until: z.number(),
})

/** Remembers a challenge in a sealed cookie of the browser that has to answer it. */
export function keepChallenge(
  { settings, now }: Pick<Services, 'settings' | 'now'>,
  reply: FastifyReply,
  challenge: string,
  userId: string | null,
) {
  const pending = { challenge, userId, until: now().getTime() + CHALLENGE_LIFE }
  const value = seal(pending, settings.sessionSecret, 'passkey')
  setCookie(reply, settings, 'plumbline_passkey', { value, life: CHALLENGE_LIFE / 1000 })
}

/**
 * The challenge that this browser has to answer for the person, or to sign in (null); undefined without one. It is spent
 * by asking, also if what it is used for fails: call it outside the transaction of that.
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
  // The cookie could be sent again: a row remembers what was spent, longer than the cookie lives.
  const key = `passkey:${createHash('sha256').update(data.challenge).digest('base64url')}`
  const spent = await db
    .insert(throttles)
    .values({ key, windowStart: at })
    .onConflictDoNothing()
    .returning({ key: throttles.key })
  return spent.length > 0 ? data.challenge : undefined
}
