import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from './harness/apiClient.ts'
import { checkThemes } from './harness/appearance.ts'
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

const region = (page: Page, name: string) => page.getByRole('region', { name })
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

async function keep(page: Page, line: number, reason: string, amount: string) {
  await dialog(page).getByRole('button', { name: 'Keep an Amount' }).click()
  await field(page, `Kept for, line ${line}`).fill(reason)
  await field(page, `Amount kept, line ${line}`).fill(amount)
}

story('a tenant from the first day to the last cent of the deposit', async ({ admin, visit }) => {
  const home = await newHome(admin, '31 Shannon Ct')
  const page = await visit(admin, tab)
  await page.getByText('No active tenants').waitFor()
  await addTenant(page, ['Renee', 'Castle'], '31 Shannon Ct')
  expect(await field(page, 'Monthly Rent').inputValue()).toBe('1000.00')
  await dialog(page).getByText('First month: $612.90 for 19 of 31 days').waitFor()
  await submit(page, 'Add Tenant')
  await written(page, 'Tenant added successfully')
  await page.getByRole('link', { name: 'Renee Castle' }).click()
  await page.getByRole('heading', { level: 1, name: 'Renee Castle' }).waitFor()
  const id = new URL(page.url()).pathname.replace('/rental-properties/tenants/', '')

  await button(page, 'Change Rent').click()
  await field(page, 'From').fill('2024-03-01')
  await field(page, 'Monthly Rent').fill('1100')
  await submit(page, 'Change Rent')
  await written(page, 'Rent changed successfully')

  await button(page, 'Renew').click()
  expect(await field(page, 'Renewed From').inputValue()).toBe('2024-04-01')
  expect(await field(page, 'Last Day').inputValue()).toBe('2025-03-31')
  await field(page, 'Last Day').fill('2024-04-30')
  await field(page, 'Monthly Rent').fill('1150')
  await submit(page, 'Renew')
  await written(page, 'Lease renewed successfully')
  const history = page.getByRole('list', { name: 'History of the lease' }).getByRole('listitem')
  await history.filter({ hasText: 'Renewed to Apr 30, 2024 at $1,150.00' }).waitFor()
  expect(await history.count()).toBe(3)

  await button(page, 'Move Out').click()
  await field(page, 'Last Day').fill('2024-04-15')
  await submit(page, 'Move Out')
  await written(page, 'Move-out recorded successfully')
  await page.getByText('Moved out', { exact: true }).waitFor()
  // 19 of 31 days, two months, and half of April: nothing of it was paid.
  const ledger = page.getByRole('table', { name: 'Rent by month' })
  await ledger.getByText('$3,287.90 owed').waitFor()
  for (const amount of ['$612.90', '$1,100.00', '$575.00'])
    expect(await ledger.getByText(amount, { exact: true }).count()).toBe(2)

  await pay(admin, home.id, id, deposit)
  await page.reload()
  await button(page, 'Return Deposit').click()
  await keep(page, 1, 'a broken door', '200')
  await keep(page, 2, 'cleaning', '50.25')
  await dialog(page).getByText('$250.25 more than is held').waitFor()
  await dialog(page).getByRole('button', { name: 'Return $1,249.75' }).click()
  await dialog(page).getByText('$0.00 remaining').waitFor()
  await field(page, 'Date').fill('2024-04-20')
  await submit(page, 'Return Deposit')
  await written(page, 'Deposit return recorded successfully')
  const held = region(page, 'Deposit')
  for (const text of ['$1,249.75 returned', 'Kept for a broken door', 'Kept for cleaning'])
    await held.getByText(text).waitFor()
  await held.getByText('$250.25').waitFor()

  await button(page, 'New Lease for Renee Castle').click()
  expect(await field(page, 'Last Name').inputValue()).toBe('Castle')
})

story('two leases never share a day of a home', async ({ admin, visit, expectError }) => {
  expectError(/^POST \/api\/tenants: 409$/)
  expectError(/^console error: .*409/)
  const home = await newHome(admin, '87 E Wilson St')
  await newTenant(admin, home.id, { firstName: 'Joel', lastName: 'Kern' })
  const page = await visit(admin, `${tab}&new=tenant&propertyId=${home.id}`)
  await field(page, 'First Name').fill('Ann')
  await field(page, 'Last Name').fill('Late')
  await field(page, 'First Day').fill('2024-03-31')
  await submit(page, 'Add Tenant')
  await dialog(page).getByText('Leased to Joel Kern').waitFor()
  await field(page, 'First Day').fill('2024-04-01')
  await submit(page, 'Add Tenant')
  await written(page, 'Tenant added successfully')
})

story('tenants are for admins', async ({ admin, join, visit, expectError }) => {
  const home = await newHome(admin, '640 Prairie St')
  const { id } = await newTenant(admin, home.id, { firstName: 'Fern', lastName: 'Vine' })
  const { api } = await join('subcontractor', 'Olga')
  const page = await visit(api, `/rental-properties/tenants/${id}`)
  await page.getByText('Access Denied: This page is only available to administrators.').waitFor()
  expect(await api.call('GET', `/api/tenants/${id}`)).toMatchObject({ status: 403 })

  expectError(/^GET \/api\/tenants\/.*: 404$/)
  expectError(/^console error: .*404/)
  const nobody = await visit(admin, `/rental-properties/tenants/${home.id}`)
  await nobody.getByText('Tenant not found').waitFor()
})

story(
  'the tenants and one of them look right, empty and full',
  async ({ admin, visit, checkAppearance }) => {
    await checkAppearance(admin, tab, 'tenants-none', {
      ready: (page) => page.getByText('No active tenants').waitFor(),
      narrow: true,
    })
    const home = await newHome(admin, '1402 Stevens St, the apartment over the store, 6')
    const { id } = await newTenant(
      admin,
      home.id,
      { firstName: 'Maximiliana-Konstantina', lastName: 'Ortmann', phone: '(630) 555-0190' },
      {
        ...{ email: 'maximiliana@example.com', notes: 'Has a key to the cellar.' },
        ...{ emergencyContact: 'Otto Ortmann', emergencyPhone: '(630) 555-0191' },
      },
    )
    await newTenant(
      admin,
      home.id,
      { firstName: 'Jo', lastName: 'Li' },
      { leaseStart: '2199-01-01', leaseEnd: null },
    )
    await pay(admin, home.id, id, deposit)
    for (const [rentMonth, amount, dateReceived] of [
      ['2024-01', '612.90', '2024-01-14'],
      ['2024-02', '640.00', '2024-02-20'],
    ])
      await pay(admin, home.id, id, { incomeType: 'Rent', rentMonth, amount, dateReceived })
    await admin.request('POST', `/api/tenants/${id}/lease-changes`, {
      ...{ kind: 'rent', startsOn: '2024-03-01', monthlyRent: '1100' },
    })
    await admin.request('POST', `/api/tenants/${id}/deposit-returns`, {
      ...{ returnedOn: '2024-04-02', amount: '300', paymentMethod: 'Check' },
      deductions: [{ description: 'a broken door of the kitchen', amount: '200' }],
    })
    await checkAppearance(admin, tab, 'tenants', {
      ready: (page) => page.getByText('Maximiliana-Konstantina Ortmann').waitFor(),
      narrow: true,
    })
    await checkAppearance(admin, `/rental-properties/tenants/${id}`, 'tenant', {
      ready: async (page) => {
        await page.getByText('Part paid').waitFor()
        await page.getByText('Kept for a broken door').waitFor()
        await page.getByText('Rent changed to $1,100.00').waitFor()
      },
      narrow: true,
    })
    await checkAppearance(admin, `${tab}&new=tenant`, 'tenant-new', (page) =>
      field(page, 'First Name').waitFor(),
    )
    const page = await visit(admin, `/rental-properties/tenants/${id}`, { width: 390 })
    await button(page, 'Return Deposit').click()
    await keep(page, 1, 'cleaning', '12.50')
    await dialog(page).getByText('$12.50 more than is held').waitFor()
    await checkThemes(page, 'tenant-return-390')
  },
  { alone: true },
)

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
