import type { EventName, PlumblineEvent } from '@plumbline/contract/events.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '../db/handle.ts'
import { events } from './table.ts'

/** The channel on which every node learns of new events. */
const CHANNEL = 'plumbline_events'

/** The event about a thing of a job: `eventOf('task.deleted', task)`. */
export const eventOf = (
  name: EventName,
  { id, jobId }: { readonly id: string; readonly jobId: string },
) => ({ name, subjectId: id, jobId })

/**
 * Publishes events: writes them in the transaction of their change and announces their ids, which Postgres delivers
 * exactly when the change is committed. `actorId` is the person who made the change.
 */
export async function publish(
  db: Db,
  actorId: string | null,
  ...published: readonly PlumblineEvent[]
) {
  if (published.length === 0) return
  const rows = published.map(
    ({ name, subjectId, jobId, detail }) =>
      sql`(${name}, ${subjectId}, ${jobId ?? null}::uuid, ${actorId}::uuid, ${detail ? JSON.stringify(detail) : null}::jsonb)`,
  )
  await db.execute(sql`
    with published as (
      insert into ${events} (name, subject_id, job_id, actor_id, detail)
      values ${sql.join(rows, sql`, `)} returning id)
    select pg_notify(${CHANNEL}, id::text) from published`)
}
