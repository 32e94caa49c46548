import type { Page } from 'playwright-core'
import type { ApiClient } from './harness/apiClient.ts'
import { checkThemes } from './harness/appearance.ts'
import { button, dialog } from './harness/screen.ts'
import { story } from './harness/story.ts'

interface Thing {
  readonly id: string
}

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

async function keep(page: Page, line: number, reason: string, amount: string) {
  await dialog(page).getByRole('button', { name: 'Keep an Amount' }).click()
  await field(page, `Kept for, line ${line}`).fill(reason)
  await field(page, `Amount kept, line ${line}`).fill(amount)
}

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
