import { isDeepStrictEqual } from 'node:util'
import {
  type ChangeOrder,
  type ChangeOrderDraft,
  type Effect,
  MAX_CHANGE_ORDERS,
} from '@plumbline/contract/changeOrders.ts'
import type { EventName } from '@plumbline/contract/events.ts'
import { Failure } from '@plumbline/contract/failures.ts'
import { MAX_CENTS } from '@plumbline/contract/money.ts'
import { amountInCents, totalsOf } from '@plumbline/contract/totals.ts'
import type { WorkCalendar } from '@plumbline/contract/workdays.ts'
import { publish } from '../../events/publish.ts'
import type { AuditEntry } from '../../events/recordAudit.ts'
import type { Db } from '../../platform/db/handle.ts'
import { updateJob } from '../jobs/queries.ts'
import { requirePhotos } from './photos.ts'
import * as queries from './queries.ts'

/** The total of a draft with tax, in cents. */
export const totalOf = ({ lines, taxRate }: ChangeOrderDraft): number =>
  Number(amountInCents(totalsOf(lines, { discount: null, taxRate }).total))

type JobTerms = Pick<queries.FoundChange['job'], 'approvedAmount' | 'endDate' | 'status'>

/** The contract of a job before and after a change. */
export function effectOf(
  { approvedAmount, endDate, status }: JobTerms,
  {
    total,
    daysAdded,
    movesEnd,
  }: Pick<ChangeOrderDraft, 'daysAdded' | 'movesEnd'> & { total: number },
  calendar: WorkCalendar,
): Effect {
  const amountBefore = approvedAmount ?? 0
  return {
    amountBefore,
    amountAfter: amountBefore + total,
    endBefore: endDate,
    // A finished job stays finished on its day.
    endAfter:
      endDate && movesEnd && status !== 'completed' ? calendar.add(endDate, daysAdded) : endDate,
  }
}

interface Reading {
  readonly today: string
  readonly calendar: WorkCalendar
}

/** A change order as the API returns it to the office. */
export function toChangeOrder(
  found: queries.FoundChange,
  { today, calendar }: Reading,
): ChangeOrder {
  const { order, job } = found
  const { total } = order
  const status = queries.statusOn(found, today)
  // The customer answers what was sent, whatever the draft says by now.
  const offered = status === 'sent' && order.sent ? order.sent : queries.draftOf(order)
  const effect = effectOf(job, { ...offered, total: totalOf(offered) }, calendar)
  return {
    ...queries.draftOf(order),
    id: order.id,
    jobId: job.id,
    jobName: job.name,
    number: order.number,
    status,
    total: (total / 100).toFixed(2),
    effect: status === 'approved' ? null : effect,
    differsFromSent: order.sent !== null && !isDeepStrictEqual(order.sent, queries.draftOf(order)),
    acceptedByName: found.acceptedByName,
    acceptNote: order.acceptNote,
    clientName: found.addresseeId === null ? null : found.clientName,
    customerEmail: job.customerEmail,
    customerPhone: job.customerPhone,
    updatedAt: order.updatedAt.toISOString(),
  }
}

interface About {
  readonly id: string
  readonly jobId: string
}

/** Publishes what happened to a draft, which is for the office alone. */
const publishDraft = (db: Db, actorId: string, name: EventName, { id, jobId }: About) =>
  publish(db, actorId, { name, subjectId: id, jobId, readers: 'office' })

/** Adds a draft to a locked job. Fails with 409 for a job that has too many change orders. */
export async function createChange(
  db: Db,
  actorId: string,
  job: Parameters<typeof queries.insertChange>[1],
  draft: ChangeOrderDraft,
): Promise<string> {
  const { id: jobId } = job
  if ((await queries.countChanges(db, jobId)) >= MAX_CHANGE_ORDERS)
    throw new Failure('tooManyChangeOrders')
  await requirePhotos(db, jobId, draft.photoIds)
  const id = await queries.insertChange(db, job, { ...draft, total: totalOf(draft) })
  await publishDraft(db, actorId, 'changeOrder.created', { id, jobId })
  return id
}

/** Replaces the draft of a locked change order. Fails with 409 for an approved one. */
export async function changeDraft(
  db: Db,
  actorId: string,
  { order, chosenPhotos }: queries.FoundChange,
  draft: ChangeOrderDraft,
) {
  const { id, jobId, status } = order
  if (status === 'approved') throw new Failure('changeOrderApproved')
  // One may have been deleted while the form was open.
  const added = draft.photoIds.filter((photo) => !chosenPhotos.includes(photo))
  await requirePhotos(db, jobId, added)
  await queries.updateChange(db, id, { ...draft, total: totalOf(draft) })
  await publishDraft(db, actorId, 'changeOrder.changed', { id, jobId })
}

/** Deletes a locked change order. Fails with 409 for one that was sent or approved. */
export async function deleteDraft(
  db: Db,
  actorId: string,
  { id, jobId, sent, status }: queries.ChangeOrderRow,
) {
  if (sent || status === 'approved') throw new Failure('changeOrderSent')
  await queries.deleteChange(db, id)
  await publishDraft(db, actorId, 'changeOrder.deleted', { id, jobId })
}

/** Fails with 409 for a change that no contract can have. */
export function requirePossible({ amountAfter }: Effect) {
  if (amountAfter < 0) throw new Failure('contractBelowZero')
  if (amountAfter > MAX_CENTS) throw new Failure('contractTooLarge')
}

/** The audit entry for a contract that a change order moved, in cents. */
export const amountChange = (
  { job: { id, name } }: queries.FoundChange,
  { amountBefore: before, amountAfter: after }: Effect,
): AuditEntry => ({
  ...{ action: 'job.amountChanged', subjectId: id, subject: name },
  detail: { before, after },
})

interface Approval {
  readonly draft: ChangeOrderDraft
  readonly now: Date
  readonly calendar: WorkCalendar
  /** Null for a customer with a link. */
  readonly actorId: string | null
  /** The way in which the customer said yes, where the office approves it for them. */
  readonly note?: string
}

/**
 * Approves a locked change order, as it was signed or as it is drafted: the contract of its job,
 * and perhaps the end, move by it. Fails with 409 if it was approved before, or the contract would
 * be below zero.
 * @returns the amount of the contract before and after, in cents
 */
export async function approveChange(
  db: Db,
  change: queries.FoundChange,
  { draft, now, calendar, actorId, note }: Approval,
): Promise<Effect> {
  const { order, job } = change
  if (order.status === 'approved') throw new Failure('changeOrderApproved')
  const total = totalOf(draft)
  const effect = effectOf(job, { ...draft, total }, calendar)
  requirePossible(effect)
  const { amountAfter, endBefore, endAfter } = effect
  const movesEnd = endAfter !== null && endAfter !== endBefore
  await updateJob(db, job.id, {
    approvedAmount: amountAfter,
    ...(movesEnd && { endDate: endAfter }),
  })
  await queries.updateChange(db, order.id, {
    ...draft,
    ...{ total, status: 'approved', decidedAt: now },
    // The customer of the job said yes to the office, also if it was sent to another one before.
    ...(note !== undefined && {
      ...{ acceptedById: actorId, acceptNote: note, customerId: job.customerId },
    }),
  })
  const about = { subjectId: job.id, jobId: job.id }
  await publish(
    db,
    actorId,
    {
      ...{ name: 'changeOrder.approved', subjectId: order.id, jobId: job.id },
      ...{ readers: queries.readersOf(change), detail: { number: order.number } },
    },
    movesEnd
      ? { ...about, name: 'job.dates', detail: { startDate: null, endDate: endAfter } }
      : // Subs do not see amounts.
        { ...about, name: 'job.changed', readers: 'client' },
  )
  return effect
}
