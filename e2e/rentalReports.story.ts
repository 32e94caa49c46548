import { formatDollars } from '@plumbline/contract/dollars.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from './harness/apiClient.ts'
import { newExpense, newIncome, newProperty, newTenant } from './harness/rentals.ts'
import { main } from './harness/screen.ts'
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

const filters = ['propertyId', 'tenantId', 'kind', 'incomeType', 'from', 'to', 'rentMonth'] as const

/** What the entries behind a link sum to, as the server adds them up. */
async function sumBehind(admin: ApiClient, href: string): Promise<string> {
  const params = new URL(href, admin.url).searchParams
  const query = new URLSearchParams()
  for (const name of filters) if (params.get(name)) query.set(name, params.get(name) ?? '')
  if (params.get('category')) query.set('expenseType', params.get('category') ?? '')
  const list = params.get('tab') === 'income' ? 'rental-income' : 'rental-expenses'
  const { amount } = await admin.request<{ amount: string }>('GET', `/api/${list}/total?${query}`)
  return formatDollars(amount)
}

/** Every amount of the report that leads to entries: its address and its text. */
async function linkedAmounts(page: Page): Promise<{ href: string; text: string }[]> {
  const links = main(page).locator('a[href*="tab=income"], a[href*="tab=expenses"]')
  await links.first().waitFor()
  return links.evaluateAll((all) =>
    all.map((link) => ({ href: link.getAttribute('href') ?? '', text: link.textContent ?? '' })),
  )
}

story(
  'every figure of every report leads to entries that sum to it',
  async ({ admin, visit }) => {
    const { tenant } = await write(admin)
    const page = await visit(admin, '/rental-properties?tab=reports')
    await page.getByRole('region', { name: 'Rent Roll' }).waitFor()
    for (const [report, least] of [
      [at('income-statement', '&year=2025'), 24],
      [at('tax-year', '&year=2025'), 8],
      [at('late-rents'), 1],
      [at('net-yield'), 2],
    ] as const) {
      await page.goto(report)
      const amounts = await linkedAmounts(page)
      expect(amounts.length, report).toBeGreaterThanOrEqual(least)
      for (const { href, text } of amounts)
        expect(await sumBehind(admin, href), `${report} → ${href}`).toBe(text)
    }

    // By hand: 1,014.52 + 1,850.00 + 0.07 + 75.00 + 12.25 + 33.10, without the deposit and what was reversed.
    await page.goto(at('income-statement', '&year=2025'))
    const figure = page.getByRole('link', { name: '$2,984.94', exact: true }).first()
    await figure.click()
    await page.waitForURL(/tab=income/)
    await page.getByText('$2,984.94').first().waitFor()
    await page.goto(at('tax-year', '&year=2025'))
    await page.getByRole('link', { name: '$1,098.43', exact: true }).click()
    await page.waitForURL(/tab=expenses/)
    await page.getByText('2 entries ·').locator('..').getByText('$1,098.43').waitFor()

    // March 2025 is open but for seven cents.
    await page.goto(at('late-rents'))
    const march = page.getByRole('row', { name: /Mar 2025/ })
    expect(await march.getByRole('link', { name: '$1,849.93' }).getAttribute('href')).toBe(
      `/rental-properties/tenants/${tenant.id}`,
    )
  },
  { alone: true },
)

story(
  'a report as it is printed: without buttons and navigation, with its name and its day, on light paper',
  async ({ admin, visit }) => {
    await write(admin)
    const page = await visit(admin, '/rental-properties?tab=reports&on=2025-03-01', {
      theme: 'dark',
    })
    await page.getByText('On Mar 1, 2025', { exact: true }).waitFor()
    const barColor = () =>
      page
        .locator('td rect')
        .first()
        .evaluate((bar) => getComputedStyle(bar).fill)
    const dark = await barColor()
    await page.emulateMedia({ media: 'print' })
    expect([dark, await barColor()]).toEqual(['rgb(12, 16, 20)', 'rgb(237, 234, 226)'])
    for (const part of ['navigation', 'banner', 'button', 'tab', 'combobox'] as const)
      expect(await page.getByRole(part).count(), part).toBe(0)
    await page.getByRole('heading', { name: 'Ridgeline Holdings' }).waitFor()
    await page.getByRole('heading', { name: 'Rent Roll' }).waitFor()
    await page.getByText('Occupancy Rate').waitFor({ state: 'hidden' })
  },
  { alone: true },
)

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
