import { createHmac, randomBytes } from 'node:crypto'
import { DAY_MS } from '@plumbline/contract/time.ts'
import { and, eq, gt, isNull, ne, type Placeholder, sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { announceSessionsEnded } from '../events/publish.ts'
import { builtOnce } from '../platform/db/builtOnce.ts'
import type { Db } from '../platform/db/handle.ts'
import type { Settings } from '../platform/settings.ts'
import { hasFactor, type SessionFacts, sessions } from '../schema/auth.ts'
import { users } from '../schema/people.ts'
import { settings as company } from '../schema/settings.ts'
import { clearCookie, nameOf, readCookie, setCookie } from './cookies.ts'
import type { Services } from './services.ts'

/** A session expires 30 days after its last use. */
const SESSION_LIFETIME_MS = 30 * DAY_MS
/** A session ends 90 days after the sign-in, even when it is in use. */
const MAX_SESSION_LIFETIME_MS = 90 * DAY_MS

/**
 * The person who makes a request: their row, without credentials. Everybody who has joined has an
 * email address.
 */
export type SignedIn = typeof users.$inferSelect & { readonly email: string }

/** The name of the session cookie. */
export const cookieName = (settings: Settings): string => nameOf('plumbline', settings)

/** The stored form of a token, which is useless without the secret. */
function sidOf(token: string, settings: Settings): string {
  return createHmac('sha256', settings.sessionSecret).update(token).digest('base64url')
}

const setSessionCookie = (
  reply: FastifyReply,
  settings: Settings,
  token: string,
  lifetime = SESSION_LIFETIME_MS,
) => setCookie(reply, settings, 'plumbline', { value: token, maxAge: Math.floor(lifetime / 1000) })

/**
 * SQL for whether the person is an admin who still has to set up the second factor that the company
 * requires.
 */
const lacksSecondFactor = sql<boolean>`${users.role} = 'admin' and not ${hasFactor(users.id)}
  and exists (select 1 from ${company} s where s.admins_need_second_factor)`

/** A session with its person, unless the session has expired or the person was removed. */
const sessionWithPerson = (db: Db, sid: Placeholder, now: Placeholder) =>
  db
    .select({ person: users, expire: sessions.expire, sess: sessions.sess, lacksSecondFactor })
    .from(sessions)
    .innerJoin(users, eq(users.id, sql`(${sessions.sess}->>'userId')::uuid`))
    .where(and(eq(sessions.sid, sid), gt(sessions.expire, now), isNull(users.deletedAt)))

const readSession = builtOnce((db, value: (name: 'sid' | 'now') => Placeholder) =>
  sessionWithPerson(db, value('sid'), value('now')),
)

const lockSession = builtOnce((db, value: (name: 'sid' | 'now') => Placeholder) =>
  sessionWithPerson(db, value('sid'), value('now')).for('key share', { of: sessions }),
)

/**
 * Finds the person of the session cookie in one statement, and extends the session once a day, up
 * to its maximum lifetime.
 */
export async function identify(services: Services, request: FastifyRequest, reply: FastifyReply) {
  const { settings, database } = services
  const token = readCookie(request, settings, 'plumbline')
  if (!token || token.length > 100) return
  const now = services.now()
  const sid = sidOf(token, settings)
  const [found] = await readSession(database.db, { sid, now })
  if (!found) return
  const end = new Date(found.sess.createdAt).getTime() + MAX_SESSION_LIFETIME_MS
  if (end <= now.getTime()) return
  request.person = found.person as SignedIn
  request.sessionId = sid
  request.lacksSecondFactor = found.lacksSecondFactor
  request.confirmedAt = confirmedAtOf(found.sess)
  const expire = Math.min(now.getTime() + SESSION_LIFETIME_MS, end)
  if (expire - found.expire.getTime() > DAY_MS) {
    await database.db
      .update(sessions)
      .set({ expire: new Date(expire) })
      .where(eq(sessions.sid, sid))
    setSessionCookie(reply, settings, token, expire - now.getTime())
  }
}

/**
 * Whether the request has the cookie of a valid session. Also true when the database cannot be
 * reached.
 */
export async function hasValidSession(
  { settings, database, now }: Pick<Services, 'settings' | 'database' | 'now'>,
  request: FastifyRequest,
): Promise<boolean> {
  const token = readCookie(request, settings, 'plumbline')
  if (!token || token.length > 100) return false
  const at = now()
  try {
    const sid = sidOf(token, settings)
    const [found] = await readSession(database.db, { sid, now: at })
    return (
      found !== undefined &&
      new Date(found.sess.createdAt).getTime() + MAX_SESSION_LIFETIME_MS > at.getTime()
    )
  } catch {
    return true
  }
}

const confirmedAtOf = ({ confirmedAt, createdAt }: SessionFacts) =>
  new Date(confirmedAt ?? createdAt)

/**
 * Reads the session of the request and its person again. The person becomes null if the session has
 * ended or they were removed. Takes the weakest lock that a deletion waits for, so the session
 * cannot be ended before the caller's transaction is over.
 */
export async function identifyAgain(db: Db, request: FastifyRequest, now: Date) {
  const sid = request.sessionId
  const [found] = sid ? await lockSession(db, { sid, now }) : []
  request.person = (found?.person as SignedIn | undefined) ?? null
  request.lacksSecondFactor = found?.lacksSecondFactor ?? false
  request.confirmedAt = found ? confirmedAtOf(found.sess) : null
}

/** Creates a session and returns its token, which is not stored anywhere. */
export async function newSession(
  db: Db,
  { settings, now }: Pick<Services, 'settings' | 'now'>,
  facts: Omit<SessionFacts, 'createdAt' | 'confirmedAt'>,
  confirmedAt = now(),
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const at = now()
  const sess: SessionFacts = {
    ...facts,
    createdAt: at.toISOString(),
    confirmedAt: confirmedAt.toISOString(),
  }
  await db.insert(sessions).values({
    sid: sidOf(token, settings),
    sess,
    expire: new Date(at.getTime() + SESSION_LIFETIME_MS),
  })
  return token
}

/**
 * Signs the person in with a new session, and ends the earlier session of the browser.
 * @param confirmedAt when the person proved their identity, if that is not now
 */
export async function startSession(
  db: Db,
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: string,
  confirmedAt?: Date,
) {
  if (request.sessionId) await db.delete(sessions).where(eq(sessions.sid, request.sessionId))
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, 300)
  setSessionCookie(
    reply,
    services.settings,
    await newSession(db, services, { userId, userAgent, address: request.ip }, confirmedAt),
  )
}

/**
 * Ends the session of this request, clears its cookie, and lets the browser drop its cached
 * pictures. Other cookies are not cleared, since other programs on this host may own them. Neither
 * is storage, which only holds the theme.
 */
export async function endSession(
  db: Db,
  { settings }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (request.sessionId) await db.delete(sessions).where(eq(sessions.sid, request.sessionId))
  await announceSessionsEnded(db)
  clearCookie(reply, settings, 'plumbline')
  reply.header('clear-site-data', '"cache"')
}

/**
 * Ends every session of a person, except the one with the id `keep`.
 * @returns the number of sessions that ended
 */
export async function endSessionsOf(db: Db, userId: string, keep?: string | null) {
  const theirs = eq(sql`${sessions.sess}->>'userId'`, userId)
  const ended = await db.delete(sessions).where(keep ? and(theirs, ne(sessions.sid, keep)) : theirs)
  await announceSessionsEnded(db)
  return ended.rowCount ?? 0
}
