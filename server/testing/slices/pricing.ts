import type { priceListRoutes } from '@plumbline/contract/priceList.ts'
import type { pricingRoutes } from '@plumbline/contract/pricing.ts'
import type { proposalSettingsRoutes } from '@plumbline/contract/proposalSettings.ts'
import { canaries, canary } from '../canary.ts'
import { type Cast, next } from '../walk/cast.ts'
import type { SliceTests } from '../walk/sliceTests.ts'

const line = { description: 'Footings', quantity: '16', unit: 'each', unitPrice: '298' }
const section = { title: 'Room', lines: [line] }

export const pricing: SliceTests<typeof pricingRoutes> = {
  writes: {
    update: ({ id }) => ({
      params: { id: id('/api/pending-bids') },
      body: { sections: [section], taxRate: '8.25' },
    }),
  },
  async canaries({ post, put }) {
    const bid = await post('/api/pending-bids', { name: 'Priced', address: '6 Elm St' })
    const texts = {
      description: canary('bid line'),
      details: canary('bid line details'),
      unit: canary('unit'),
    }
    await put(`/api/pending-bids/${bid.id}/pricing`, {
      sections: [{ title: canary('bid section'), lines: [{ ...line, ...texts }] }],
      schedule: [{ title: canary('bid payment') }],
      introduction: canary('bid introduction'),
      terms: [{ title: canary('bid terms'), text: canary('bid terms text') }],
    })
  },
  readers: {
    'bid line': 'A',
    'bid line details': 'A',
    unit: 'A',
    'bid section': 'A',
    'bid payment': 'A',
    'bid introduction': 'A',
    'bid terms': 'A',
    'bid terms text': 'A',
  },
}

const newSavedLine = async ({ make }: Cast): Promise<string> =>
  (await make('/api/price-list', { description: `Window ${next()}`, unitPrice: '1150' })).id

export const priceList: SliceTests<typeof priceListRoutes> = {
  things: { '/api/price-list': newSavedLine },
  writes: {
    create: () => ({ body: { description: 'Siding', unit: 'sq', unitPrice: '800' } }),
    update: ({ id }) => ({ params: { id: id('/api/price-list') }, body: { unitCost: '585.5' } }),
    remove: async (stage) => ({ params: { id: await newSavedLine(stage) } }),
  },
  async canaries({ post }) {
    const texts = canaries('saved line', ['description', 'details'])
    await post('/api/price-list', { ...texts, unitPrice: '10' })
  },
  readers: { 'saved line description': 'A', 'saved line details': 'A' },
}

export const proposalSettings: SliceTests<typeof proposalSettingsRoutes> = {
  writes: { update: () => ({ body: { taxRate: '8.25', validDays: 14 } }) },
  async canaries({ put }) {
    await put('/api/proposal-settings', {
      taxName: canary('tax name'),
      consentText: canary('consent text'),
      licenseNumber: canary('license number'),
      terms: [{ title: canary('terms title'), text: canary('terms text') }],
    })
  },
  readers: {
    'tax name': 'A  C',
    'consent text': 'A  C',
    'license number': 'A  C',
    'terms title': 'A',
    'terms text': 'A',
  },
}
