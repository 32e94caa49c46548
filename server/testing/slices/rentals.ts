import type { rentalExpenseRoutes } from '@plumbline/contract/rentalExpenses.ts'
import type { rentalIncomeRoutes } from '@plumbline/contract/rentalIncome.ts'
import type { rentalRoutes } from '@plumbline/contract/rentals.ts'
import type { tenantRoutes } from '@plumbline/contract/tenants.ts'
import { type Cast, formOf, next, type Stage } from '../walk/cast.ts'
import type { SliceTests } from '../walk/sliceTests.ts'

export async function newProperty({ make }: Cast): Promise<string> {
  const place = { city: 'Bend', state: 'OR', zipCode: '97701', propertyType: 'Condo' }
  return (await make('/api/rental-properties', { address: `${next()} Oak St`, ...place })).id
}

/** A tenant whose lease runs today. */
async function newTenant({ make }: Cast, propertyId: string): Promise<string> {
  const lease = { propertyId, leaseStart: '2026-09-01', monthlyRent: '1200' }
  return (await make('/api/tenants', { firstName: 'Tia', lastName: `Tenant${next()}`, ...lease }))
    .id
}

async function newIncome(
  { make }: Cast,
  propertyId: string,
  tenantId: string,
  incomeType = 'Rent',
): Promise<string> {
  const paid = { amount: '100', incomeType, dateReceived: '2026-11-02' }
  return (await make('/api/rental-income', { propertyId, tenantId, ...paid })).id
}

async function newExpense({ make }: Cast, propertyId: string): Promise<string> {
  const spent = { amount: '5', expenseType: 'Repairs', dateIncurred: '2026-11-02' }
  return (await make('/api/rental-expenses', { propertyId, description: 'Hinges', ...spent })).id
}

async function newRecurring({ make }: Cast, propertyId: string): Promise<string> {
  const facts = { amount: '50', expenseType: 'Insurance', everyMonths: 1, startsOn: '2026-11-20' }
  return (await make('/api/recurring-expenses', { propertyId, description: 'Policy', ...facts })).id
}

const propertyOf = ({ id }: Stage) => id('/api/rental-properties')

const fileOf = (field: string, { picture }: Stage) => formOf(field, picture, 'a.jpg')

export const rentals: SliceTests<typeof rentalRoutes> = {
  things: {
    '/api/rental-properties': newProperty,
  },
  writes: {
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
    update: ({ id }) => ({
      params: { id: id('/api/rental-properties') },
      body: { address: '1 Ash St', monthlyRent: '1300' },
    }),
    remove: async (stage) => ({ params: { id: await newProperty(stage) } }),
    addPhoto: (stage) => ({
      params: { id: stage.id('/api/rental-properties') },
      body: fileOf('photo', stage),
    }),
    removePhoto: async (stage) => {
      const at = `/api/rental-properties/${stage.id('/api/rental-properties')}/photos`
      return { params: { id: (await stage.upload(at, 'photo')).id } }
    },
    makeJob: ({ id }) => ({
      params: { id: id('/api/rental-properties') },
      body: { name: 'New roof', address: '1 Ash St' },
    }),
  },
}

/** A tenant of a new home. */
const tenantOf = async (stage: Stage) => newTenant(stage, await newProperty(stage))

// From a day before today, so that it is the current rent.
const newRent = { kind: 'rent', startsOn: '2026-11-15', monthlyRent: '1250' } as const

/** A tenant who has paid a deposit. */
async function depositOf(stage: Stage): Promise<string> {
  const property = await newProperty(stage)
  const tenant = await newTenant(stage, property)
  await newIncome(stage, property, tenant, 'Security deposit')
  return tenant
}

const returned = { returnedOn: '2026-11-20', amount: '60' }

export const tenants: SliceTests<typeof tenantRoutes> = {
  things: {
    '/api/tenants': (stage) => newTenant(stage, propertyOf(stage)),
  },
  writes: {
    create: async (stage) => ({
      body: {
        firstName: 'Theo',
        lastName: 'Thorn',
        propertyId: await newProperty(stage),
        leaseStart: '2026-11-01',
        monthlyRent: '800',
      },
    }),
    update: ({ id }) => ({
      params: { id: id('/api/tenants') },
      body: { firstName: 'Tess', phone: '555-0100' },
    }),
    remove: async (stage) => ({ params: { id: await tenantOf(stage) } }),
    moveOut: async (stage) => ({
      params: { id: await tenantOf(stage) },
      body: { leaseEnd: '2026-11-19' },
    }),
    changeLease: ({ id }) => ({ params: { id: id('/api/tenants') }, body: newRent }),
    removeLeaseChange: async (stage) => {
      const at = `/api/tenants/${await tenantOf(stage)}/lease-changes`
      return { params: { id: (await stage.make(at, newRent)).id } }
    },
    returnDeposit: async (stage) => ({ params: { id: await depositOf(stage) }, body: returned }),
    reverseReturn: async (stage) => {
      const at = `/api/tenants/${await depositOf(stage)}/deposit-returns`
      return { params: { id: (await stage.make(at, returned)).id } }
    },
  },
}

export const rentalIncome: SliceTests<typeof rentalIncomeRoutes> = {
  things: {
    '/api/rental-income': (stage) => newIncome(stage, propertyOf(stage), stage.id('/api/tenants')),
  },
  writes: {
    create: ({ id }) => ({
      body: {
        propertyId: id('/api/rental-properties'),
        tenantId: id('/api/tenants'),
        amount: '1200',
        incomeType: 'Rent',
        dateReceived: '2026-11-20',
      },
    }),
    reverse: ({ id }) => ({
      params: { id: id('/api/rental-income') },
      body: { description: 'Wrong home' },
    }),
  },
}

const proposed = { nextOn: '2026-11-20' }

export const rentalExpenses: SliceTests<typeof rentalExpenseRoutes> = {
  things: {
    '/api/rental-expenses': (stage) => newExpense(stage, propertyOf(stage)),
  },
  writes: {
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
      params: { id: await newExpense(stage, propertyOf(stage)) },
      body: {},
    }),
    addReceipt: async (stage) => ({
      params: { id: stage.id('/api/rental-expenses') },
      body: fileOf('receipt', stage),
    }),
    removeReceipt: async (stage) => {
      const id = await newExpense(stage, propertyOf(stage))
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
      params: { id: await newRecurring(stage, propertyOf(stage)) },
      body: { amount: '55' },
    }),
    removeRecurring: async (stage) => ({
      params: { id: await newRecurring(stage, propertyOf(stage)) },
    }),
    bookRecurring: async (stage) => ({
      params: { id: await newRecurring(stage, propertyOf(stage)) },
      body: proposed,
    }),
    skipRecurring: async (stage) => ({
      params: { id: await newRecurring(stage, propertyOf(stage)) },
      body: proposed,
    }),
  },
}
