import type { followUpRoutes } from '@plumbline/contract/bidFollowUps.ts'
import type { Cast } from '../walk/cast.ts'
import type { SliceTests } from '../walk/sliceTests.ts'

async function newFollowUp({ make }: Cast, bidId: string): Promise<string> {
  return (await make(`/api/pending-bids/${bidId}/follow-ups`, { way: 'call', day: '2026-11-19' }))
    .id
}

export const bidFollowUps: SliceTests<typeof followUpRoutes> = {
  things: {
    '/api/bid-follow-ups': (stage) => newFollowUp(stage, stage.id('/api/pending-bids')),
  },
  writes: {
    create: ({ id }) => ({
      params: { id: id('/api/pending-bids') },
      body: { way: 'visit', day: '2026-11-18', note: 'Wants oak', nextDate: '2026-11-25' },
    }),
    remove: async (stage) => ({
      params: { id: await newFollowUp(stage, stage.id('/api/pending-bids')) },
    }),
  },
  readers: { 'followUp note': 'A' },
}
