import type { bidRoutes } from '@plumbline/contract/bids.ts'
import { type Cast, next } from '../walk/cast.ts'
import type { SliceTests } from '../walk/sliceTests.ts'

async function newBid({ make }: Cast): Promise<string> {
  const facts = { address: '4 Elm St', customerName: 'Olga', estimatedAmount: 500_000 }
  return (await make('/api/pending-bids', { name: `Attic ${next()}`, ...facts })).id
}

async function newAppointment({ make }: Cast, bidId: string): Promise<string> {
  const facts = { title: 'Measure', scheduledDate: '2026-11-24T15:00:00.000Z' }
  return (await make(`/api/pending-bids/${bidId}/appointments`, facts)).id
}

export const bids: SliceTests<typeof bidRoutes> = {
  things: {
    '/api/pending-bids': newBid,
    '/api/bid-appointments': (stage) => newAppointment(stage, stage.id('/api/pending-bids')),
  },
  writes: {
    create: () => ({ body: { name: 'Garage', address: '2 Elm St', customerName: 'Olga' } }),
    update: ({ id }) => ({
      params: { id: id('/api/pending-bids') },
      body: { name: 'Loft', status: 'follow_up', followUpDate: '2026-11-20' },
    }),
    updateSeveral: async (stage) => ({
      body: { ids: [await newBid(stage)], status: 'rejected', reason: 'Too dear' },
    }),
    remove: async (stage) => ({ params: { id: await newBid(stage) } }),
    convert: async (stage) => ({
      params: { id: await newBid(stage) },
      body: { note: 'By phone, July 3' },
    }),
    undoConvert: async (stage) => {
      const id = await newBid(stage)
      await stage.make(`/api/pending-bids/${id}/convert`)
      return { params: { id } }
    },
    addAppointment: ({ id }) => ({
      params: { id: id('/api/pending-bids') },
      body: { title: 'Visit', scheduledDate: '2026-11-23T15:00:00.000Z' },
    }),
    updateAppointment: ({ id }) => ({
      params: { id: id('/api/bid-appointments') },
      body: { title: 'Second visit' },
    }),
    removeAppointment: async (stage) => ({
      params: { id: await newAppointment(stage, stage.id('/api/pending-bids')) },
    }),
  },
  readers: {
    'bid name': 'ASTC', // The name and address of the job that it became.
    'bid address': 'ASTC',
    'bid customerName': 'ASTC',
    'bid customerEmail': 'A  C',
    'bid customerPhone': 'ASTC',
    'bid scope': 'A',
    'bid notes': 'A',
    'bid leadSource': 'A',
    'bid followUpNotes': 'A',
    'bid appointmentNotes': 'A',
    'bid reason': 'A',
    'appointment title': 'A',
    'appointment description': 'A',
    'appointment completionNotes': 'A',
  },
}
