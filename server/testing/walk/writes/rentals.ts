import type { rentalExpenseRoutes } from '@plumbline/contract/rentalExpenses.ts'
import type { rentalIncomeRoutes } from '@plumbline/contract/rentalIncome.ts'
import type { rentalRoutes } from '@plumbline/contract/rentals.ts'
import type { tenantRoutes } from '@plumbline/contract/tenants.ts'
import type { Writes } from '../case.ts'
import type { Stage } from '../stage.ts'
import * as things from '../things.ts'

const fileOf = (field: string, { picture }: Stage) => {
  const body = new FormData()
  body.append(field, new File([new Uint8Array(picture)], 'a.jpg', { type: 'image/jpeg' }))
  return body
}

export const rentalWrites: Writes<typeof rentalRoutes> = {
  create: () => ({
    body: {
      address: '9 Oak St',
      city: 'Bend',
      state: 'OR',
      zipCode: '97701',
      propertyType: 'Condo',
      monthlyRent: '900',
    },
  }),
  update: ({ ids }) => ({
    params: { id: ids['/api/rental-properties'] },
    body: { address: '1 Ash St', monthlyRent: '1300' },
  }),
  remove: async (stage) => ({ params: { id: await things.newProperty(stage) } }),
  addPhoto: (stage) => ({
    params: { id: stage.ids['/api/rental-properties'] },
    body: fileOf('photo', stage),
  }),
  removePhoto: async (stage) => {
    const at = `/api/rental-properties/${stage.ids['/api/rental-properties']}/photos`
    return { params: { id: (await stage.upload(at, 'photo')).id } }
  },
  makeJob: ({ ids }) => ({
    params: { id: ids['/api/rental-properties'] },
    body: { name: 'New roof', address: '1 Ash St' },
  }),
}

/** A tenant of a new home. */
const tenantOf = async (stage: Stage) => things.newTenant(stage, await things.newProperty(stage))
// From a day before today, so that it is the current rent.
const newRent = { kind: 'rent', startsOn: '2026-11-15', monthlyRent: '1250' } as const

/** A tenant who has paid a deposit. */
async function depositOf(stage: Stage): Promise<string> {
  const property = await things.newProperty(stage)
  const tenant = await things.newTenant(stage, property)
  await things.newIncome(stage, property, tenant, 'Security deposit')
  return tenant
}
const returned = { returnedOn: '2026-11-20', amount: '60' }

export const tenantWrites: Writes<typeof tenantRoutes> = {
  create: async (stage) => ({
    body: {
      firstName: 'Theo',
      lastName: 'Thorn',
      propertyId: await things.newProperty(stage),
      leaseStart: '2026-11-01',
      monthlyRent: '800',
    },
  }),
  update: ({ ids }) => ({
    params: { id: ids['/api/tenants'] },
    body: { firstName: 'Tess', phone: '555-0100' },
  }),
  remove: async (stage) => ({ params: { id: await tenantOf(stage) } }),
  moveOut: async (stage) => ({
    params: { id: await tenantOf(stage) },
    body: { leaseEnd: '2026-11-19' },
  }),
  changeLease: ({ ids }) => ({ params: { id: ids['/api/tenants'] }, body: newRent }),
  removeLeaseChange: async (stage) => {
    const at = `/api/tenants/${await tenantOf(stage)}/lease-changes`
    return { params: { id: (await stage.make(at, newRent)).id } }
  },
  returnDeposit: async (stage) => ({ params: { id: await depositOf(stage) }, body: returned }),
  reverseReturn: async (stage) => {
    const at = `/api/tenants/${await depositOf(stage)}/deposit-returns`
    return { params: { id: (await stage.make(at, returned)).id } }
  },
}

export const rentalIncomeWrites: Writes<typeof rentalIncomeRoutes> = {
  create: ({ ids }) => ({
    body: {
      propertyId: ids['/api/rental-properties'],
      tenantId: ids['/api/tenants'],
      amount: '1200',
      incomeType: 'Rent',
      dateReceived: '2026-11-20',
    },
  }),
  reverse: ({ ids }) => ({
    params: { id: ids['/api/rental-income'] },
    body: { description: 'Wrong home' },
  }),
}

const propertyOf = ({ ids }: Stage) => ids['/api/rental-properties']
const proposed = { nextOn: '2026-11-20' }

export const rentalExpenseWrites: Writes<typeof rentalExpenseRoutes> = {
  create: (stage) => ({
    body: {
      propertyId: propertyOf(stage),
      amount: '75.50',
      expenseType: 'Repairs',
      description: 'Boiler',
      dateIncurred: '2026-11-20',
    },
  }),
  reverse: async (stage) => ({
    params: { id: await things.newExpense(stage, propertyOf(stage)) },
    body: {},
  }),
  addReceipt: async (stage) => ({
    params: { id: stage.ids['/api/rental-expenses'] },
    body: fileOf('receipt', stage),
  }),
  removeReceipt: async (stage) => {
    const id = await things.newExpense(stage, propertyOf(stage))
    await stage.upload(`/api/rental-expenses/${id}/receipt`, 'receipt')
    return { params: { id } }
  },
  addRecurring: (stage) => ({
    body: {
      propertyId: propertyOf(stage),
      amount: '20',
      expenseType: 'Insurance',
      description: 'Fire',
      everyMonths: 12,
      startsOn: '2026-11-25',
    },
  }),
  updateRecurring: async (stage) => ({
    params: { id: await things.newRecurring(stage, propertyOf(stage)) },
    body: { amount: '55' },
  }),
  removeRecurring: async (stage) => ({
    params: { id: await things.newRecurring(stage, propertyOf(stage)) },
  }),
  bookRecurring: async (stage) => ({
    params: { id: await things.newRecurring(stage, propertyOf(stage)) },
    body: proposed,
  }),
  skipRecurring: async (stage) => ({
    params: { id: await things.newRecurring(stage, propertyOf(stage)) },
    body: proposed,
  }),
}
