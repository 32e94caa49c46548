import { MINUTE_MS } from '@plumbline/contract/time.ts'
import { and, eq, inArray, lte, max, min, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { publish } from '../../events/publish.ts'
import { settling } from '../../events/settling.ts'
import type { Db } from '../../platform/db/handle.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { jobs } from '../../schema/jobs.ts'
import { events } from '../../schema/live.ts'

/** The progress of a job is published once it has not changed for this long. */
const SETTLE_DELAY_MS = 10 * MINUTE_MS
/** The most jobs of one run. */
const MAX_PER_RUN = 200

/**
 * Publishes the progress of each job whose progress was changed and has settled, unless it is back
 * at its earlier value. Dragging it back and forth therefore notifies the client once or not at
 * all. Several nodes may call this at the same time.
 */
export function publishSettledProgress(db: Db, now: Date): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { rows } = await tx.execute<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtext('plumbline progress')) as mine`,
    )
    if (!rows[0]?.mine) return
    const waiting = tx
      .select({
        subjectId: events.subjectId,
        ids: sql<string[]>`array_agg(${events.id})`.as('ids'),
        first: min(events.id).as('first'),
        last: max(events.id).as('last'),
      })
      .from(events)
      .where(and(events.pending, eq(events.name, settling)))
      .groupBy(events.subjectId)
      .having(lte(max(events.createdAt), new Date(now.getTime() - SETTLE_DELAY_MS)))
      .orderBy(min(events.id))
      .limit(MAX_PER_RUN)
      .as('waiting')
    const [first, last] = [alias(events, 'first_change'), alias(events, 'last_change')]
    const settled = await tx
      .select({
        ids: waiting.ids,
        /** Null if the job was deleted in the meantime. */
        jobId: jobs.id,
        before: sql<number>`(${first.detail}->>'from')::int`,
        progress: sql<number>`(${last.detail}->>'progress')::int`,
      })
      .from(waiting)
      .innerJoin(first, eq(first.id, waiting.first))
      .innerJoin(last, eq(last.id, waiting.last))
      .leftJoin(jobs, eq(jobs.id, last.jobId))
    if (settled.length === 0) return
    const ids = settled.flatMap((change) => change.ids.map(Number))
    await tx.update(events).set({ pending: false }).where(inArray(events.id, ids))
    const changes = settled.flatMap(({ jobId, before, progress }) =>
      jobId === null || before === progress
        ? []
        : [{ name: 'job.progress', subjectId: jobId, jobId, detail: { progress } } as const],
    )
    await publish(tx, null, ...changes)
  })
}
