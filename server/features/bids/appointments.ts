import type { Appointment, AppointmentChange, NewAppointment } from '@plumbline/contract/bids.ts'
import { asc, eq, getTableColumns } from 'drizzle-orm'
import { nameOf } from '../../access/people/names.ts'
import type { Db } from '../../platform/db/handle.ts'
import { bidAppointments } from '../../schema/bids.ts'

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
