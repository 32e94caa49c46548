import type { FollowUp, NewFollowUp } from '@plumbline/contract/bidFollowUps.ts'
import { type BidStatus, isApprovable, keepsStatus } from '@plumbline/contract/bidStatuses.ts'
import type {
  AppointmentChange,
  BidsChange,
  KeptBid,
  NewAppointment,
} from '@plumbline/contract/bids.ts'
import { dayIn } from '@plumbline/contract/dates.ts'
import { Failure, invalid } from '@plumbline/contract/failures.ts'
import type { Person } from '@plumbline/contract/policy.ts'
import { companyTimeZone } from '../../access/company/queries.ts'
import { publish } from '../../events/publish.ts'
import type { Db } from '../../platform/db/handle.ts'
import { type FoundJob, findJob, insertJob, type JobRow } from '../jobs/queries.ts'
import { deleteJob, lockPersonOf } from '../jobs/service.ts'
import * as appointments from './appointments.ts'
import { insertFollowUp } from './followUps.ts'
import { withdrawOpen } from './openProposals.ts'
import * as queries from './queries.ts'

/**
 * Creates a job from a locked bid, with its client, customer and amount: the estimated one, unless
 * the customer chose another. Fails with 409 unless the bid is pending or to be followed up. Notes
 * and scope are not copied, because everyone on the job would read them.
 * @param actorId null for a customer who signed
 */
export async function convertBid(
  db: Db,
  actorId: string | null,
  bid: queries.BidRow,
  approvedAmount = bid.estimatedAmount ?? 0,
): Promise<JobRow> {
  if (!isApprovable(bid.status)) throw new Failure('bidDecided')
  const { name, address, clientId, customerId } = bid
  const { customerName, customerEmail, customerPhone, customerAddress } = bid
  const customer = { customerName, customerEmail, customerPhone, customerAddress }
  const job = await insertJob(db, {
    ...{ name, address, clientId, customerId, approvedAmount },
    ...customer,
  })
  await queries.updateBid(db, bid.id, { status: 'approved', jobId: job.id })
  await publish(
    db,
    actorId,
    { name: 'bid.converted', subjectId: bid.id, detail: { jobId: job.id, from: bid.status } },
    { name: 'job.created', subjectId: job.id, jobId: job.id },
  )
  return { ...job, bidId: bid.id }
}

/** A locked bid with its job, which was locked first. */
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
 * Deletes the job that a bid became and restores the earlier status of the bid. An approved bid
 * whose job was deleted is pending again. Fails with 409 when anything has happened to the job, or
 * the bid is not approved.
 * @returns the changed bid and the deleted job
 */
export async function undoConversion(
  db: Db,
  actorId: string,
  { job, ...bid }: ConvertedBid,
): Promise<{ readonly bid: queries.BidRow; readonly job?: FoundJob }> {
  const reopen = async (status: BidStatus) => {
    const undone = await queries.updateBid(db, bid.id, { status, jobId: null })
    const detail = { from: bid.status, to: status, reason: null }
    await publish(db, actorId, { name: 'bid.status', subjectId: bid.id, detail })
    return undone
  }
  if (bid.status === 'approved' && bid.jobId === null) return { bid: await reopen('pending') }
  if (!job || !(await queries.isUntouched(db, job.id))) throw new Failure('jobTouched')
  const status = await queries.statusBeforeConversion(db, bid.id)
  // There are no files to delete: adding a photo would count as a change.
  await deleteJob(db, actorId, job)
  return { bid: await reopen(status), job }
}

/**
 * Rejects several bids or sets a day to follow them up. Fails with 400 when one was deleted.
 * @returns the number of bids changed, and the bids whose status excludes them from the change
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
  const changed = bids.filter(({ status }) => !keepsStatus(status, to))
  const changedIds = changed.map(({ id }) => id)
  const date = to === 'follow_up' ? { followUpDate: change.followUpDate } : {}
  await queries.updateBids(db, changedIds, { status: to, ...date })
  if (to === 'rejected') await withdrawOpen(db, changedIds, actorId, 'The bid was rejected')
  const reason = to === 'rejected' ? (change.reason ?? null) : null
  const events = changed.map(({ id, status: from }) =>
    from === to
      ? ({ name: 'bid.changed', subjectId: id } as const)
      : ({ name: 'bid.status', subjectId: id, detail: { from, to, reason } } as const),
  )
  await publish(db, actorId, ...events)
  const kept = bids.filter(({ status }) => keepsStatus(status, to))
  return {
    changed: changed.length,
    kept: kept.map(({ id, name, status }) => ({ id, name, status })),
  }
}

/**
 * Records a follow-up on a locked bid and sets the day of the next one. A bid whose next day is set
 * is to be followed up; one that was to be and has no next day is pending. Fails with 400 for a
 * follow-up in the future, and with 409 for an approved bid.
 */
export async function addFollowUp(
  db: Db,
  actorId: string,
  bid: queries.BidRow,
  { nextDate = null, ...followUp }: NewFollowUp,
  now: Date,
): Promise<FollowUp> {
  if (bid.status === 'approved') throw new Failure('bidDecided')
  if (followUp.day > dayIn(await companyTimeZone(db), now))
    throw invalid({ day: 'This day is still to come' })
  const row = await insertFollowUp(db, { ...followUp, bidId: bid.id, personId: actorId })
  const withoutNext = bid.status === 'follow_up' ? 'pending' : bid.status
  const status = nextDate ? 'follow_up' : withoutNext
  await queries.updateBid(db, bid.id, { status, followUpDate: nextDate })
  const subjectId = bid.id
  await publish(db, actorId, { name: 'bid.followUp', subjectId, detail: { way: row.way } })
  if (status !== bid.status) {
    const detail = { from: bid.status, to: status, reason: null }
    await publish(db, actorId, { name: 'bid.status', subjectId, detail })
  }
  return row
}

/** Locks the assignee of an appointment. Fails with 400 for anyone but an admin or a sub. */
async function requireAssignee(db: Db, assignedToId: string | null | undefined) {
  if (!assignedToId) return
  const person = await lockPersonOf(db, assignedToId, ['admin', 'subcontractor'])
  if (!person) throw invalid({ assignedToId: 'Choose one of your admins or subcontractors' })
}

const appointmentEvent = (bidId: string, { title, status }: { title: string; status: string }) =>
  ({ name: 'bid.appointment', subjectId: bidId, detail: { title, status } }) as const

/**
 * Adds an appointment to a locked bid. Fails with 400 for an assignee who is neither admin nor sub.
 */
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

/**
 * Changes the given fields of a locked appointment. Fails with 400 for an assignee who is neither
 * admin nor sub.
 */
export async function changeAppointment(
  db: Db,
  actorId: string,
  appointment: appointments.AppointmentRow,
  change: AppointmentChange,
): Promise<appointments.AppointmentRow> {
  // An unchanged assignee is not locked: the transaction that removes them may be waiting for the
  // appointment, and the two would deadlock.
  const isNew = change.assignedToId !== appointment.assignedToId
  if (isNew) await requireAssignee(db, change.assignedToId)
  const row = await appointments.updateAppointment(db, appointment.id, change)
  await publish(db, actorId, appointmentEvent(row.bidId, row))
  return row
}

/** Deletes a locked appointment. */
export async function deleteAppointment(
  db: Db,
  actorId: string,
  { id, bidId, title }: appointments.AppointmentRow,
) {
  await appointments.deleteAppointment(db, id)
  await publish(db, actorId, appointmentEvent(bidId, { title, status: 'deleted' }))
}
