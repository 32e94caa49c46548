import type { ApiClient } from './harness/apiClient.ts'
import { newExpense, newIncome, newProperty, newTenant } from './harness/rentals.ts'
import { story } from './harness/story.ts'

const at = (report: string, more = '') => `/rental-properties?tab=reports&report=${report}${more}`

/** A home with a tenant who owes a month of 2025, one that is empty, and expenses of both and of neither. */
async function write(admin: ApiClient) {
  const house = await newProperty(admin, '512 Raymond St', {
    ...{ monthlyRent: '1850.00', purchasePrice: '168500.00' },
  })
  const flat = await newProperty(admin, '905 W Galena Blvd, Unit 3', { monthlyRent: '1425.00' })
  const tenant = await newTenant(admin, house.id, 'Castle', {
    leaseStart: '2025-01-15',
    leaseEnd: '2025-12-31',
  })
  const ofHouse = { tenantId: tenant.id }
  const incomes = [
    { ...ofHouse, amount: '1014.52', dateReceived: '2025-01-15', rentMonth: '2025-01' },
    { ...ofHouse, dateReceived: '2025-02-28', rentMonth: '2025-02' },
    { ...ofHouse, amount: '0.07', dateReceived: '2025-03-01', rentMonth: '2025-03' },
    { ...ofHouse, amount: '1900.00', incomeType: 'Security deposit', dateReceived: '2025-01-15' },
    { ...ofHouse, amount: '75.00', incomeType: 'Late fee', dateReceived: '2025-04-09' },
    { amount: '12.25', incomeType: 'Laundry', dateReceived: '2025-12-31' },
    { amount: '33.10', incomeType: 'Parking', dateReceived: '2025-12-31' },
    { amount: '500.00', incomeType: 'Other', dateReceived: '2026-01-01' },
  ]
  for (const income of incomes) await newIncome(admin, house.id, income)
  const wrong = await newIncome(admin, house.id, { ...ofHouse, dateReceived: '2025-05-05' })
  await admin.request('POST', `/api/rental-income/${wrong.id}/reverse`, { date: '2025-05-06' })
  const expenses = [
    [house.id, { amount: '240.50', dateIncurred: '2025-01-01' }],
    [house.id, { amount: '118.43', expenseType: 'Insurance', dateIncurred: '2025-12-31' }],
    [flat.id, { amount: '80.01', expenseType: 'Pest control', dateIncurred: '2025-06-30' }],
    [null, { amount: '980.00', expenseType: 'Insurance', dateIncurred: '2025-06-30' }],
    [null, { amount: '7.00', expenseType: 'Supplies', dateIncurred: '2024-12-31' }],
  ] as const
  for (const [propertyId, more] of expenses) await newExpense(admin, propertyId, more)
  return { house, flat, tenant }
}

const reports = [
  ['rent-roll', 'Rent Roll', 'No properties yet'],
  ['income-statement', 'Income Statement', 'Nothing received or spent in 2025'],
  ['late-rents', 'Late Rents', 'No rent is late'],
  ['ending-leases', 'Ending Leases', 'No lease ends within 90 days'],
  ['tax-year', 'Tax Year', 'Nothing received or spent in 2025'],
  ['net-yield', 'Net Yield', 'No properties yet'],
] as const

story(
  'the reports are for admins, and look right empty and full',
  async ({ admin, join, visit, checkAppearance }) => {
    const { api } = await join('client', 'Clara')
    const other = await visit(api, '/rental-properties?tab=reports')
    await other.getByText(/^Access Denied/).waitFor()
    const path = (report: string) => at(report, '&year=2025')
    for (const [report, title, empty] of reports) {
      await checkAppearance(admin, path(report), `rental-${report}-empty`, async (page) => {
        await page.getByRole('region', { name: title }).waitFor()
        await page.getByText(empty).waitFor()
      })
    }
    await write(admin)
    for (const [report, title] of reports) {
      await checkAppearance(admin, path(report), `rental-${report}`, async (page) => {
        const region = page.getByRole('region', { name: title })
        await region.getByRole('table').first().waitFor()
      })
    }
  },
  { alone: true },
)
