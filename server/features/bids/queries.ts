import { type BidStatus, bidStatuses } from '@plumbline/contract/bidStatuses.ts'
import type { Bid, BidChange, NewBid } from '@plumbline/contract/bids.ts'
import { and, asc, desc, eq, inArray, lte, ne, not, sql } from 'drizzle-orm'
import { companyDay } from '../../access/company/queries.ts'
import { nameOf } from '../../access/people/names.ts'
import { outer } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { pendingBids } from '../../schema/bids.ts'
import { events } from '../../schema/live.ts'

export type BidRow = typeof pendingBids.$inferSelect

/** A bid as the API returns it. */
export function toBid(row: BidRow): Bid {
  return {
    ...row,
    appointmentDate: row.appointmentDate?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

const toColumns = <C extends { appointmentDate?: string | null | undefined }>({
  appointmentDate,
  ...rest
}: C) => ({
  ...rest,
  ...(appointmentDate === undefined
    ? {}
    : { appointmentDate: appointmentDate === null ? null : new Date(appointmentDate) }),
})

/** Whether a bid is to be followed up today, in the company's time zone, or earlier. */
export const followUpIsDue = (now: Date) =>
  and(eq(pendingBids.status, 'follow_up'), lte(pendingBids.followUpDate, companyDay(now)))

/** The bid. With `lock`, its row is locked until the transaction ends. */
export async function findBid(
  db: Db,
  id: string,
  { lock = false } = {},
): Promise<BidRow | undefined> {
  const query = db.select().from(pendingBids).where(eq(pendingBids.id, id))
  const [row] = await (lock ? query.for('update') : query)
  return row
}

/** Locks several bids in the order of their ids. Returns the ones that exist. */
export const lockBids = (db: Db, ids: readonly string[]) =>
  db
    .select()
    .from(pendingBids)
    .where(inArray(pendingBids.id, [...ids]))
    .orderBy(asc(pendingBids.id))
    .for('update')

export async function insertBid(db: Db, bid: NewBid): Promise<BidRow> {
  const [row] = await db.insert(pendingBids).values(toColumns(bid)).returning()
  return row as BidRow
}

/** Changes the given fields. `jobId` links the job that the bid became. */
export async function updateBid(
  db: Db,
  id: string,
  change: Omit<BidChange, 'reason'> & { jobId?: string | null },
): Promise<BidRow> {
  const [row] = await db
    .update(pendingBids)
    .set(toColumns(change))
    .where(eq(pendingBids.id, id))
    .returning()
  return row as BidRow
}

/** Changes the given fields of several bids. */
export async function updateBids(
  db: Db,
  ids: readonly string[],
  change: Pick<BidChange, 'status' | 'followUpDate'>,
) {
  await db
    .update(pendingBids)
    .set(change)
    .where(inArray(pendingBids.id, [...ids]))
}

/** Whether nothing has happened to a job since it was created from a bid. */
export async function isUntouched(db: Db, jobId: string): Promise<boolean> {
  const touched = await db
    .select({ id: events.id })
    .from(events)
    .where(and(eq(events.jobId, jobId), ne(events.name, 'job.created')))
    .limit(1)
  return touched.length === 0
}

/**
 * The status a bid had when it was last converted to a job. Older conversions did not record it:
 * those bids were pending.
 */
export async function statusBeforeConversion(db: Db, id: string): Promise<BidStatus> {
  const [last] = await db
    .select({ detail: events.detail })
    .from(events)
    .where(and(eq(events.subjectId, id), eq(events.name, 'bid.converted')))
    .orderBy(desc(events.id))
    .limit(1)
  return bidStatuses.find((status) => status === last?.detail?.from) ?? 'pending'
}

export async function deleteBid(db: Db, id: string) {
  await db.delete(pendingBids).where(eq(pendingBids.id, id))
}

/**
 * Whether an event is followed by another one of the same name and person. A price is saved again
 * and again while it is written, which is one event of the history.
 */
const isRepeated = sql<boolean>`(${events.name} = 'bid.priced' and exists (
  select from ${events} next where next.id = (
      select min(later.id) from ${events} later
      where later.subject_id = ${outer(events.subjectId)} and later.id > ${outer(events.id)})
    and next.name = ${outer(events.name)} and next.actor_id = ${outer(events.actorId)}))`

/** The events of a bid, newest first. */
export async function bidHistory(db: Db, id: string) {
  const rows = await db
    .select({
      id: events.id,
      name: events.name,
      actorName: nameOf(events.actorId),
      detail: events.detail,
      createdAt: events.createdAt,
    })
    .from(events)
    .where(and(eq(events.subjectId, id), not(isRepeated)))
    .orderBy(desc(events.id))
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}
