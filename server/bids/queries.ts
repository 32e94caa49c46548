import type {
  Appointment,
  AppointmentChange,
  Bid,
  BidChange,
  BidFilter,
  NewAppointment,
  NewBid,
} from '@plumbline/contract/bids.ts'
import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  ilike,
  lte,
  ne,
  or,
  type SQL,
  sql,
  sum,
} from 'drizzle-orm'
import type { Db } from '../db/handle.ts'
import {
  afterCursor,
  cursorOf,
  type ListPage,
  likePattern,
  listOrPage,
  totalOf,
} from '../db/paging.ts'
import { jobs } from '../jobs/table.ts'
import { events } from '../live/table.ts'
import { nameOf } from '../people/names.ts'
import { users } from '../people/table.ts'
import { companyDay } from '../settings/queries.ts'
import { bidAppointments, pendingBids } from './table.ts'

type BidRow = typeof pendingBids.$inferSelect

/** A bid as it is answered. */
export function toBid(row: BidRow): Bid {
  return {
    ...row,
    appointmentDate: row.appointmentDate?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

const stored = <C extends { appointmentDate?: string | null | undefined }>({
  appointmentDate,
  ...rest
}: C) => ({
  ...rest,
  ...(appointmentDate === undefined
    ? {}
    : { appointmentDate: appointmentDate === null ? null : new Date(appointmentDate) }),
})

/** A bid to follow up today, where the company is, or before. */
export const followUpIsDue = (now: Date) =>
  and(eq(pendingBids.status, 'follow_up'), lte(pendingBids.followUpDate, companyDay(now)))

function matching(
  { search, status, priority, followUpDue }: BidFilter,
  now: Date,
): SQL | undefined {
  const pattern = search ? likePattern(search) : undefined
  return and(
    status ? eq(pendingBids.status, status) : undefined,
    priority ? eq(pendingBids.priority, priority) : undefined,
    followUpDue ? followUpIsDue(now) : undefined,
    pattern
      ? or(
          ilike(pendingBids.name, pattern),
          ilike(pendingBids.address, pattern),
          ilike(pendingBids.customerName, pattern),
        )
      : undefined,
  )
}

/** The matching bids, newest first: all of them, or a page when the filter has a limit. */
export async function listBids(
  db: Db,
  filter: BidFilter,
  now: Date,
): Promise<Bid[] | ListPage<Bid>> {
  const where = matching(filter, now)
  const { limit, after } = filter
  const query = db
    .select({ ...getTableColumns(pendingBids), total: totalOf(pendingBids, where, limit) })
    .from(pendingBids)
    .where(
      and(
        where,
        after === undefined ? undefined : afterCursor(pendingBids.createdAt, pendingBids.id, after),
      ),
    )
    .orderBy(desc(pendingBids.createdAt), desc(pendingBids.id))
  return listOrPage(
    query,
    limit,
    ({ total: _, ...row }) => toBid(row),
    ({ createdAt, id }) => cursorOf(createdAt, id),
  )
}

/** Cents over all jobs, the jobs not completed, and the pending ones among the matching bids. */
export async function totalBids(db: Db, filter: BidFilter, now: Date) {
  const pending = db
    .select({ count: count() })
    .from(pendingBids)
    .where(and(matching(filter, now), eq(pendingBids.status, 'pending')))
  const [row] = await db
    .select({
      totalJobsValue: sum(jobs.approvedAmount),
      activeJobs: sql<number>`(count(*) filter (where ${ne(jobs.status, 'completed')}))::int`,
      pendingBids: sql<number>`${pending}::int`,
    })
    .from(jobs)
  return {
    totalJobsValue: Number(row?.totalJobsValue ?? 0),
    activeJobs: row?.activeJobs ?? 0,
    pendingBids: row?.pendingBids ?? 0,
  }
}

/** The bid; with `lock` it stays as it is until the transaction ends. */
export async function findBid(
  db: Db,
  id: string,
  { lock = false } = {},
): Promise<BidRow | undefined> {
  const query = db.select().from(pendingBids).where(eq(pendingBids.id, id))
  const [row] = await (lock ? query.for('update') : query)
  return row
}

export async function insertBid(db: Db, bid: NewBid): Promise<BidRow> {
  const [row] = await db.insert(pendingBids).values(stored(bid)).returning()
  return row as BidRow
}

/** Changes the fields given; `jobId` links the job that the bid became. */
export async function updateBid(
  db: Db,
  id: string,
  change: Omit<BidChange, 'reason'> & { jobId?: string },
): Promise<BidRow> {
  const [row] = await db
    .update(pendingBids)
    .set(stored(change))
    .where(eq(pendingBids.id, id))
    .returning()
  return row as BidRow
}

export async function deleteBid(db: Db, id: string) {
  await db.delete(pendingBids).where(eq(pendingBids.id, id))
}

/** What happened to a bid, newest first. */
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
    .where(eq(events.subjectId, id))
    .orderBy(desc(events.id))
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}

const appointmentShape = {
  ...getTableColumns(bidAppointments),
  assignedToName: nameOf(bidAppointments.assignedToId),
}
type AppointmentRow = typeof bidAppointments.$inferSelect & { assignedToName: string | null }

/** An appointment as it is answered. */
export function toAppointment(row: AppointmentRow): Appointment {
  return {
    ...row,
    scheduledDate: row.scheduledDate.toISOString(),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** The appointments of a bid, by date. */
export async function listAppointments(db: Db, bidId: string): Promise<Appointment[]> {
  const rows = await db
    .select(appointmentShape)
    .from(bidAppointments)
    .where(eq(bidAppointments.bidId, bidId))
    .orderBy(asc(bidAppointments.scheduledDate), asc(bidAppointments.id))
  return rows.map(toAppointment)
}

/** The appointment, held until the transaction ends. */
export async function lockAppointment(db: Db, id: string) {
  const [row] = await db
    .select()
    .from(bidAppointments)
    .where(eq(bidAppointments.id, id))
    .for('update')
  return row
}

// Read back with the write: an appointment is kept by one of the company's admins or subs, or by nobody.
const writtenAppointment = {
  ...appointmentShape,
  assigneeFits: sql<boolean>`coalesce(
    (select u.role <> 'client' and u.deleted_at is null from ${users} u where u.id = bid_appointments.assigned_to_id), true)`,
}
export type WrittenAppointment = AppointmentRow & { assigneeFits: boolean }

export async function insertAppointment(
  db: Db,
  bidId: string,
  appointment: NewAppointment,
): Promise<WrittenAppointment> {
  const [row] = await db
    .insert(bidAppointments)
    .values({ ...appointment, bidId, scheduledDate: new Date(appointment.scheduledDate) })
    .returning(writtenAppointment)
  return row as WrittenAppointment
}

export async function updateAppointment(
  db: Db,
  id: string,
  change: AppointmentChange,
): Promise<WrittenAppointment> {
  const { scheduledDate, ...rest } = change
  const [row] = await db
    .update(bidAppointments)
    .set({
      ...rest,
      ...(scheduledDate === undefined ? {} : { scheduledDate: new Date(scheduledDate) }),
    })
    .where(eq(bidAppointments.id, id))
    .returning(writtenAppointment)
  return row as WrittenAppointment
}

export async function deleteAppointment(db: Db, id: string) {
  await db.delete(bidAppointments).where(eq(bidAppointments.id, id))
}
