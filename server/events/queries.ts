import { and, asc, eq, gt, gte, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { outer } from '../platform/db/columns.ts'
import type { Db } from '../platform/db/handle.ts'
import { sessions } from '../schema/auth.ts'
import { jobSubcontractors, jobs } from '../schema/jobs.ts'
import { events } from '../schema/live.ts'
import { users } from '../schema/people.ts'
import type { Cursor } from './cursor.ts'
import type { RecordedEvent } from './receivers.ts'
import { settling } from './settling.ts'

/** The matching events, with the current facts of their jobs. */
function findEvents(db: Db, where: SQL | undefined) {
  const { id, horizon, name, subjectId, jobId, readers, detail, actorId, xid, createdAt } = events
  const subs = sql`array(select js.subcontractor_id from ${jobSubcontractors} js where js.job_id = ${outer(jobs.id)})`
  return db
    .select({
      event: { id, horizon, name, subjectId, jobId, readers, detail, actorId, xid, createdAt },
      job: {
        id: jobs.id,
        clientId: jobs.clientId,
        subcontractorIds: sql<string[]>`${subs}`,
      },
      projectManagerId: jobs.projectManagerId,
    })
    .from(events)
    .leftJoin(jobs, eq(jobs.id, events.jobId))
    .where(where)
}

const toEvent = ({
  event: { detail, ...event },
  ...jobFacts
}: Awaited<ReturnType<typeof findEvents>>[number]): RecordedEvent => ({
  ...event,
  ...(detail && { detail }),
  ...jobFacts,
})

/** The events with these ids, in the given order. */
export async function eventsById(db: Db, ids: readonly number[]): Promise<RecordedEvent[]> {
  const rows = await findEvents(db, inArray(events.id, [...ids]))
  const byId = new Map(rows.map((row) => [row.event.id, toEvent(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The events that may have been committed after the cursor, at most `limit`. */
export async function eventsAfter(
  db: Db,
  { horizon, eventId }: Cursor,
  limit: number,
): Promise<RecordedEvent[]> {
  const rows = await findEvents(db, and(gte(events.xid, horizon), ne(events.id, eventId)))
    .orderBy(asc(events.xid), asc(events.id))
    .limit(limit)
  return rows.map(toEvent)
}

/**
 * The oldest events about which nobody has been notified yet, at most `limit`. Excludes progress,
 * which settles first.
 */
export async function eventsPending(db: Db, limit: number): Promise<RecordedEvent[]> {
  const isPending = and(events.pending, ne(events.name, settling))
  const rows = await findEvents(db, isPending).orderBy(asc(events.id)).limit(limit)
  return rows.map(toEvent)
}

/** The current horizon: whatever is committed from now on is of this transaction or a later one. */
export async function currentHorizon(db: Db): Promise<number> {
  const { rows } = await db.execute<{ horizon: string }>(
    sql`select pg_snapshot_xmin(pg_current_snapshot())::text as horizon`,
  )
  return Number(rows[0]?.horizon ?? 0)
}

/** The people of the given sessions that are still valid, with their current role, by session. */
export async function peopleOfSessions(db: Db, sids: readonly string[], now: Date) {
  const rows = await db
    .select({ sid: sessions.sid, id: users.id, role: users.role })
    .from(sessions)
    .innerJoin(users, eq(users.id, sql`(${sessions.sess}->>'userId')::uuid`))
    .where(and(inArray(sessions.sid, [...sids]), gt(sessions.expire, now), isNull(users.deletedAt)))
  return new Map(rows.map(({ sid, ...person }) => [sid, person]))
}
