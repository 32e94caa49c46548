import { Failure } from '@plumbline/contract/failures.ts'
import { chosenLines } from '@plumbline/contract/pricedLines.ts'
import type { BidPricing, Pricing } from '@plumbline/contract/pricing.ts'
import { amountInCents, totalsOf } from '@plumbline/contract/totals.ts'
import { eq, sql } from 'drizzle-orm'
import { findProposalSettings } from '../../access/company/proposalSettings.ts'
import { publish } from '../../events/publish.ts'
import type { Db } from '../../platform/db/handle.ts'
import { bidPricings } from '../../schema/pricing.ts'
import { isTaxExempt } from '../customers/queries.ts'
import { type BidRow, findBid, updateBid } from './queries.ts'

export interface PricedBid {
  readonly bid: BidRow
  readonly pricing: BidPricing
  /** The version of the price. */
  readonly updatedAt: Date
}

/** The price that a bid without one begins with: no lines, and the defaults of the company. */
async function newPricing(db: Db, bid: BidRow): Promise<Pricing> {
  const { taxRate, validDays, terms } = await findProposalSettings(db)
  return {
    sections: [],
    discount: null,
    taxRate: (await isTaxExempt(db, bid.customerId)) ? '0' : taxRate,
    schedule: [],
    validDays,
    introduction: null,
    terms,
  }
}

/**
 * A bid with its price, which has the version of the bid's creation as long as none was saved. With
 * `lock`, the bid is locked.
 */
export async function findPricing(
  db: Db,
  bidId: string,
  options?: { lock: boolean },
): Promise<PricedBid | undefined> {
  const bid = await findBid(db, bidId, options)
  if (!bid) return undefined
  const [row] = await db.select().from(bidPricings).where(eq(bidPricings.bidId, bidId))
  const updatedAt = row?.updatedAt ?? bid.createdAt
  const pricing = row?.pricing ?? (await newPricing(db, bid))
  return { bid, updatedAt, pricing: { ...pricing, bidId, updatedAt: updatedAt.toISOString() } }
}

/** Whether a bid has lines, whose total is its estimated amount. */
export async function isPriced(db: Db, bidId: string): Promise<boolean> {
  const [row] = await db
    .select({
      isPriced: sql<boolean>`jsonb_path_exists(${bidPricings.pricing}, '$.sections[*].lines[0]')`,
    })
    .from(bidPricings)
    .where(eq(bidPricings.bidId, bidId))
  return row?.isPriced ?? false
}

/**
 * Replaces the price of a locked bid. If there are lines, its estimated amount becomes the total
 * with the lines that are chosen at first. Fails with 409 for an approved bid.
 */
export async function changePricing(
  db: Db,
  actorId: string,
  bid: BidRow,
  pricing: Pricing,
): Promise<BidPricing> {
  if (bid.status === 'approved') throw new Failure('bidDecided')
  const [row] = await db
    .insert(bidPricings)
    .values({ bidId: bid.id, pricing })
    .onConflictDoUpdate({ target: bidPricings.bidId, set: { pricing } })
    .returning({ updatedAt: bidPricings.updatedAt })
  const { total } = totalsOf(chosenLines(pricing.sections), pricing)
  if (pricing.sections.some(({ lines }) => lines.length > 0))
    await updateBid(db, bid.id, { estimatedAmount: Number(amountInCents(total)) })
  await publish(db, actorId, { name: 'bid.priced', subjectId: bid.id, detail: { total } })
  const { updatedAt } = row as { updatedAt: Date }
  return { ...pricing, bidId: bid.id, updatedAt: updatedAt.toISOString() }
}
