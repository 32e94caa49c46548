import {
  APPOINTMENT_LIMIT,
  type AppointmentFilter,
  type PlannedAppointment,
} from '@plumbline/contract/appointments.ts'
import type { Appointment, AppointmentChange, NewAppointment } from '@plumbline/contract/bids.ts'
import { addDays } from '@plumbline/contract/dates.ts'
import { and, asc, eq, getTableColumns, gte, lt, ne, or, sql } from 'drizzle-orm'
import { companyZone } from '../../access/company/queries.ts'
import { nameOf } from '../../access/people/names.ts'
import type { Db } from '../../platform/db/handle.ts'
import { contains } from '../../platform/db/search.ts'
import { bidAppointments, pendingBids } from '../../schema/bids.ts'
import { bidContains } from './list.ts'

const shape = {
  ...getTableColumns(bidAppointments),
  assignedToName: nameOf(bidAppointments.assignedToId),
}
export type AppointmentRow = typeof bidAppointments.$inferSelect & { assignedToName: string | null }

/** An appointment as the API returns it. */
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
    .select(shape)
    .from(bidAppointments)
    .where(eq(bidAppointments.bidId, bidId))
    .orderBy(asc(bidAppointments.scheduledDate), asc(bidAppointments.id))
  return rows.map(toAppointment)
}

/** The beginning of a calendar day in the company's time zone. */
const beginningOf = (day: string) => sql`(${day}::timestamp at time zone ${companyZone})`

/** The appointments of all bids in a period, by date, without cancelled ones. */
export async function listPlanned(
  db: Db,
  { from, to, open, search, limit = APPOINTMENT_LIMIT }: AppointmentFilter,
): Promise<PlannedAppointment[]> {
  const a = bidAppointments
  const rows = await db
    .select({
      ...{ id: a.id, bidId: a.bidId, title: a.title, scheduledDate: a.scheduledDate },
      ...{ duration: a.duration, appointmentType: a.appointmentType, status: a.status },
      assignedToName: nameOf(a.assignedToId),
      ...{ bidName: pendingBids.name, address: pendingBids.address },
      ...{ customerName: pendingBids.customerName, customerPhone: pendingBids.customerPhone },
    })
    .from(a)
    .innerJoin(pendingBids, eq(pendingBids.id, a.bidId))
    .where(
      and(
        open ? eq(a.status, 'scheduled') : ne(a.status, 'cancelled'),
        from ? gte(a.scheduledDate, beginningOf(from)) : undefined,
        to ? lt(a.scheduledDate, beginningOf(addDays(to, 1))) : undefined,
        search ? or(contains(a.title, search), bidContains(search)) : undefined,
      ),
    )
    .orderBy(asc(a.scheduledDate), asc(a.id))
    .limit(limit)
  return rows.map((row) => ({ ...row, scheduledDate: row.scheduledDate.toISOString() }))
}

/** The appointment, locked until the transaction ends. */
export async function lockAppointment(db: Db, id: string) {
  const [row] = await db
    .select(shape)
    .from(bidAppointments)
    .where(eq(bidAppointments.id, id))
    .for('update')
  return row
}

export async function insertAppointment(
  db: Db,
  bidId: string,
  appointment: NewAppointment,
): Promise<AppointmentRow> {
  const [row] = await db
    .insert(bidAppointments)
    .values({ ...appointment, bidId, scheduledDate: new Date(appointment.scheduledDate) })
    .returning(shape)
  return row as AppointmentRow
}

export async function updateAppointment(
  db: Db,
  id: string,
  change: AppointmentChange,
): Promise<AppointmentRow> {
  const { scheduledDate, ...rest } = change
  const [row] = await db
    .update(bidAppointments)
    .set({
      ...rest,
      ...(scheduledDate === undefined ? {} : { scheduledDate: new Date(scheduledDate) }),
    })
    .where(eq(bidAppointments.id, id))
    .returning(shape)
  return row as AppointmentRow
}

export async function deleteAppointment(db: Db, id: string) {
  await db.delete(bidAppointments).where(eq(bidAppointments.id, id))
}
