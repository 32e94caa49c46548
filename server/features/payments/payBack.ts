import { publish } from '../../events/publish.ts'
import type { Db } from '../../platform/db/handle.ts'
import { type DatedNet, findNet, insertAllocations, lastDayOf } from './ledger.ts'
import * as queries from './queries.ts'
import { dayOfTaking, type Recording, takeBack } from './service.ts'

interface PaidBack {
  /** In cents. */
  readonly amount: number
  readonly note: string
  /** The refund or the dispute at Stripe. */
  readonly stripeId: string
}

/** The uses that are taken back for an amount, in part where it ends in one. */
function partsFor(uses: readonly DatedNet[], amount: number): DatedNet[] {
  let missing = amount
  return uses.flatMap((use) => {
    const part = Math.min(use.amount, missing)
    missing -= part
    return part > 0 ? [{ ...use, amount: part }] : []
  })
}

/**
 * Records that an amount of a payment, whose customer is locked, went back to where it came from.
 * Its credit is used first, then the last invoices that it pays, which are owed again.
 * @returns whether the payment had that much left; nothing is recorded otherwise
 */
export async function payBack(
  db: Db,
  step: Recording,
  found: queries.FoundPayment,
  { amount, note, stripeId }: PaidBack,
): Promise<boolean> {
  if (found.isReversed) return false
  const { actorId } = step
  const { id, customerId, method, reference } = found
  const uses = await findNet(db, { paymentId: id })
  const ofInvoices = uses.filter(({ invoiceId }) => invoiceId !== null)
  const credit = uses.reduce((left, use) => left - use.amount, found.amount)
  const invoiced = ofInvoices.reduce((all, use) => all + use.amount, 0)
  if (amount > credit + invoiced) return false
  const last = (await lastDayOf(db, id)) ?? found.day
  const day = dayOfTaking(step, uses, last > found.day ? last : found.day)
  const taken = partsFor(ofInvoices, Math.max(0, amount - credit))
  await takeBack(db, step, taken, { day, words: note })
  const refundId = await queries.insertPayment(db, {
    ...{ customerId, kind: 'refund', day, amount, method, reference, note, stripeId },
    recordedById: actorId,
  })
  const use = { paymentId: id, creditMemoId: null, invoiceId: null, refundId, amount, day }
  await insertAllocations(db, actorId, [use])
  await publish(db, actorId, { name: 'payment.recorded', subjectId: refundId })
  return true
}
