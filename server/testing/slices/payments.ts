import type { paymentRoutes } from '@plumbline/contract/payments.ts'
import { canary } from '../canary.ts'
import type { Cast } from '../walk/cast.ts'
import type { SliceTests } from '../walk/sliceTests.ts'
import { newCustomer } from './customers.ts'
import { issuedInvoice } from './invoices.ts'

const paid = { day: '2026-01-15', method: 'check', reference: '1042' } as const

/** A payment of $50 that is credit of a new customer. */
async function newPayment(cast: Cast): Promise<string> {
  const customerId = await newCustomer(cast)
  const credit = { ...paid, customerId, amount: 5000, allocations: [], keepCredit: true }
  return (await cast.make('/api/payments', credit)).id
}

/** An invoice of $120 that a payment is for. */
async function paidInvoice(cast: Cast) {
  const { id: invoiceId, customerId } = await issuedInvoice(cast)
  const allocations = [{ invoiceId, amount: 12_000 }]
  const payment = { ...paid, customerId, amount: 12_000, allocations }
  return { invoiceId, paymentId: (await cast.make('/api/payments', payment)).id }
}

export const payments: SliceTests<typeof paymentRoutes> = {
  things: { '/api/payments': newPayment },
  writes: {
    record: async (stage) => {
      const { id: invoiceId, customerId } = await issuedInvoice(stage)
      const allocations = [{ invoiceId, amount: 5000 }]
      return { body: { ...paid, customerId, amount: 6000, allocations, keepCredit: true } }
    },
    refund: async (stage) => {
      const customerId = await newCustomer(stage)
      const credit = { ...paid, customerId, amount: 5000, allocations: [], keepCredit: true }
      await stage.make('/api/payments', credit)
      return { body: { ...paid, customerId, amount: 2000 } }
    },
    writeOff: async (stage) => {
      const { id, issuedOn } = await issuedInvoice(stage)
      return { params: { id }, body: { day: issuedOn, amount: 12_000, note: 'Moved away' } }
    },
    apply: async (stage) => {
      const { id: invoiceId, customerId } = await issuedInvoice(stage)
      const credit = { ...paid, customerId, amount: 5000, allocations: [], keepCredit: true }
      await stage.make('/api/payments', credit)
      return {
        params: { id: customerId },
        body: { allocations: [{ invoiceId, amount: 5000 }] },
      }
    },
    release: async (stage) => {
      const { invoiceId, paymentId } = await paidInvoice(stage)
      return { params: { id: invoiceId }, body: { kind: 'payment', id: paymentId } }
    },
    reverse: async (stage) => {
      const { paymentId } = await paidInvoice(stage)
      return { params: { id: paymentId }, body: { note: 'The check bounced' } }
    },
    // No emails are sent by the server of these tests.
    send: async (stage) => ({
      ...{ params: { id: await newPayment(stage) }, body: { email: 'olga@example.com' } },
      refused: 409,
    }),
  },
  async canaries({ post }) {
    const customer = await post('/api/customers', { name: canary('paying customer') })
    const words = { reference: canary('payment reference'), note: canary('payment note') }
    const entry = { ...paid, ...words, customerId: customer.id, amount: 100 }
    await post('/api/payments', { ...entry, allocations: [], keepCredit: true })
  },
  readers: { 'paying customer': 'A', 'payment reference': 'A', 'payment note': 'A' },
}
