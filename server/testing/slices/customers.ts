import type { customerRoutes } from '@plumbline/contract/customers.ts'
import { canaries, canary } from '../canary.ts'
import { type Cast, next } from '../walk/cast.ts'
import type { SliceTests } from '../walk/sliceTests.ts'

export const newCustomer = async ({ make }: Cast): Promise<string> =>
  (await make('/api/customers', { name: `Olga ${next()}`, contacts: [{ name: 'Olga' }] })).id

/** A customer that was merged into another one. */
async function newMerged(stage: Cast): Promise<string> {
  const customerId = await newCustomer(stage)
  await stage.make(`/api/customers/${await newCustomer(stage)}/merge`, { customerId })
  return customerId
}

export const customers: SliceTests<typeof customerRoutes> = {
  things: { '/api/customers': newCustomer },
  writes: {
    create: () => ({
      body: { name: 'Maya Okafor', contacts: [{ name: 'Maya', phone: '847-555-0121' }] },
    }),
    update: ({ id }) => ({
      params: { id: id('/api/customers') },
      body: { company: 'Okafor LLC', contacts: [{ name: 'Daniel', role: 'Husband' }] },
    }),
    remove: async (stage) => ({ params: { id: await newCustomer(stage) } }),
    updateCopies: async (stage) => {
      const customerId = await newCustomer(stage)
      const job = { name: `Shed ${next()}`, address: '3 Elm St', customerName: 'Olga', customerId }
      await stage.make('/api/jobs', job)
      return { params: { id: customerId } }
    },
    merge: async (stage) => ({
      params: { id: await newCustomer(stage) },
      body: { customerId: await newCustomer(stage) },
    }),
    undoMerge: async (stage) => ({ params: { id: await newMerged(stage) } }),
  },
  canaries: ({ post }) => {
    const contact = {
      ...canaries('contact', ['name', 'role', 'phone']),
      email: `${canary('contact email')}@example.com`,
    }
    const texts = ['name', 'company', 'address', 'source', 'notes', 'taxCertificate'] as const
    return post('/api/customers', { ...canaries('customer', texts), contacts: [contact] })
  },
  readers: {
    'customer name': 'A',
    'customer company': 'A',
    'customer address': 'A',
    'customer source': 'A',
    'customer notes': 'A',
    'customer taxCertificate': 'A',
    'contact name': 'A',
    'contact role': 'A',
    'contact phone': 'A',
    'contact email': 'A',
  },
}
