import { addDays } from '@plumbline/contract/dates.ts'
import { DAY_MS } from '@plumbline/contract/time.ts'
import { and, asc, between, eq, lt, sql } from 'drizzle-orm'
import { companyDays } from '../../access/company/service.ts'
import { publish } from '../../events/publish.ts'
import type { Db } from '../../platform/db/handle.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { changeOrders } from '../../schema/changeOrders.ts'
import { events } from '../../schema/live.ts'
import { proposals } from '../../schema/proposals.ts'

/** The days before the last one on which the office is reminded. */
const DAYS_LEFT = 3
/** The most of one run. */
const MAX_PER_RUN = 200

const subjectId = sql<string>`coalesce(${proposals.bidId}, ${proposals.changeOrderId})`

/** Whether no event was published yet about this version. */
const isUnpublished = sql`not exists (select from ${events} e
  where e.subject_id = ${subjectId}::text and e.name in ('bid.unanswered', 'changeOrder.unanswered')
    and e.detail->>'proposal' = ${proposals.id}::text)`

/**
 * Publishes one event for each proposal and change order that has no answer three days before its
 * last day, unless it was sent since yesterday. Several nodes may call this at the same time.
 */
export function publishUnanswered(db: Db, now: Date): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { rows } = await tx.execute<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtext('plumbline unanswered')) as mine`,
    )
    if (!rows[0]?.mine) return
    const { today } = await companyDays(tx, now)
    const open = await tx
      .select({ id: proposals.id, bidId: proposals.bidId, subjectId, jobId: changeOrders.jobId })
      .from(proposals)
      .leftJoin(changeOrders, eq(changeOrders.id, proposals.changeOrderId))
      .where(
        and(
          eq(proposals.status, 'sent'),
          between(proposals.lastDay, today, addDays(today, DAYS_LEFT)),
          lt(proposals.createdAt, new Date(now.getTime() - DAY_MS)),
          isUnpublished,
        ),
      )
      .orderBy(asc(proposals.lastDay), asc(proposals.id))
      .limit(MAX_PER_RUN)
    await publish(
      tx,
      null,
      ...open.map(({ id, bidId, subjectId: subject, jobId }) => ({
        name: bidId ? ('bid.unanswered' as const) : ('changeOrder.unanswered' as const),
        subjectId: subject,
        ...(jobId && { jobId, readers: 'office' as const }),
        detail: { proposal: id },
      })),
    )
  })
}
