import type { ApiClient } from './apiClient.ts'

interface Created {
  readonly id: string
}

/** Adds a property at an address. */
export const newProperty = (admin: ApiClient, address: string, more = {}) =>
  admin.request<Created>('POST', '/api/rental-properties', {
    ...{ address, city: 'Elgin', state: 'IL', zipCode: '60120', propertyType: 'Single family' },
    ...more,
  })

/** Adds a tenant with a lease. */
export const newTenant = (admin: ApiClient, propertyId: string, lastName: string, more = {}) =>
  admin.request<Created>('POST', '/api/tenants', {
    ...{ propertyId, firstName: 'Renee', lastName, phone: '847-555-0171' },
    ...{ leaseStart: '2024-01-01', monthlyRent: '1850.00' },
    ...more,
  })

/** Records an expense of a property, or of the whole portfolio. */
export const newExpense = (admin: ApiClient, propertyId: string | null, more = {}) =>
  admin.request<Created>('POST', '/api/rental-expenses', {
    ...{ propertyId, amount: '240.50', expenseType: 'Repairs', description: 'Gutters' },
    ...{ vendor: 'Fox Valley Plumbing', dateIncurred: '2025-11-12' },
    ...more,
  })

/** Records income of a property. */
export const newIncome = (admin: ApiClient, propertyId: string, more = {}) =>
  admin.request<Created>('POST', '/api/rental-income', {
    ...{ propertyId, amount: '1850.00', incomeType: 'Rent', dateReceived: '2025-11-03' },
    ...more,
  })
