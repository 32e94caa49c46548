import { isApprovable } from '@plumbline/contract/bidStatuses.ts'
import type { ChangeOrderDraft, Effect } from '@plumbline/contract/changeOrders.ts'
import { addDays, dayIn } from '@plumbline/contract/dates.ts'
import { numberText } from '@plumbline/contract/documentNumbers.ts'
import { Failure, invalid } from '@plumbline/contract/failures.ts'
import { chosenLines, type LineCategory } from '@plumbline/contract/pricedLines.ts'
import type { PricedLine } from '@plumbline/contract/pricing.ts'
import type { RenewLink, SendChangeOrder, SendProposal } from '@plumbline/contract/proposals.ts'
import { amountInCents, lineAmount, scheduleOf, smallestTotal } from '@plumbline/contract/totals.ts'
import { proposalFormat, takeNumber } from '../../access/company/documentNumbers.ts'
import { companyDays } from '../../access/company/service.ts'
import type { Step } from '../../access/company/step.ts'
import { canonicalOf, sha256Of } from '../../documents/canonical.ts'
import { type Proposal, totalOf } from '../../documents/model.ts'
import type { Db } from '../../platform/db/handle.ts'
import { newId } from '../../platform/db/ids.ts'
import { proposalOf } from '../bids/document.ts'
import type { PricedBid } from '../bids/pricing.ts'
import { contentOf } from '../changeOrders/document.ts'
import { findPhotos } from '../changeOrders/photos.ts'
import { draftOf, type FoundChange, updateChange } from '../changeOrders/queries.ts'
import { approveChange, effectOf, requirePossible } from '../changeOrders/service.ts'
import { linkHashOf } from './links.ts'
import { insertPhotos } from './photos.ts'
import * as queries from './queries.ts'
import { publishStep } from './steps.ts'

type CostedLine = Pick<PricedLine, 'category' | 'quantity' | 'unitCost'>

/** The cost of lines by category, in exact dollars, where it is known. */
function costsOf(lines: readonly CostedLine[]): Partial<Record<LineCategory, string>> {
  const costs: Partial<Record<LineCategory, bigint>> = {}
  for (const { category, quantity, unitCost } of lines) {
    if (unitCost === null) continue
    const cost = amountInCents(lineAmount({ quantity, unitPrice: unitCost }))
    costs[category] = (costs[category] ?? 0n) + cost
  }
  return Object.fromEntries(
    Object.entries(costs).map(([category, cents]) => [category, (Number(cents) / 100).toFixed(2)]),
  )
}

/** Refuses payments that are more than the customer may choose to pay (400). */
function requirePayable({ schedule, sections, amount, ...terms }: Proposal) {
  const isPriced = sections.some(({ lines }) => lines.length > 0)
  const least = isPriced ? smallestTotal(sections, terms) : (amount ?? '0')
  if (amountInCents(least) < 0n)
    throw invalid({ sections: 'Without its options the total is below zero' })
  const payments = scheduleOf(
    least,
    schedule.map(({ share }) => share),
  )
  if (payments.some((payment) => amountInCents(payment) < 0n))
    throw invalid({ schedule: 'The payments are more than the smallest total that can be chosen' })
}

interface Version {
  readonly of: queries.VersionsOf
  /** The customer to whom it is sent. */
  readonly customerId: string | null
  readonly content: Proposal
  readonly total: string
  readonly costs: ReturnType<typeof costsOf>
  readonly lastDay: string
  readonly email: string | null
  readonly photoIds: readonly string[]
  /** The number of the first version; the later ones have the same. */
  readonly number: () => Promise<string>
}

/** Freezes a version and makes its link, in place of the version that is open. */
async function insertVersion(
  db: Db,
  { actorId, now, secret, emails }: Step,
  { of, customerId, content: sent, total, costs, lastDay, email, photoIds, number }: Version,
): Promise<queries.ProposalRow> {
  const before = await queries.lastVersion(db, of)
  if (before?.status === 'sent') await close(db, before, { kind: 'replaced', actorId })
  const content = canonicalOf(sent)
  const linked = { id: newId(), linkMadeAt: now }
  const proposal = await queries.insertProposal(db, {
    ...linked,
    ...of,
    customerId,
    number: before?.number ?? (await number()),
    version: (before?.version ?? 0) + 1,
    content,
    sha256: sha256Of(content),
    total: Number(amountInCents(total)),
    costs,
    lastDay,
    sentById: actorId,
    sentTo: email,
    linkHash: linkHashOf(linked, secret),
  })
  await insertPhotos(db, proposal.id, photoIds)
  await queries.insertHappening(db, { proposalId: proposal.id, kind: 'sent', actorId })
  if (emails) await queueOffer(db, proposal, now)
  return proposal
}

/** Queues the email with the link of a version, if it was sent to an address. */
async function queueOffer(db: Db, { id, sentTo }: queries.ProposalRow, now: Date) {
  if (sentTo === null) return
  await queries.queueEmail(db, { proposalId: id, letter: 'offer', address: sentTo }, now)
}

/**
 * Sends a locked bid as it is now: a new version, in place of the one that is open. Fails with 409
 * for a bid that was decided or offers nothing, and with 400 for payments above its total.
 */
export async function sendProposal(
  db: Db,
  step: Step,
  priced: PricedBid,
  { email = null, total: shown }: SendProposal,
): Promise<string> {
  const { bid, pricing } = priced
  if (!isApprovable(bid.status)) throw new Failure('bidDecided')
  const content = await proposalOf(db, step.company, priced)
  const total = totalOf(content)
  if (total === null) throw new Failure('nothingToSend')
  if (shown !== undefined && shown !== total) throw new Failure('stale')
  requirePayable(content)
  const today = dayIn(step.company.timeZone, step.now)
  const proposal = await insertVersion(db, step, {
    ...{ of: { bidId: bid.id }, customerId: bid.customerId },
    ...{ content, total, email, photoIds: [] },
    costs: costsOf(chosenLines(pricing.sections)),
    lastDay: addDays(today, pricing.validDays),
    number: async () => {
      const year = Number(today.slice(0, 4))
      const number = await takeNumber(db, 'proposal', year, proposalFormat)
      return numberText(proposalFormat, year, number)
    },
  })
  await publishStep(db, step.actorId, { ...proposal, change: undefined }, 'sent')
  return proposal.id
}

/** Fails with 409 for a change order that changes nothing. */
function requireContent({ lines, daysAdded }: ChangeOrderDraft) {
  if (lines.length === 0 && daysAdded === 0) throw new Failure('nothingToSend')
}

/** The days in which a change order is to be answered. */
const ANSWER_DAYS = 14
const MAX_ANSWER_DAYS = 365

/**
 * Sends a locked change order as it is now: a new version, in place of the one that is open. Fails
 * with 409 if it was approved, changes nothing, or the contract would be below zero, and with 400
 * for a last day that is over.
 */
export async function sendChange(
  db: Db,
  step: Step,
  change: FoundChange,
  { email = null, total: shown, lastDay }: SendChangeOrder,
): Promise<string> {
  const { order, job } = change
  if (order.status === 'approved') throw new Failure('changeOrderApproved')
  const { today, calendar } = await companyDays(db, step.now)
  const draft = draftOf(order)
  requireContent(draft)
  const photos = await findPhotos(db, order, { lock: true })
  const photoIds = photos.map(({ id }) => id)
  const content = await contentOf(db, step.company, change, photos)
  const total = totalOf(content) ?? '0.00'
  if (shown !== undefined && shown !== total) throw new Failure('stale')
  requirePossible(effectOf(job, order, calendar))
  if (lastDay !== undefined && (lastDay < today || lastDay > addDays(today, MAX_ANSWER_DAYS)))
    throw invalid({ lastDay: 'Choose a day from today to a year from now' })
  const { customerId } = job
  const proposal = await insertVersion(db, step, {
    ...{ of: { changeOrderId: order.id }, customerId, content, total, email, photoIds },
    costs: costsOf(draft.lines),
    lastDay: lastDay ?? addDays(today, ANSWER_DAYS),
    number: async () => `Change order ${order.number}`,
  })
  await updateChange(db, order.id, { status: 'sent', sent: draft, decidedAt: null, customerId })
  await publishStep(db, step.actorId, { ...proposal, change }, 'sent')
  return proposal.id
}

interface Closing {
  readonly kind: 'replaced' | 'withdrawn'
  readonly actorId: string
  readonly note?: string | null
}

/** Ends an open proposal and its link. */
async function close(db: Db, { id }: queries.ProposalRow, { kind, actorId, note = null }: Closing) {
  await queries.updateProposal(db, id, { status: kind, linkHash: null })
  await queries.insertHappening(db, { proposalId: id, kind, actorId, note })
}

/** Withdraws a locked proposal. Fails with 409 unless it is open. */
export async function withdrawProposal(
  db: Db,
  actorId: string,
  proposal: queries.LockedProposal,
  note: string | null,
) {
  if (proposal.status !== 'sent') throw new Failure('proposalClosed')
  await close(db, proposal, { kind: 'withdrawn', actorId, note })
  if (proposal.changeOrderId)
    await updateChange(db, proposal.changeOrderId, { status: 'withdrawn' })
  await publishStep(db, actorId, proposal, 'withdrawn')
}

/**
 * Approves a locked change order that the customer accepted in another way, as it is drafted now.
 * The version that is open ends with the note. Fails with 409 if it changes nothing, and as
 * {@link approveChange}.
 */
export async function acceptChange(
  db: Db,
  { actorId, now }: Pick<Step, 'actorId' | 'now'>,
  change: FoundChange,
  note: string,
): Promise<Effect> {
  const { calendar } = await companyDays(db, now)
  const draft = draftOf(change.order)
  requireContent(draft)
  const effect = await approveChange(db, change, { draft, now, calendar, actorId, note })
  const last = await queries.lastVersion(db, { changeOrderId: change.order.id })
  if (last?.status === 'sent') await close(db, last, { kind: 'withdrawn', actorId, note })
  return effect
}

/**
 * Makes a new link of a locked proposal, and emails it if that is asked for. Fails with 409 unless
 * the proposal is open and not over.
 */
export async function renewLink(
  db: Db,
  { actorId, company, now, secret, emails }: Step,
  proposal: queries.LockedProposal,
  { sendEmail = false }: RenewLink = {},
): Promise<queries.ProposalRow> {
  const { id } = proposal
  const today = dayIn(company.timeZone, now)
  if (queries.statusOn(proposal, today) !== 'sent') throw new Failure('linkEnded')
  // No two links of a proposal are made at the same moment, which they are derived from.
  const linkMadeAt = new Date(Math.max(now.getTime(), proposal.linkMadeAt.getTime() + 1))
  const linkHash = linkHashOf({ id, linkMadeAt }, secret)
  const renewed = await queries.updateProposal(db, id, { linkMadeAt, linkHash })
  await queries.insertHappening(db, { proposalId: id, kind: 'renewed', actorId })
  if (emails && sendEmail) await queueOffer(db, renewed, now)
  await publishStep(db, actorId, proposal, 'renewed')
  return renewed
}
