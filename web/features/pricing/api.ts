import { bidRoutes } from '@plumbline/contract/bids.ts'
import { priceListRoutes } from '@plumbline/contract/priceList.ts'
import { type BidPricing, pricingRoutes } from '@plumbline/contract/pricing.ts'
import { proposalSettingsRoutes } from '@plumbline/contract/proposalSettings.ts'
import type { QueryClient } from '@tanstack/react-query'
import { call, send, type Versioned } from '../../api/call.ts'
import { noteOwnEvents } from '../../api/ownEvents.ts'
import { query, refreshAll } from '../../api/query.ts'
import type { PricingBody } from './draft.ts'

/** The price of a bid. */
export const pricingQuery = (id: string) => query(pricingRoutes.one, { params: { id } })

export const proposalSettingsQuery = query(proposalSettingsRoutes.read)

/** Some saved lines whose texts contain the words. */
export const savedLinesQuery = (search: string, limit: number) =>
  query(priceListRoutes.list, { query: { search, limit: String(limit), total: 'false' } })

/** Some bids whose names or customers contain the words. */
export const bidsQuery = (search: string) =>
  query(bidRoutes.list, { query: { search, limit: '20', total: 'false' } })

/** The number of lines of a price. */
export const countLines = ({ sections }: Pick<BidPricing, 'sections'>) =>
  sections.reduce((count, { lines }) => count + lines.length, 0)

/** The calls that save the price of a bid and read it again. */
export function pricingStore(client: QueryClient, id: string) {
  return {
    async save(body: PricingBody, version: Versioned): Promise<BidPricing> {
      const response = await send(pricingRoutes.update, { params: { id }, body }, { version })
      noteOwnEvents(response)
      const saved = (await response.json()) as BidPricing
      const { queryKey } = pricingQuery(id)
      // The amount of the bid and its history have changed with it.
      void refreshAll(client, () => client.setQueryData(queryKey, saved))
      return saved
    },
    read: () => call(pricingRoutes.one, { params: { id } }),
  }
}
