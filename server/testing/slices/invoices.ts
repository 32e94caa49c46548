import type { invoiceRoutes } from '@plumbline/contract/invoices.ts'
import type { numberFormatRoutes } from '@plumbline/contract/numberFormats.ts'
import { canary } from '../canary.ts'
import { type Cast, next } from '../walk/cast.ts'
import type { SliceTests } from '../walk/sliceTests.ts'
import { newCustomer } from './customers.ts'
import { newJob } from './jobs.ts'

/** A line of $120. */
const line = { description: 'Hanging a door', quantity: '2', unit: 'hour', unitPrice: '60' }

const basis = { kind: 'lines' } as const

/** A new draft with a line, of a job. */
async function newInvoice(cast: Cast): Promise<string> {
  const [customerId, jobId] = [await newCustomer(cast), await newJob(cast)]
  const draft = { customerId, jobId, title: `Doors ${next()}`, basis, lines: [line] }
  return (await cast.make('/api/invoices', draft)).id
}

/** A new invoice of $120 that was issued. */
export async function issuedInvoice(cast: Cast) {
  return cast.make(`/api/invoices/${await newInvoice(cast)}/issue`, {})
}

export const invoices: SliceTests<typeof invoiceRoutes> = {
  things: { '/api/invoices': newInvoice },
  writes: {
    create: async (stage) => ({
      body: { customerId: await newCustomer(stage), title: 'Doors', basis, lines: [line] },
    }),
    update: async (stage) => ({
      params: { id: await newInvoice(stage) },
      body: { customerId: await newCustomer(stage), title: 'Windows', basis, lines: [line] },
    }),
    remove: async (stage) => ({ params: { id: await newInvoice(stage) } }),
    issue: async (stage) => ({ params: { id: await newInvoice(stage) }, body: { total: 12_000 } }),
    send: async (stage) => ({
      params: { id: (await issuedInvoice(stage)).id },
      body: { email: 'olga@example.com' },
    }),
    renewLink: async (stage) => ({ params: { id: (await issuedInvoice(stage)).id } }),
    followUp: async (stage) => ({
      params: { id: (await issuedInvoice(stage)).id },
      body: { dueOn: '2999-12-31', note: 'Calls back' },
    }),
    void: async (stage) => ({
      params: { id: (await issuedInvoice(stage)).id },
      body: { reason: 'The wrong customer' },
    }),
  },
  /** A void one and its copy, with a text in every field. */
  async canaries({ post, jobId }) {
    const customer = await post('/api/customers', { name: canary('invoiced customer') })
    const words = { description: canary('invoice line'), details: canary('invoice details') }
    const { id } = await post('/api/invoices', {
      ...{ customerId: customer.id, jobId, basis, lines: [{ ...line, ...words }] },
      ...{ title: canary('invoice title'), message: canary('invoice message') },
      note: canary('invoice note'),
    })
    const email = `${canary('invoice address')}@example.com`
    await post(`/api/invoices/${id}/issue`, { email })
    await post(`/api/invoices/${id}/void`, { reason: canary('void reason'), copy: true })
  },
  readers: {
    'invoiced customer': 'A',
    'invoice line': 'A',
    'invoice details': 'A',
    'invoice title': 'A',
    'invoice message': 'A',
    'invoice note': 'A',
    'invoice address': 'A',
    'void reason': 'A',
  },
}

export const numberFormats: SliceTests<typeof numberFormatRoutes> = {
  writes: { update: () => ({ body: { invoiceDigits: 6, creditFirst: 100 } }) },
}
