import type { PlumblineEvent } from '@plumbline/contract/events.ts'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '../db/handle.ts'
import { events } from './table.ts'

/** The channel that tells every node a new event is there. */
export const CHANNEL = 'plumbline_events'

/** The insert of events, answering their numbers: for `record`, and for statements that write more besides. */
export function telling(actorId: string | null, told: readonly PlumblineEvent[]): SQL {
  const rows = told.map(
    ({ name, subjectId, jobId, detail }) =>
      sql`(${name}, ${subjectId}, ${jobId ?? null}::uuid, ${actorId}::uuid, ${detail ? JSON.stringify(detail) : null}::jsonb)`,
  )
  return sql`insert into ${events} (name, subject_id, job_id, actor_id, detail) values ${sql.join(rows, sql`, `)} returning id`
}

/** Announces a number that `telling` answered. */
export const announce = (id: SQLWrapper) => sql`pg_notify(${CHANNEL}, ${id}::text)`

/**
 * Writes events in the transaction of their change and announces their numbers, which Postgres delivers exactly when
 * the change is committed.
 */
export async function record(db: Db, actorId: string | null, ...told: PlumblineEvent[]) {
  await db.execute(
    sql`with told as (${telling(actorId, told)}) select ${announce(sql`id`)} from told`,
  )
}
