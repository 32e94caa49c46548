import type { AccountSession } from '@plumbline/contract/account.ts'
import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { announceSessionsEnded } from '../../events/publish.ts'
import type { Db } from '../../platform/db/handle.ts'
import { sessions } from '../../schema/auth.ts'

const belongsTo = (userId: string) => eq(sql`${sessions.sess}->>'userId'`, userId)

/** The person's sessions, newest first. */
export async function listSessions(
  db: Db,
  userId: string,
  current: string | null,
  now: Date,
): Promise<AccountSession[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(belongsTo(userId), gt(sessions.expire, now)))
    .orderBy(desc(sql`${sessions.sess}->>'createdAt'`), desc(sessions.sid))
  return rows.map(({ sid, sess, expire }) => ({
    sid,
    current: sid === current,
    createdAt: sess.createdAt,
    expiresAt: expire.toISOString(),
    userAgent: sess.userAgent,
    address: sess.address,
  }))
}

/** The session of the person with this id. */
export async function findSession(db: Db, userId: string, sid: string) {
  // Anything else is not a session id, and Postgres rejects some characters.
  if (!/^[\w-]{43}$/.test(sid)) return undefined
  const [row] = await db
    .select({ sid: sessions.sid })
    .from(sessions)
    .where(and(belongsTo(userId), eq(sessions.sid, sid)))
  return row
}

/** Records in a session that the person has just proved their identity. */
export async function confirmSession(db: Db, sid: string | null, now: Date) {
  if (sid === null) return
  const confirmedAt = sql`to_jsonb(${now.toISOString()}::text)`
  await db
    .update(sessions)
    .set({ sess: sql`jsonb_set(${sessions.sess}, '{confirmedAt}', ${confirmedAt})` })
    .where(eq(sessions.sid, sid))
}

/** Ends one session. */
export async function endOneSession(db: Db, sid: string) {
  await db.delete(sessions).where(eq(sessions.sid, sid))
  await announceSessionsEnded(db)
}
