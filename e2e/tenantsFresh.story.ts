import type { Page } from 'playwright-core'
import type { ApiClient } from './harness/apiClient.ts'
import { followed, openScreen, type Write, written } from './harness/freshness.ts'
import { button, confirm, dialog, main, toast } from './harness/screen.ts'
import { story } from './harness/story.ts'

interface Thing {
  readonly id: string
}

const HOLDINGS = 'Ridgeline Holdings'

const tab = '/rental-properties?tab=tenants'

const newHome = (admin: ApiClient, address: string) =>
  admin.request<Thing>('POST', '/api/rental-properties', {
    ...{ address, city: 'Elgin', state: 'IL', zipCode: '60120', propertyType: 'Duplex' },
    ...{ monthlyRent: '1000.00', securityDeposit: '1500.00' },
  })

const newTenant = (admin: ApiClient, propertyId: string, names: object, lease: object = {}) =>
  admin.request<Thing>('POST', '/api/tenants', {
    ...{ propertyId, monthlyRent: '1000.00', securityDeposit: '1500.00' },
    ...{ leaseStart: '2024-01-13', leaseEnd: '2024-03-31' },
    ...names,
    ...lease,
  })

const pay = (admin: ApiClient, propertyId: string, tenantId: string, entry: object) =>
  admin.request<Thing>('POST', '/api/rental-income', { propertyId, tenantId, ...entry })

const deposit = { amount: '1500.00', incomeType: 'Security deposit', dateReceived: '2024-01-13' }

const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true })

const submit = (page: Page, label: string) =>
  dialog(page).getByRole('button', { name: label, exact: true }).click()

async function addTenant(page: Page, names: readonly [string, string], address: string) {
  await button(page, 'Add Tenant').first().click()
  await field(page, 'First Name').fill(names[0])
  await field(page, 'Last Name').fill(names[1])
  await dialog(page).getByRole('combobox', { name: 'Property' }).fill(address)
  await dialog(page).getByRole('option', { name: address }).click()
  await field(page, 'First Day').fill('2024-01-13')
  await field(page, 'Last Day').fill('2024-03-31')
}

async function openTenant(page: Page, name: string) {
  await openScreen(page, HOLDINGS)
  await page.getByRole('tab', { name: /^Tenants/ }).click()
  await main(page).getByRole('link', { name }).click()
  await main(page).getByRole('heading', { level: 1, name }).waitFor()
}

const writes: readonly Write[] = [
  {
    row: 'POST /api/tenants',
    shownOn: [HOLDINGS],
    make: async (page) => {
      await openScreen(page, HOLDINGS)
      await page.getByRole('tab', { name: /^Tenants/ }).click()
      await addTenant(page, ['Dora', 'Whelan'], '12 Jackson St')
      await submit(page, 'Add Tenant')
      await written(page, 'Tenant added successfully')
    },
  },
  {
    row: 'PUT /api/tenants/:id',
    shownOn: [HOLDINGS],
    make: async (page) => {
      await openTenant(page, 'Dora Whelan')
      await button(page, 'Edit').click()
      await field(page, 'Phone').fill('(630) 555-0142')
      await submit(page, 'Save')
      await written(page, 'Tenant updated successfully')
    },
  },
  {
    row: 'POST /api/tenants/:id/lease-changes',
    shownOn: [HOLDINGS],
    make: async (page) => {
      await openTenant(page, 'Dora Whelan')
      await button(page, 'Renew').click()
      await field(page, 'Last Day').fill('')
      await submit(page, 'Renew')
      await written(page, 'Lease renewed successfully')
    },
  },
  {
    row: 'DELETE /api/lease-changes/:id',
    shownOn: [HOLDINGS],
    make: async (page) => {
      await openTenant(page, 'Dora Whelan')
      await button(page, 'Take Back').click()
      await confirm(page, 'Take Back')
      await written(page, 'Change of the lease taken back')
    },
  },
  {
    row: 'POST /api/tenants/:id/deposit-returns',
    shownOn: [HOLDINGS],
    make: async (page) => {
      await openTenant(page, 'Lena Ortmann')
      await button(page, 'Return Deposit').click()
      await submit(page, 'Return Deposit')
      await written(page, 'Deposit return recorded successfully')
    },
  },
  {
    row: 'POST /api/deposit-returns/:id/reverse',
    shownOn: [HOLDINGS],
    make: async (page) => {
      await openTenant(page, 'Lena Ortmann')
      await button(page, 'Reverse').click()
      await confirm(page, 'Reverse')
      await written(page, 'Deposit return reversed')
    },
  },
  {
    row: 'POST /api/tenants/:id/move-out',
    shownOn: [HOLDINGS],
    make: async (page) => {
      await openTenant(page, 'Lena Ortmann')
      await button(page, 'Move Out').click()
      await submit(page, 'Move Out')
      await written(page, 'Move-out recorded successfully')
    },
  },
  {
    row: 'DELETE /api/tenants/:id',
    shownOn: [HOLDINGS],
    make: async (page) => {
      await openTenant(page, 'Dora Whelan')
      await button(page, 'Delete tenant').click()
      await confirm(page, 'Delete')
      await toast(page, 'Tenant deleted successfully')
      await page.waitForURL(tab)
    },
  },
]

story('tenants, leases and deposits are fresh after each write', async (stage) => {
  const { admin } = stage
  await newHome(admin, '12 Jackson St')
  const home = await newHome(admin, '118 S Third St')
  // The lease runs today, so that it shows at the home until they move out.
  const lease = { leaseStart: '2020-01-01', leaseEnd: null }
  const { id } = await newTenant(admin, home.id, { firstName: 'Lena', lastName: 'Ortmann' }, lease)
  await pay(admin, home.id, id, deposit)
  await followed(stage, writes)
})
