import type { Dashboard } from '@plumbline/contract/dashboard.ts'
import type { Person } from '@plumbline/contract/policy.ts'
import { and, asc, eq, gte, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/handle.ts'
import { changeOrders } from '../../schema/changeOrders.ts'
import { jobs } from '../../schema/jobs.ts'
import { proposals } from '../../schema/proposals.ts'
import { addresseeId } from './queries.ts'

/** The most change orders that a client is reminded of. */
const MAX_DECISIONS = 20

type Decisions = Extract<Dashboard, { role: 'client' }>['decisions']

/** The change orders that wait for the answer of a client, as they were sent. */
export async function clientDecisions(db: Db, person: Person, today: string): Promise<Decisions> {
  const rows = await db
    .select({
      id: changeOrders.id,
      jobId: jobs.id,
      jobName: jobs.name,
      number: changeOrders.number,
      title: sql<string>`coalesce(${changeOrders.sent} ->> 'title', ${changeOrders.title})`,
      daysAdded: sql<number>`coalesce((${changeOrders.sent} ->> 'daysAdded')::int, 0)`,
      total: proposals.total,
      lastDay: proposals.lastDay,
    })
    .from(jobs)
    .innerJoin(changeOrders, eq(changeOrders.jobId, jobs.id))
    .innerJoin(
      proposals,
      and(eq(proposals.changeOrderId, changeOrders.id), eq(proposals.status, 'sent')),
    )
    .where(
      and(eq(jobs.clientId, person.id), eq(addresseeId, person.id), gte(proposals.lastDay, today)),
    )
    .orderBy(asc(proposals.lastDay), asc(changeOrders.id))
    .limit(MAX_DECISIONS)
  return rows.map((row) => ({ ...row, total: (row.total / 100).toFixed(2) }))
}
