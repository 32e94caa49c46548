import { isApprovable } from '@plumbline/contract/bidStatuses.ts'
import { addDays, dayIn } from '@plumbline/contract/dates.ts'
import { Failure, invalid } from '@plumbline/contract/failures.ts'
import { chosenLines, type LineCategory } from '@plumbline/contract/pricedLines.ts'
import type { BidPricing } from '@plumbline/contract/pricing.ts'
import type { SendProposal } from '@plumbline/contract/proposals.ts'
import { amountInCents, lineAmount, scheduleOf, smallestTotal } from '@plumbline/contract/totals.ts'
import type { Company } from '../../access/company/queries.ts'
import { canonicalOf, sha256Of } from '../../documents/canonical.ts'
import { type Proposal, totalOf } from '../../documents/model.ts'
import { publish } from '../../events/publish.ts'
import type { Db } from '../../platform/db/handle.ts'
import { newId } from '../../platform/db/ids.ts'
import { proposalOf } from '../bids/document.ts'
import type { PricedBid } from '../bids/pricing.ts'
import { linkHashOf } from './links.ts'
import * as queries from './queries.ts'

/** The circumstances of a step: its actor and moment, and the secret under which links are made. */
export interface Step {
  readonly actorId: string
  readonly company: Company
  readonly now: Date
  readonly secret: string
}

/** The cost of the chosen lines by category, in exact dollars, where it is known. */
function costsOf({ sections }: BidPricing): Partial<Record<LineCategory, string>> {
  const costs: Partial<Record<LineCategory, bigint>> = {}
  for (const { category, quantity, unitCost } of chosenLines(sections)) {
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

/**
 * Sends a locked bid as it is now: a new version, in place of the one that is open. Fails with 409
 * for a bid that was decided or offers nothing, and with 400 for payments above its total.
 */
export async function sendProposal(
  db: Db,
  { actorId, company, now, secret }: Step,
  priced: PricedBid,
  { email = null, total: shown }: SendProposal,
): Promise<string> {
  const { bid, pricing } = priced
  if (!isApprovable(bid.status)) throw new Failure('bidDecided')
  const proposal = await proposalOf(db, company, priced)
  const total = totalOf(proposal)
  if (total === null) throw new Failure('nothingToSend')
  if (shown !== undefined && shown !== total) throw new Failure('stale')
  requirePayable(proposal)
  const today = dayIn(company.timeZone, now)
  const before = await queries.lastVersion(db, bid.id)
  if (before?.status === 'sent') await close(db, before, { kind: 'replaced', actorId })
  const content = canonicalOf(proposal)
  const linked = { id: newId(), linkMadeAt: now }
  const { id, version } = await queries.insertProposal(db, {
    ...linked,
    bidId: bid.id,
    number: before?.number ?? (await queries.nextNumber(db, Number(today.slice(0, 4)))),
    version: (before?.version ?? 0) + 1,
    content,
    sha256: sha256Of(content),
    total: Number(amountInCents(total)),
    costs: costsOf(pricing),
    lastDay: addDays(today, pricing.validDays),
    sentById: actorId,
    sentTo: email,
    linkHash: linkHashOf(linked, secret),
  })
  await queries.insertHappening(db, { proposalId: id, kind: 'sent', actorId })
  await publishStep(db, actorId, bid.id, 'sent', version)
  return id
}

const publishStep = (db: Db, actorId: string, bidId: string, kind: string, version: number) =>
  publish(db, actorId, { name: 'bid.proposal', subjectId: bidId, detail: { kind, version } })

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
  proposal: queries.ProposalRow,
  note: string | null,
) {
  if (proposal.status !== 'sent') throw new Failure('proposalClosed')
  await close(db, proposal, { kind: 'withdrawn', actorId, note })
  await publishStep(db, actorId, proposal.bidId, 'withdrawn', proposal.version)
}

/** Makes a new link of a locked proposal. Fails with 409 unless it is open and not over. */
export async function renewLink(
  db: Db,
  { actorId, company, now, secret }: Step,
  proposal: queries.ProposalRow,
): Promise<queries.ProposalRow> {
  const { id, bidId, version } = proposal
  const today = dayIn(company.timeZone, now)
  if (queries.statusOn(proposal, today) !== 'sent') throw new Failure('linkEnded')
  // No two links of a proposal are made at the same moment, which they are derived from.
  const linkMadeAt = new Date(Math.max(now.getTime(), proposal.linkMadeAt.getTime() + 1))
  const linkHash = linkHashOf({ id, linkMadeAt }, secret)
  const renewed = await queries.updateProposal(db, id, { linkMadeAt, linkHash })
  await queries.insertHappening(db, { proposalId: id, kind: 'renewed', actorId })
  await publishStep(db, actorId, bidId, 'renewed', version)
  return renewed
}
