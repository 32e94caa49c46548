import type { proposalRoutes } from '@plumbline/contract/proposals.ts'
import { canary } from '../canary.ts'
import { type Cast, next } from '../walk/cast.ts'
import type { SliceTests } from '../walk/sliceTests.ts'
import { newChangeOrder } from './changeOrders.ts'

/** A new bid with a line. */
async function pricedBid({ make }: Cast): Promise<string> {
  const bid = { name: `Porch ${next()}`, address: '4 Elm St', estimatedAmount: 500_000 }
  return (await make('/api/pending-bids', bid)).id
}

const newProposal = async (cast: Cast): Promise<string> =>
  (await cast.make(`/api/pending-bids/${await pricedBid(cast)}/proposals`, {})).id

export const proposals: SliceTests<typeof proposalRoutes> = {
  // One that its client reads.
  things: {
    '/api/proposals': async (stage) =>
      (await stage.make(`/api/change-orders/${await newChangeOrder(stage)}/proposals`, {})).id,
  },
  writes: {
    send: async (stage) => ({
      params: { id: await pricedBid(stage) },
      body: { email: 'olga@example.com' },
    }),
    sendChange: async (stage) => ({
      params: { id: await newChangeOrder(stage) },
      body: { email: 'olga@example.com' },
    }),
    renewLink: async (stage) => ({
      params: { id: await newProposal(stage) },
      body: { sendEmail: true },
    }),
    withdraw: async (stage) => ({
      params: { id: await newProposal(stage) },
      body: { note: 'They called' },
    }),
  },
  async canaries({ post }) {
    const bid = { name: 'Sent', address: '7 Elm St', estimatedAmount: 500_000 }
    const { id } = await post('/api/pending-bids', bid)
    const sentTo = `${canary('proposal address')}@example.com`
    const proposal = await post(`/api/pending-bids/${id}/proposals`, { email: sentTo })
    await post(`/api/proposals/${proposal.id}/withdraw`, { note: canary('proposal note') })
  },
  readers: { 'proposal address': 'A', 'proposal note': 'A' },
}
