import { createHmac, randomBytes } from 'node:crypto'
import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasFactor } from '../auth/secondFactor.ts'
import { type SessionFacts, sessions } from '../auth/table.ts'
import type { Db } from '../db/handle.ts'
import { users } from '../people/table.ts'
import { settings as company } from '../settings/table.ts'
import type { Settings } from '../settings.ts'
import type { Services } from './services.ts'

const DAY = 86_400_000
/** A session lives 30 days from its last use. */
const LIFE = 30 * DAY

/** The person who makes a request: their row, without credentials. Nobody joins without an email address. */
export type SignedIn = typeof users.$inferSelect & { readonly email: string }

/** The cookie's name; under https it is bound to this host. */
export function cookieName(settings: Settings): string {
  return isSecure(settings) ? '__Host-plumbline' : 'plumbline'
}

/** Whether the public address is https. */
export function isSecure(settings: Settings): boolean {
  return settings.publicUrl?.startsWith('https:') ?? false
}

/** What the table stores of a token: useless without the secret. */
function sidOf(token: string, settings: Settings): string {
  return createHmac('sha256', settings.sessionSecret).update(token).digest('base64url')
}

function setCookie(reply: FastifyReply, settings: Settings, token: string) {
  reply.setCookie(cookieName(settings), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(settings),
    maxAge: LIFE / 1000,
  })
}

/** Whether the person is an admin who still has to set up the second factor that the company asks for, as SQL. */
const lacksSecondFactor = sql<boolean>`${users.role} = 'admin' and not ${hasFactor(users.id)}
  and exists (select 1 from ${company} s where s.admins_need_second_factor)`

/** Finds the person of the cookie in one statement, and extends the session once a day. */
export async function identify(services: Services, request: FastifyRequest, reply: FastifyReply) {
  const { settings, database } = services
  const token = request.cookies[cookieName(settings)]
  if (!token || token.length > 100) return
  const now = services.now()
  const sid = sidOf(token, settings)
  const [found] = await database.db
    .select({ person: users, expire: sessions.expire, sess: sessions.sess, lacksSecondFactor })
    .from(sessions)
    .innerJoin(users, eq(users.id, sql`(${sessions.sess}->>'userId')::uuid`))
    .where(and(eq(sessions.sid, sid), gt(sessions.expire, now), isNull(users.deletedAt)))
  if (!found) return
  request.person = found.person as SignedIn
  request.sessionId = sid
  request.lacksSecondFactor = found.lacksSecondFactor
  request.confirmedAt = new Date(found.sess.confirmedAt ?? found.sess.createdAt)
  if (found.expire.getTime() - now.getTime() < LIFE - DAY) {
    await database.db
      .update(sessions)
      .set({ expire: new Date(now.getTime() + LIFE) })
      .where(eq(sessions.sid, sid))
    setCookie(reply, settings, token)
  }
}

/** Writes a session and returns its token, which is not stored anywhere. */
export async function newSession(
  db: Db,
  { settings, now }: Pick<Services, 'settings' | 'now'>,
  facts: Omit<SessionFacts, 'createdAt' | 'confirmedAt'>,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const at = now()
  const sess: SessionFacts = {
    ...facts,
    createdAt: at.toISOString(),
    confirmedAt: at.toISOString(),
  }
  await db
    .insert(sessions)
    .values({ sid: sidOf(token, settings), sess, expire: new Date(at.getTime() + LIFE) })
  return token
}

/** Signs the person in with a new session; the browser's earlier session ends. */
export async function startSession(
  db: Db,
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: string,
) {
  if (request.sessionId) await db.delete(sessions).where(eq(sessions.sid, request.sessionId))
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, 300)
  setCookie(
    reply,
    services.settings,
    await newSession(db, services, { userId, userAgent, address: request.ip }),
  )
}

/** Ends the session of this request and clears the cookie. */
export async function endSession(
  db: Db,
  { settings }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (request.sessionId) await db.delete(sessions).where(eq(sessions.sid, request.sessionId))
  reply.clearCookie(cookieName(settings), {
    path: '/',
    secure: isSecure(settings),
    httpOnly: true,
    sameSite: 'lax',
  })
}

/** Ends every session of a person except the one to keep. */
export async function endSessionsOf(db: Db, userId: string, keep?: string | null) {
  const theirs = eq(sql`${sessions.sess}->>'userId'`, userId)
  await db.delete(sessions).where(keep ? and(theirs, ne(sessions.sid, keep)) : theirs)
}
