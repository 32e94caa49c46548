import type { clientInvoiceRoutes } from '@plumbline/contract/clientInvoices.ts'
import { canary } from '../canary.ts'
import { type Cast, next } from '../walk/cast.ts'
import type { SliceTests } from '../walk/sliceTests.ts'
import { newJob } from './jobs.ts'

/** A line of $120. */
const line = { description: 'Hanging a door', quantity: '2', unit: 'hour', unitPrice: '60' }

const basis = { kind: 'lines' } as const

/** An invoice that was issued to the client, for their job and the customer they sign in for. */
export async function newOwnInvoice(cast: Cast): Promise<string> {
  const jobId = await newJob(cast)
  const { customerId } = await cast.make(`/api/jobs/${jobId}`, undefined, 'GET')
  const draft = { customerId, jobId, title: `Doors ${next()}`, basis, lines: [line] }
  const { id } = await cast.make('/api/invoices', draft)
  await cast.make(`/api/invoices/${id}/issue`, {})
  return id
}

/** A payment for such an invoice. */
async function newOwnPayment(cast: Cast): Promise<string> {
  const invoiceId = await newOwnInvoice(cast)
  const { customerId } = await cast.make(`/api/invoices/${invoiceId}`, undefined, 'GET')
  const paid = { customerId, day: '2026-01-15', amount: 1000, method: 'check' }
  return (await cast.make('/api/payments', { ...paid, allocations: [{ invoiceId, amount: 1000 }] }))
    .id
}

export const clientInvoices: SliceTests<typeof clientInvoiceRoutes> = {
  things: { '/api/my-invoices': newOwnInvoice, '/api/my-payments': newOwnPayment },
  writes: {
    view: async (stage) => ({
      params: { id: await newOwnInvoice(stage) },
      cookie: stage.people.client.cookie,
    }),
  },
  /**
   * One of the client that is paid in part, a credit memo, a void one and a draft, each with a text
   * in every field.
   */
  async canaries({ post, put, write, jobId }) {
    const { customerId } = await write('ada', 'GET', `/api/jobs/${jobId}`)
    const addressed = { company: canary('own company'), address: canary('own address') }
    await put(`/api/customers/${customerId}`, addressed)
    const discount = { kind: 'percent', value: '10' }
    const draftOf = async (of: string): Promise<string> => {
      const texts = { description: canary(`${of} line`), details: canary(`${of} details`) }
      const { id } = await post('/api/invoices', {
        ...{ customerId, jobId, basis, discount, lines: [{ ...line, ...texts }] },
        ...{ title: canary(`${of} title`), message: canary(`${of} message`) },
        note: canary(`${of} note`),
      })
      return id
    }
    const open = await draftOf('own invoice')
    const email = `${canary('own invoice address')}@example.com`
    await post(`/api/invoices/${open}/issue`, { email, overContract: true })
    const paid = {
      ...{ reference: canary('own payment reference'), note: canary('own payment note') },
      ...{ customerId, day: '2026-01-15', amount: 1000, method: 'check' },
    }
    await post('/api/payments', { ...paid, allocations: [{ invoiceId: open, amount: 1000 }] })
    const memo = await post('/api/invoices', {
      ...{ kind: 'creditMemo', customerId, jobId, basis, title: canary('own credit title') },
      lines: [line],
    })
    await post(`/api/invoices/${memo.id}/issue`, {})
    const credit = { allocations: [{ invoiceId: open, amount: 500 }] }
    await post(`/api/customers/${customerId}/apply-credit`, credit)
    const gone = await draftOf('void invoice')
    await post(`/api/invoices/${gone}/issue`, { overContract: true })
    await post(`/api/invoices/${gone}/void`, { reason: canary('void invoice reason') })
    await draftOf('draft invoice')
  },
  readers: {
    'own company': 'A  C',
    'own address': 'A  C',
    'own invoice title': 'A  C',
    'own invoice line': 'A  C',
    'own invoice details': 'A  C',
    'own invoice message': 'A  C',
    'own payment reference': 'A  C',
    'own payment note': 'A',
    'own credit title': 'A  C',
    'own invoice note': 'A',
    'own invoice address': 'A',
    'void invoice title': 'A  C',
    'void invoice line': 'A  C',
    'void invoice details': 'A  C',
    'void invoice message': 'A  C',
    'void invoice note': 'A',
    'void invoice reason': 'A',
    'draft invoice title': 'A',
    'draft invoice line': 'A',
    'draft invoice details': 'A',
    'draft invoice message': 'A',
    'draft invoice note': 'A',
  },
  answers: {
    view: async ({ call, w, jobId }) => {
      const { body } = await w.call('cleo', 'GET', `/api/my-invoices?jobId=${jobId}`)
      return [await call('POST', `/api/my-invoices/${body[0].id}/view`)]
    },
  },
}
