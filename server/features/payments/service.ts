import { dayIn } from '@plumbline/contract/dates.ts'
import { Failure, type Fields, invalid } from '@plumbline/contract/failures.ts'
import {
  type Allocated,
  allocate,
  creditOf,
  latestOf,
  leftOf,
  type Source,
} from '@plumbline/contract/ledger.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import type { NewPayment, NewRefund, NewWriteOff } from '@plumbline/contract/payments.ts'
import { paidBy } from '@plumbline/contract/paymentTexts.ts'
import type { Step } from '../../access/company/step.ts'
import { publish } from '../../events/publish.ts'
import type { Db } from '../../platform/db/handle.ts'
import { lockHead } from '../customers/queries.ts'
import { publishPaid } from '../invoices/events.ts'
import { type FoundInvoice, insertHistory } from '../invoices/queries.ts'
import { queueReminders } from '../invoices/reminders.ts'
import {
  type DatedNet,
  findNet,
  findPayables,
  findSources,
  insertAllocations,
  type Payable,
} from './ledger.ts'
import * as queries from './queries.ts'
import { requireReceipt } from './receipts.ts'

/** The circumstances of an entry. Nobody of the company records one that Stripe reports. */
export type Recording = Omit<Step, 'actorId' | 'secret'> & { readonly actorId: string | null }

const todayOf = ({ company, now }: Recording) => dayIn(company.timeZone, now)

type Wish = NewPayment['allocations'][number]
type Payables = readonly (Payable & { readonly amount: number })[]

/** Locks a customer, or the one it was merged into. Fails with 400 if it was deleted. */
async function requireCustomer(db: Db, id: string): Promise<string> {
  const head = await lockHead(db, id)
  if (head === undefined) throw invalid({ customerId: 'This customer was deleted' })
  return head
}

/** Fails with 400 for a day after today. */
function requirePast(day: string, step: Recording) {
  if (day > todayOf(step)) throw invalid({ day: 'Choose a day up to today' })
}

/** The problem with an amount for an invoice; undefined if it can be paid. */
function problemOf(found: Payable | undefined, customerId: string, amount: number) {
  if (!found || found.customerId !== customerId) return 'This is no invoice of this customer'
  if (found.kind === 'creditMemo') return `${found.number} is a credit memo`
  if (found.isVoid) return `Invoice ${found.number} is void`
  if (found.owed <= 0) return `Invoice ${found.number} is paid already`
  if (amount > found.owed)
    return `Only ${formatCents(found.owed)} is owed of invoice ${found.number}`
  return undefined
}

/**
 * The invoices of a locked customer that amounts are for. Fails with 400 for another customer's,
 * for one that is void, and for more than is owed.
 */
async function requirePayables(
  db: Db,
  customerId: string,
  wishes: readonly Wish[],
): Promise<Payables> {
  const ids = wishes.map(({ invoiceId }) => invoiceId)
  const byId = new Map((await findPayables(db, ids)).map((found) => [found.id, found]))
  const fields: Record<string, string> = {}
  const payables = wishes.flatMap(({ invoiceId, amount }, at) => {
    const found = byId.get(invoiceId)
    const problem = problemOf(found, customerId, amount)
    if (problem !== undefined) fields[`allocations.${at}.amount`] = problem
    return found ? [{ ...found, amount }] : []
  })
  if (Object.keys(fields).length > 0) throw invalid(fields satisfies Fields)
  return payables
}

/** The source of a use of money. */
const columnsOf = ({ kind, id }: Source) => ({
  paymentId: kind === 'payment' ? id : null,
  creditMemoId: kind === 'creditMemo' ? id : null,
})

/** Adds the uses of sources for invoices. */
const insertFor = (
  db: Db,
  actorId: string | null,
  allocated: readonly Allocated<Payables[number]>[],
): Promise<void> =>
  insertAllocations(
    db,
    actorId,
    allocated.map(({ source, wanted, amount, day }) => ({
      ...columnsOf(source),
      ...{ invoiceId: wanted.id, refundId: null, amount, day },
    })),
  )

/**
 * The day on which uses of money are taken back: today. Where the company moved to another time
 * zone, it can be before the day from which one of them counts, which is the earliest one.
 */
export const dayOfTaking = (step: Recording, uses: readonly DatedNet[], from = ''): string =>
  latestOf([todayOf(step), from, ...uses.map(({ lastDay }) => lastDay)])

/** Takes uses of money back from a day on: what they paid is owed again. */
export async function takeBack(
  db: Db,
  step: Recording,
  uses: readonly DatedNet[],
  { day, words }: { readonly day: string; readonly words?: string },
) {
  await insertAllocations(
    db,
    step.actorId,
    uses.map(({ lastDay: _, ...use }) => ({ ...use, amount: -use.amount, day })),
  )
  await noteUses(db, step, 'takenBack', uses, words)
}

/**
 * Notes uses of money, or their end, in the histories of the invoices, publishes them, and queues
 * the reminders of what is owed now.
 */
async function noteUses(
  db: Db,
  { actorId, now }: Recording,
  kind: 'payment' | 'writeOff' | 'credit' | 'takenBack',
  uses: readonly { readonly invoiceId: string | null; readonly amount: number }[],
  words?: string,
) {
  const noted = uses.flatMap(({ invoiceId, amount }) => {
    const note = [formatCents(amount), words].filter(Boolean).join(', ')
    return invoiceId === null ? [] : [{ invoiceId, kind, actorId, note }]
  })
  if (noted.length === 0) return
  const ids = noted.map(({ invoiceId }) => invoiceId)
  await insertHistory(db, noted)
  await queueReminders(db, ids, now)
  await publishPaid(db, actorId, ids, { isMoney: kind === 'payment' })
}

/** Queues the email with a receipt, and notes it. Fails with 409 where no emails are sent. */
async function queueReceipt(
  db: Db,
  { actorId, now, emails }: Recording,
  { paymentId, invoiceIds }: { readonly paymentId: string; readonly invoiceIds: readonly string[] },
  address: string,
) {
  if (!emails) throw new Failure('emailsOff')
  await queries.queueReceipt(db, { paymentId, address }, now)
  const noted = { kind: 'receipt', actorId, note: address } as const
  await insertHistory(
    db,
    invoiceIds.map((invoiceId) => ({ ...noted, invoiceId })),
  )
}

/**
 * Records a payment for invoices. Fails with 400 for one of a later day, and for more than is owed
 * unless the rest is meant as credit. `stripeId` is the id at Stripe of one that was made there.
 * @returns its id
 */
export async function recordPayment(
  db: Db,
  step: Recording,
  { customerId: typed, allocations, keepCredit, email = null, ...entry }: NewPayment,
  stripeId: string | null = null,
): Promise<string> {
  const { actorId } = step
  const customerId = await requireCustomer(db, typed)
  requirePast(entry.day, step)
  const payables = await requirePayables(db, customerId, allocations)
  const credit = creditOf(entry.amount, allocations)
  if (credit < 0)
    throw invalid({ amount: `The invoices add up to ${formatCents(entry.amount - credit)}` })
  if (credit > 0 && !keepCredit)
    throw invalid({ keepCredit: `${formatCents(credit)} is for no invoice. Keep it as credit` })
  const row = { ...entry, stripeId, customerId, kind: 'payment', recordedById: actorId } as const
  const id = await queries.insertPayment(db, row)
  const source = { kind: 'payment', id, from: entry.day, left: entry.amount } as const
  await insertFor(db, actorId, allocate([source], payables))
  await noteUses(
    db,
    step,
    'payment',
    allocations,
    paidBy({ method: entry.method, reference: entry.reference ?? null }),
  )
  await publish(db, actorId, { name: 'payment.recorded', subjectId: id })
  if (email !== null) {
    const invoiceIds = allocations.map(({ invoiceId }) => invoiceId)
    await queueReceipt(db, step, { paymentId: id, invoiceIds }, email)
  }
  return id
}

/**
 * Sends the receipt of a locked entry to an address. Fails with 409 for an entry without one, for
 * one that is reversed, and where no emails are sent.
 */
export async function sendReceipt(
  db: Db,
  step: Recording,
  found: queries.FoundPayment,
  address: string,
) {
  requireReceipt(found)
  // Its email would not be sent.
  if (found.isReversed) throw new Failure('noReceipt')
  const about = { paymentId: found.id, invoiceIds: queries.invoiceIdsOf(found) }
  await queueReceipt(db, step, about, address)
  await publish(db, step.actorId, { name: 'payment.sent', subjectId: found.id })
}

/**
 * Records credit that was paid back, of the oldest payments first. Fails with 400 for more than the
 * customer had on that day.
 * @returns its id
 */
export async function recordRefund(
  db: Db,
  step: Recording,
  { customerId: typed, ...entry }: NewRefund,
): Promise<string> {
  const { actorId } = step
  const customerId = await requireCustomer(db, typed)
  requirePast(entry.day, step)
  const { day, amount } = entry
  const all = await findSources(db, customerId)
  const sources = all.filter(({ from }) => from <= day)
  const [credit, onDay] = [leftOf(all), leftOf(sources)]
  if (amount > credit)
    throw invalid({
      amount: credit > 0 ? `Their credit is ${formatCents(credit)}` : 'They have no credit',
    })
  if (amount > onDay)
    throw invalid({ day: `Their credit was ${formatCents(onDay)} on this day. Choose a later one` })
  const row = { ...entry, customerId, kind: 'refund', recordedById: actorId } as const
  const id = await queries.insertPayment(db, row)
  const uses = allocate(sources, [{ amount, from: day }]).map(({ source, ...use }) => ({
    ...columnsOf(source),
    ...{ invoiceId: null, refundId: id, amount: use.amount, day: use.day },
  }))
  await insertAllocations(db, actorId, uses)
  await publish(db, actorId, { name: 'payment.recorded', subjectId: id })
  return id
}

/**
 * Writes off an amount of a locked invoice. Fails with 409 unless it is issued, and with 400 for
 * more than is owed and for a day on which it was not owed yet.
 * @returns the id of the entry
 */
export async function writeOff(
  db: Db,
  step: Recording,
  { id: invoiceId, customerId, status }: FoundInvoice,
  { day, amount, note }: NewWriteOff,
): Promise<string> {
  if (status !== 'issued') throw new Failure('invoiceNotOpen')
  const { actorId } = step
  requirePast(day, step)
  const [payable] = await findPayables(db, [invoiceId])
  const problem = problemOf(payable, customerId, amount)
  if (!payable || problem !== undefined) throw invalid({ amount: problem ?? '' })
  if (day < payable.from) throw invalid({ day: 'Choose a day on which this was owed' })
  const row = { customerId, kind: 'writeOff', day, amount, note, recordedById: actorId } as const
  const id = await queries.insertPayment(db, row)
  const source = { kind: 'payment', id, from: day, left: amount } as const
  await insertFor(db, actorId, allocate([source], [{ ...payable, amount }]))
  await noteUses(db, step, 'writeOff', [{ invoiceId, amount }], note)
  await publish(db, actorId, { name: 'payment.recorded', subjectId: id })
  return id
}

/**
 * Uses the credit of a customer for invoices from today on, the oldest payment first. Fails with
 * 400 for more than they have, and for more than is owed.
 * @returns the id of the customer
 */
export async function applyCredit(
  db: Db,
  step: Recording,
  typedId: string,
  allocations: readonly Wish[],
): Promise<string> {
  const { actorId } = step
  const customerId = await requireCustomer(db, typedId)
  const payables = await requirePayables(db, customerId, allocations)
  const sources = await findSources(db, customerId)
  const credit = leftOf(sources)
  if (creditOf(credit, allocations) < 0)
    throw invalid({
      allocations: credit > 0 ? `Their credit is ${formatCents(credit)}` : 'They have no credit',
    })
  const from = todayOf(step)
  const wanted = payables.map((payable) => ({ ...payable, from }))
  await insertFor(db, actorId, allocate(sources, wanted))
  await noteUses(db, step, 'credit', allocations)
  await publish(db, actorId, { name: 'payment.applied', subjectId: customerId })
  return customerId
}

/**
 * Takes what a source pays of a locked invoice back; it becomes credit. Fails with 409 if it pays
 * nothing of it, and with 400 for a write-off, which is reversed as a whole.
 */
export async function releaseCredit(
  db: Db,
  step: Recording,
  { id: invoiceId, customerId }: FoundInvoice,
  { kind, id }: Pick<Source, 'kind' | 'id'>,
) {
  const payment = kind === 'payment' ? await queries.findPayment(db, id) : undefined
  if (payment?.kind === 'writeOff') throw invalid({ id: 'A write-off is reversed, not taken back' })
  const uses = await findNet(
    db,
    kind === 'payment' ? { paymentId: id, invoiceId } : { creditMemoId: id, invoiceId },
  )
  if (uses.length === 0) throw new Failure('nothingApplied')
  await takeBack(db, step, uses, { day: dayOfTaking(step, uses) })
  await publish(db, step.actorId, { name: 'payment.released', subjectId: customerId })
}

/**
 * Reverses a payment, a refund or a write-off of a locked customer, with everything it was used
 * for. Fails with 409 for one that is reversed or a reversal, and for a payment of which something
 * was paid back.
 */
export async function reversePayment(
  db: Db,
  step: Recording,
  found: queries.FoundPayment,
  note: string,
) {
  if (found.reversesId !== null || found.isReversed) throw new Failure('alreadyReversed')
  const { actorId } = step
  const { id, kind, customerId, amount, method, reference } = found
  const uses = await findNet(db, kind === 'refund' ? { refundId: id } : { paymentId: id })
  if (kind !== 'refund' && uses.some(({ refundId }) => refundId !== null))
    throw new Failure('creditPaidBack')
  const day = dayOfTaking(step, uses, found.day)
  await takeBack(db, step, uses, { day, words: note })
  await queries.insertPayment(db, {
    ...{ customerId, kind, method, reference, note, reversesId: id, recordedById: actorId },
    ...{ amount: -amount, day },
  })
  await publish(db, actorId, { name: 'payment.reversed', subjectId: id })
}
