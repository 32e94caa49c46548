import type { EventName, PlumblineEvent } from '@plumbline/contract/events.ts'
import { sql } from 'drizzle-orm'
import { sendWithCommit } from '../platform/db/commits.ts'
import type { Db } from '../platform/db/handle.ts'
import { perTransaction } from '../platform/db/transaction.ts'
import { events } from '../schema/live.ts'
import type { PresenceAnnouncement } from './presenceRegistry.ts'
import { mayNotify } from './settling.ts'

/** The channel that notifies every node of new events, by their cursors. */
export const CHANNEL = 'plumbline_events'

/** The payload on the same channel when sessions end, so that their streams end too. */
export const SESSIONS_ENDED = 'sessions'

/** Makes every node end the streams of expired sessions, once the transaction is committed. */
export async function announceSessionsEnded(db: Db) {
  await db.execute(sql`select pg_notify(${CHANNEL}, ${SESSIONS_ENDED})`)
}

/**
 * Notifies every node of what a tab has on screen, once the transaction is committed. This is not
 * an event: nothing is stored.
 */
export async function announcePresence(db: Db, announced: PresenceAnnouncement) {
  await db.execute(sql`select pg_notify(${CHANNEL}, ${JSON.stringify(announced)})`)
}

/** The list that collects the ids of the events published in each transaction. */
const collectorOf = perTransaction<number[]>()

/** Collects the ids of the events published in the transaction in the list. */
export const collectPublished = (db: Db, ids: number[]) => collectorOf.set(db, ids)

/** An event about an item of a job: `eventOf('task.deleted', task)`. */
export const eventOf = (
  name: EventName,
  { id, jobId }: { readonly id: string; readonly jobId: string },
) => ({ name, subjectId: id, jobId })

/**
 * Publishes events: inserts them with the commit of the change and announces their ids, which
 * Postgres delivers exactly when the change is committed. `actorId` is the person who made the
 * change.
 */
export async function publish(
  db: Db,
  actorId: string | null,
  ...published: readonly PlumblineEvent[]
) {
  if (published.length === 0) return
  const rows = published.map(
    ({ name, subjectId, jobId, readers, detail }) =>
      sql`(${name}, ${subjectId}, ${jobId ?? null}::uuid, ${actorId}::uuid, ${readers ?? null}, ${detail ? JSON.stringify(detail) : null}::jsonb, ${mayNotify(name)}::boolean)`,
  )
  await sendWithCommit(db, async () => {
    const { rows: announced } = await db.execute<{ id: string }>(sql`
      with published as (
        insert into ${events} (name, subject_id, job_id, actor_id, readers, detail, pending)
        values ${sql.join(rows, sql`, `)} returning id, horizon)
      select id::text, pg_notify(${CHANNEL}, horizon || '-' || id) from published`)
    collectorOf.get(db)?.push(...announced.map(({ id }) => Number(id)))
  })
}
