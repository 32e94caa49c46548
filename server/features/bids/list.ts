import {
  type BidSort,
  type BidStatus,
  bidStatuses,
  isApprovable,
} from '@plumbline/contract/bidStatuses.ts'
import type { Bid, BidFilter, BidSums } from '@plumbline/contract/bids.ts'
import { and, count, eq, getTableColumns, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/handle.ts'
import { newestFirst, type Order, orderBy, type Places } from '../../platform/db/order.ts'
import { type List, listOrPage, notCounted, totalOf } from '../../platform/db/paging.ts'
import { contains, phoneContains } from '../../platform/db/search.ts'
import { bidOrder, pendingBids } from '../../schema/bids.ts'
import { counts } from '../../schema/counts.ts'
import { proposals } from '../../schema/proposals.ts'
import { centsOf, countOf } from '../counts/queries.ts'
import { type BidRow, followUpIsDue, toBid } from './queries.ts'

const OPEN = bidStatuses.filter(isApprovable)

/** A condition: the name, address, customer or phone of a bid contains the words. */
export const bidContains = (search: string, alike?: BidFilter['alike']): SQL | undefined =>
  or(
    contains(pendingBids.name, search, { alike }),
    contains(pendingBids.address, search, { alike }),
    contains(pendingBids.customerName, search, { alike }),
    phoneContains(pendingBids.customerPhone, search),
  )

/** The condition that a bid was sent as a proposal whose number contains the words. */
const proposalContains = (search: string) =>
  sql`${pendingBids.id} = any(array(select ${proposals.bidId} from ${proposals}
    where ${contains(proposals.number, search)} and ${proposals.bidId} is not null))`

function matching(
  { search, status, open, priority, customerId, followUpDue, alike }: BidFilter,
  now: Date,
): SQL | undefined {
  return and(
    status ? eq(pendingBids.status, status) : undefined,
    open ? inArray(pendingBids.status, OPEN) : undefined,
    priority ? eq(pendingBids.priority, priority) : undefined,
    customerId ? eq(pendingBids.customerId, customerId) : undefined,
    followUpDue ? followUpIsDue(now) : undefined,
    search ? or(bidContains(search, alike), proposalContains(search)) : undefined,
  )
}

const places: Places<BidSort> = {
  name: (row) => [bidOrder.name(sql`${row}.name`)],
  customer: (row) => bidOrder.customer(sql`${row}.customer_name`),
  status: (row) => [bidOrder.status(sql`${row}.status`)],
  priority: (row) => [bidOrder.priority(sql`${row}.priority`)],
  followUp: (row) => [bidOrder.followUp(sql`${row}.status`, sql`${row}.follow_up_date`)],
  amount: (row) => bidOrder.amount(sql`${row}.estimated_amount`),
  created: (row) => [sql`${row}.created_at`],
}

const newest = newestFirst(pendingBids.createdAt, pendingBids.id)

/** Decided bids last, otherwise the newest first. */
const openFirst = orderBy(
  pendingBids,
  { open: (row) => [bidOrder.isOpen(sql`${row}.status`), sql`${row}.created_at`] },
  '-open',
)

function orderOf({ sort, openFirst: isOpenFirst }: BidFilter): Order<BidRow> {
  if (!sort && isOpenFirst === 'true') return openFirst
  return !sort || sort === '-created' ? newest : orderBy(pendingBids, places, sort)
}

/**
 * The matching bids, newest first or as the filter asks: all of them, or a page when it has a
 * limit.
 */
export async function listBids(db: Db, filter: BidFilter, now: Date): Promise<List<Bid>> {
  const where = matching(filter, now)
  const { limit, after, total } = filter
  const order = orderOf(filter)
  const query = db
    .select({
      ...getTableColumns(pendingBids),
      total: total ? notCounted : totalOf(pendingBids, where, limit),
    })
    .from(pendingBids)
    .where(and(where, after === undefined ? undefined : order.after(after)))
    .orderBy(...order.by)
  return listOrPage(query, limit, ({ total: _, ...row }) => toBid(row), order.cursorOf)
}

/**
 * The value of all jobs in cents, the number of jobs not completed, and the number of pending bids
 * among the matching ones.
 */
export async function totalBids(db: Db, filter: BidFilter, now: Date) {
  const pending = db
    .select({ count: count() })
    .from(pendingBids)
    .where(and(matching(filter, now), eq(pendingBids.status, 'pending')))
  const [row] = await db
    .select({
      totalJobsValue: centsOf(),
      activeJobs: countOf(ne(counts.status, 'completed')),
      pendingBids: sql<number>`${pending}::int`,
    })
    .from(counts)
    .where(eq(counts.kind, 'job'))
  return row ?? { totalJobsValue: 0, activeJobs: 0, pendingBids: 0 }
}

const ofStatus = (status: BidStatus) =>
  sql<number>`(count(*) filter (where ${pendingBids.status} = ${status}))::int`

/** The number of matching bids, in all and by status, and the sum of their estimates in cents. */
export async function sumBids(db: Db, filter: BidFilter, now: Date): Promise<BidSums> {
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      pending: ofStatus('pending'),
      approved: ofStatus('approved'),
      rejected: ofStatus('rejected'),
      follow_up: ofStatus('follow_up'),
      estimatedAmount: sql<number>`coalesce(sum(${pendingBids.estimatedAmount}), 0)`.mapWith(
        Number,
      ),
    })
    .from(pendingBids)
    .where(matching(filter, now))
  const none = { pending: 0, approved: 0, rejected: 0, follow_up: 0 }
  const {
    count: all,
    estimatedAmount,
    ...statuses
  } = row ?? { count: 0, estimatedAmount: 0, ...none }
  return { count: all, statuses, estimatedAmount }
}
