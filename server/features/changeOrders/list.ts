import {
  CHANGE_ORDER_LIMIT,
  type ChangeOrderFilter,
  type FoundChangeOrder,
} from '@plumbline/contract/changeOrders.ts'
import type { Person } from '@plumbline/contract/policy.ts'
import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/handle.ts'
import { contains } from '../../platform/db/search.ts'
import { changeOrders } from '../../schema/changeOrders.ts'
import { jobs } from '../../schema/jobs.ts'
import { addresseeId } from './queries.ts'

const { id, jobId, number, title, status, sent, createdAt } = changeOrders

/** The title that a client reads: of an open or declined one as it was sent, whatever the draft. */
const sentTitle = sql<string>`case when ${inArray(status, ['sent', 'declined'])}
  then coalesce(${sent} ->> 'title', ${title}) else ${title} end`

/** The change orders that a person may read, newest first, by number and title. */
export async function listChanges(
  db: Db,
  { role, id: personId }: Person,
  { search, alike, limit = CHANGE_ORDER_LIMIT }: ChangeOrderFilter,
): Promise<FoundChangeOrder[]> {
  const isOffice = role === 'admin'
  const shown: SQL<string> = isOffice ? sql`${title}` : sentTitle
  // The office also finds one by the words that the customer has.
  const words = isOffice ? sql`${title} || ' ' || coalesce(${sent} ->> 'title', '')` : sentTitle
  return db
    .select({ id, jobId, jobName: jobs.name, number, title: shown })
    .from(changeOrders)
    .innerJoin(jobs, eq(jobs.id, jobId))
    .where(
      and(
        isOffice
          ? undefined
          : and(
              eq(jobs.clientId, personId),
              eq(addresseeId, personId),
              inArray(status, ['sent', 'approved', 'declined']),
            ),
        search
          ? contains(sql`'change order ' || ${number} || ' ' || ${words}`, search, { alike })
          : undefined,
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(Math.min(limit, CHANGE_ORDER_LIMIT))
}
