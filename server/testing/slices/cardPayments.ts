import type { cardPaymentRoutes } from '@plumbline/contract/cardPayments.ts'
import { cardSessions } from '../../schema/cardPayments.ts'
import type { Stage } from '../walk/cast.ts'
import type { SliceTests } from '../walk/sliceTests.ts'
import { newOwnInvoice } from './clientInvoices.ts'

/** No cards are taken by the server of these tests. */
const refused = async (stage: Stage) => ({
  params: { id: await newOwnInvoice(stage) },
  cookie: stage.people.client.cookie,
  refused: 409,
})

/** An invoice of $120 to the client of a job. */
const draftOf = (jobId: string, customerId: string, title: string) => ({
  ...{ customerId, jobId, title, basis: { kind: 'lines' } },
  lines: [{ description: 'Hanging a door', quantity: '2', unitPrice: '60' }],
})

export const cardPayments: SliceTests<typeof cardPaymentRoutes> = {
  writes: {
    pay: refused,
    settle: async (stage) => ({ ...(await refused(stage)), body: { session: 'cs_1' } }),
  },
  /** An invoice with a payment that the bank has not answered, and one that it has refused. */
  async canaries({ post, write, w, jobId }) {
    const { customerId } = await write('ada', 'GET', `/api/jobs/${jobId}`)
    const { now: expiresAt } = w.clock
    for (const state of ['processing', 'failed'] as const) {
      const { id } = await post('/api/invoices', draftOf(jobId, customerId, 'Paid by card'))
      await post(`/api/invoices/${id}/issue`, { overContract: true })
      await w.db.insert(cardSessions).values({
        ...{ invoiceId: id, attempt: 1, amount: 12_000, state },
        ...{ stripeId: `cs_${state}`, expiresAt },
      })
    }
  },
  answers: {
    pay: async ({ call, w, jobId }) => {
      const { body: job } = await w.call('ada', 'GET', `/api/jobs/${jobId}`)
      const draft = draftOf(jobId, job.customerId, 'To pay by card')
      const { body } = await w.call('ada', 'POST', '/api/invoices', draft)
      const issue = { overContract: true }
      await w.call('ada', 'POST', `/api/invoices/${body.id}/issue`, issue)
      return [await call('POST', `/api/my-invoices/${body.id}/pay`)]
    },
  },
}
