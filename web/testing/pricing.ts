import type { BidPricing, PricedLine } from '@plumbline/contract/pricing.ts'
import { bid } from './rows.ts'

/** A line of a price for tests with these fields changed. */
export const pricedLine = (description: string, change: Partial<PricedLine> = {}): PricedLine => ({
  ...{ description, details: null, quantity: '1', unit: null, unitPrice: '100', unitCost: null },
  ...{ category: 'other', taxable: false, allowance: false, chosen: true },
  ...change,
})

/** The price of the first bid for tests, without lines, with these fields changed. */
export const pricing = (change: Partial<BidPricing> = {}): BidPricing => ({
  ...{ bidId: bid(1).id, sections: [], discount: null, taxRate: '0', schedule: [] },
  ...{ validDays: 30, introduction: null, terms: [], updatedAt: '2026-11-01T12:00:00.000Z' },
  ...change,
})
