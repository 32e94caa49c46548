import { isApprovable, isKept } from '@plumbline/contract/bidStatuses.ts'
import type {
  AppointmentChange,
  BidsChange,
  KeptBid,
  NewAppointment,
} from '@plumbline/contract/bids.ts'
import { Failure, invalid } from '@plumbline/contract/failures.ts'
import type { Person } from '@plumbline/contract/policy.ts'
import { publish } from '../../events/publish.ts'
import type { Db } from '../../platform/db/handle.ts'
import { type FoundJob, findJob, insertJob, type JobRow } from '../jobs/queries.ts'
import { deleteJob, lockPersonOf } from '../jobs/service.ts'
import * as appointments from './appointments.ts'
import * as queries from './queries.ts'

/**
 * Makes a job of a bid that is locked, with its customer and its amount; a 409 when it is neither
 * pending nor to follow up. Its notes and its scope stay with the bid: everyone on the job would read them.
 */
export async function convertBid(db: Db, actorId: string, bid: queries.BidRow): Promise<JobRow> {
  if (!isApprovable(bid.status)) throw new Failure('bidDecided')
  const { name, address, customerName, customerEmail, customerPhone, customerAddress } = bid
  const customer = { customerName, customerEmail, customerPhone, customerAddress }
  const approvedAmount = bid.estimatedAmount ?? 0
  const job = await insertJob(db, { name, address, ...customer, approvedAmount })
  await queries.updateBid(db, bid.id, { status: 'approved', jobId: job.id })
  await publish(
    db,
    actorId,
    { name: 'bid.converted', subjectId: bid.id, detail: { jobId: job.id, from: bid.status } },
    { name: 'job.created', subjectId: job.id, jobId: job.id },
  )
  return { ...job, bidId: bid.id }
}

/** A bid that is locked, with its job, which was locked before it. */
export interface ConvertedBid extends queries.BidRow {
  readonly job: FoundJob | undefined
}

/** Locks a bid and its job, in the order of locks. */
export async function lockConverted(
  db: Db,
  person: Person,
  id: string,
): Promise<ConvertedBid | undefined> {
  const { jobId } = (await queries.findBid(db, id)) ?? {}
  const job = jobId ? await findJob(db, person, jobId, { lock: true }) : undefined
  const bid = await queries.findBid(db, id, { lock: true })
  return bid && { ...bid, job: job?.id === bid.jobId ? job : undefined }
}

/**
 * Deletes the job that a bid became and gives the bid the status it had; a 409 where the job is gone, or where anything has
 * happened to it.
 * @returns the bid as it is then, and the job that is gone
 */
export async function undoConversion(
  db: Db,
  actorId: string,
  { job, ...bid }: ConvertedBid,
): Promise<{ readonly bid: queries.BidRow; readonly job: FoundJob }> {
  if (!job || !(await queries.isUntouched(db, job.id))) throw new Failure('jobTouched')
  const status = await queries.statusBeforeConversion(db, bid.id)
  // What would have to be deleted of its files is none: a photo is a change.
  await deleteJob(db, actorId, job)
  const undone = await queries.updateBid(db, bid.id, { status, jobId: null })
  const detail = { from: bid.status, to: status, reason: null }
  await publish(db, actorId, { name: 'bid.status', subjectId: bid.id, detail })
  return { bid: undone, job }
}

/**
 * Rejects several bids or puts them off to a day; a 400 when one is gone.
 * @returns how many were changed, and those whose state kept them as they are
 */
export async function changeBids(
  db: Db,
  actorId: string,
  change: BidsChange,
): Promise<{ readonly changed: number; readonly kept: KeptBid[] }> {
  const { ids, status: to } = change
  const bids = await queries.lockBids(db, ids)
  if (bids.length < new Set(ids).size)
    throw invalid({ ids: 'Some of these bids were deleted. Choose them again' })
  const changed = bids.filter(({ status }) => !isKept(status, to))
  const changedIds = changed.map(({ id }) => id)
  const date = to === 'follow_up' ? { followUpDate: change.followUpDate } : {}
  await queries.updateBids(db, changedIds, { status: to, ...date })
  const reason = to === 'rejected' ? (change.reason ?? null) : null
  const events = changed.map(({ id, status: from }) =>
    from === to
      ? ({ name: 'bid.changed', subjectId: id } as const)
      : ({ name: 'bid.status', subjectId: id, detail: { from, to, reason } } as const),
  )
  await publish(db, actorId, ...events)
  const kept = bids.filter(({ status }) => isKept(status, to))
  return {
    changed: changed.length,
    kept: kept.map(({ id, name, status }) => ({ id, name, status })),
  }
}

/** An appointment is assigned to an admin or a sub; a 400 for anyone else. */
async function requireAssignee(db: Db, assignedToId: string | null | undefined) {
  if (!assignedToId) return
  const person = await lockPersonOf(db, assignedToId, ['admin', 'subcontractor'])
  if (!person) throw invalid({ assignedToId: 'Choose one of your admins or subcontractors' })
}

const appointmentEvent = (bidId: string, { title, status }: { title: string; status: string }) =>
  ({ name: 'bid.appointment', subjectId: bidId, detail: { title, status } }) as const

/** Adds an appointment to a bid that is locked; a 400 for an assignee who is neither admin nor sub. */
export async function createAppointment(
  db: Db,
  actorId: string,
  bidId: string,
  appointment: NewAppointment,
): Promise<appointments.AppointmentRow> {
  await requireAssignee(db, appointment.assignedToId)
  const row = await appointments.insertAppointment(db, bidId, appointment)
  await publish(db, actorId, appointmentEvent(bidId, row))
  return row
}

/** Changes the fields given of an appointment that is locked; a 400 for an assignee who is neither admin nor sub. */
export async function changeAppointment(
  db: Db,
  actorId: string,
  appointment: appointments.AppointmentRow,
  change: AppointmentChange,
): Promise<appointments.AppointmentRow> {
  // An assignee who stays is not locked: they may be leaving at this moment and wait for the appointment.
  const isNew = change.assignedToId !== appointment.assignedToId
  if (isNew) await requireAssignee(db, change.assignedToId)
  const row = await appointments.updateAppointment(db, appointment.id, change)
  await publish(db, actorId, appointmentEvent(row.bidId, row))
  return row
}

/** Deletes an appointment that is locked. */
export async function deleteAppointment(
  db: Db,
  actorId: string,
  { id, bidId, title }: appointments.AppointmentRow,
) {
  await appointments.deleteAppointment(db, id)
  await publish(db, actorId, appointmentEvent(bidId, { title, status: 'deleted' }))
}
