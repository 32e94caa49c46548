import type { quickBooksRoutes } from '@plumbline/contract/quickBooks.ts'
import { canary } from '../canary.ts'
import type { Cast } from '../walk/cast.ts'
import type { SliceTests } from '../walk/sliceTests.ts'
import { issuedInvoice } from './invoices.ts'

/** An export of a new invoice. */
async function newRun(cast: Cast) {
  await issuedInvoice(cast)
  return cast.make('/api/quickbooks-runs', {})
}

export const quickBooks: SliceTests<typeof quickBooksRoutes> = {
  things: { '/api/quickbooks-runs': async (cast) => (await newRun(cast)).id },
  writes: {
    create: async (stage) => {
      await issuedInvoice(stage)
      return {}
    },
    remove: async (stage) => ({ params: { id: (await newRun(stage)).id } }),
  },
  async canaries({ post }) {
    const customer = await post('/api/customers', { name: canary('exported customer') })
    const entry = { day: '2026-01-15', method: 'check', amount: 100, keepCredit: true }
    await post('/api/payments', { ...entry, customerId: customer.id, allocations: [] })
    await post('/api/quickbooks-runs', {})
  },
  readers: { 'exported customer': 'A' },
}
