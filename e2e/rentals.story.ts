import { formatDollars } from '@plumbline/contract/dollars.ts'
import { addMonths, formatMonth } from '@plumbline/contract/months.ts'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from './harness/apiClient.ts'
import { companyToday } from './harness/company.ts'
import { png } from './harness/png.ts'
import { newExpense, newIncome, newProperty, newTenant } from './harness/rentals.ts'
import { button, dialog, focusIn, main, toast } from './harness/screen.ts'
import { story } from './harness/story.ts'

/** Last month. Its rent is late on every day of the current month. */
const LAST_MONTH = addMonths(companyToday().slice(0, 7), -1)

/** Adds a property whose tenant owes rent since last month. */
async function letHome(admin: ApiClient, address: string) {
  const { id } = await newProperty(admin, address, { monthlyRent: '1395.00' })
  await newTenant(admin, id, 'Nair', {
    ...{
      firstName: 'Priya',
      leaseStart: `${addMonths(LAST_MONTH, -6)}-01`,
      monthlyRent: '1395.00',
    },
    rentFrom: `${LAST_MONTH}-01`,
  })
}

const row = (page: Page, address: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: address }) })
/** The cell of the last month, if its name matches. */
const cell = (page: Page, address: string, words: RegExp) =>
  row(page, address)
    .getByRole('gridcell', { name: new RegExp(`^${formatMonth(LAST_MONTH)}: `) })
    .and(page.getByRole('gridcell', { name: words }))
const hasFocus = (locator: Locator) =>
  locator.evaluate((element) => element === document.activeElement)

story(
  'rent can be recorded and corrected by keyboard, and by touch on a phone',
  async ({ admin, visit }) => {
    const home = '12 Keyboard St'
    await letHome(admin, home)
    const page = await visit(admin, '/rental-properties?tab=income')
    const late = cell(page, home, /not received/)
    await late.waitFor()
    await row(page, home).getByRole('link', { name: home, exact: true }).focus()
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    expect(await hasFocus(late)).toBe(true)
    await page.keyboard.press('Enter')
    const received = button(page, 'Received $1,395.00')
    await expect.poll(() => hasFocus(received)).toBe(true)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    expect(await hasFocus(late)).toBe(true)
    await page.keyboard.press('Enter')
    await expect.poll(() => hasFocus(received)).toBe(true)
    await page.keyboard.press('Enter')
    const paid = cell(page, home, /\$1,395\.00 received/)
    await paid.waitFor()
    await dialog(page).waitFor({ state: 'detached' })
    expect(await hasFocus(paid)).toBe(true)
    await page.keyboard.press('c')
    await dialog(page).getByLabel('Correct Amount').fill('630')
    await dialog(page).getByRole('button', { name: 'Correct' }).focus()
    await page.keyboard.press('Enter')
    await toast(page, 'Payment corrected')
    const part = cell(page, home, /\$630\.00 received, \$765\.00 open/)
    await part.waitFor()
    await dialog(page).waitFor({ state: 'detached' })
    await expect.poll(() => hasFocus(part)).toBe(true)

    const phone = await visit(admin, '/rental-properties?tab=income', { width: 390 })
    await button(phone, 'Previous month').tap()
    await phone.getByText(formatMonth(LAST_MONTH), { exact: true }).waitFor()
    await button(phone, new RegExp(`^${home}.*\\$765\\.00 open`)).tap()
    const sheet = phone.getByRole('dialog', { name: new RegExp(`^${home} · `) })
    await sheet.getByRole('button', { name: 'Other amount' }).tap()
    const form = phone.getByRole('dialog', { name: 'Record Rent' })
    await form.getByLabel('Amount').fill('700')
    await form.getByRole('button', { name: 'Record Rent' }).tap()
    await toast(phone, '$700.00 recorded')
    await button(phone, new RegExp(`^${home}.*\\$65\\.00 open`)).waitFor()
  },
)

story(
  'photos of a home open by keyboard, and a receipt can be added and shown',
  async ({ admin, visit }) => {
    const { id } = await newProperty(admin, '512 Raymond St')
    const page = await visit(admin, `/rental-properties/${id}`)
    const picture = (name: string, shade: number) => ({
      name,
      mimeType: 'image/png',
      buffer: Buffer.from(png(64, 48, shade)),
    })
    await main(page)
      .locator('input[type=file]')
      .setInputFiles([picture('front.png', 90), picture('back.png', 200)])
    const open = button(page, 'Open photo: Photo of 512 Raymond St')
    await open.nth(1).waitFor()
    await open.first().click()
    const viewer = page.getByRole('dialog', { name: 'Photo' })
    await viewer.getByText('1 of 2').waitFor()
    await focusIn(viewer)
    await page.keyboard.press('ArrowRight')
    await viewer.getByText('2 of 2').waitFor()
    await page.keyboard.press('Escape')
    await viewer.waitFor({ state: 'detached' })

    await newExpense(admin, id, { description: 'Downspouts' })
    await page.goto(`/rental-properties?tab=expenses&propertyId=${id}`)
    await page.getByLabel('Add the receipt of Downspouts').setInputFiles(picture('bill.png', 220))
    await toast(page, 'Receipt saved successfully')
    const entry = page.getByRole('listitem', { name: 'Downspouts', exact: true })
    // Until the row is reloaded, its button has the label for adding a receipt.
    await entry.getByRole('button', { name: 'Receipt', exact: true }).click()
    const shown = dialog(page).getByRole('img', { name: 'Receipt of Downspouts' })
    await expect
      .poll(() => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0)
  },
)

const at = (report: string, more = '') => `/rental-properties?tab=reports&report=${report}${more}`

/**
 * Adds a property whose tenant owes a month of 2019, an empty property, and expenses of both, and
 * of the whole portfolio.
 * @returns the id of the tenant
 */
async function addLedger(admin: ApiClient) {
  const house = await newProperty(admin, '77 Ledger Ln', {
    ...{ monthlyRent: '1850.00', purchasePrice: '168500.00' },
  })
  const flat = await newProperty(admin, '905 W Galena Blvd, Unit 3', { monthlyRent: '1425.00' })
  const tenant = await newTenant(admin, house.id, 'Castle', {
    leaseStart: '2019-01-15',
    leaseEnd: '2019-12-31',
  })
  const ofHouse = { tenantId: tenant.id }
  const incomes = [
    { ...ofHouse, amount: '1014.52', dateReceived: '2019-01-15', rentMonth: '2019-01' },
    { ...ofHouse, dateReceived: '2019-02-28', rentMonth: '2019-02' },
    { ...ofHouse, amount: '0.07', dateReceived: '2019-03-01', rentMonth: '2019-03' },
    { ...ofHouse, amount: '1900.00', incomeType: 'Security deposit', dateReceived: '2019-01-15' },
    { ...ofHouse, amount: '75.00', incomeType: 'Late fee', dateReceived: '2019-04-09' },
    { amount: '12.25', incomeType: 'Laundry', dateReceived: '2019-12-31' },
    { amount: '33.10', incomeType: 'Parking', dateReceived: '2019-12-31' },
    { amount: '500.00', incomeType: 'Other', dateReceived: '2020-01-01' },
  ]
  for (const income of incomes) await newIncome(admin, house.id, income)
  const wrong = await newIncome(admin, house.id, { ...ofHouse, dateReceived: '2019-05-05' })
  await admin.request('POST', `/api/rental-income/${wrong.id}/reverse`, { date: '2019-05-06' })
  const expenses = [
    [house.id, { amount: '240.50', dateIncurred: '2019-01-01' }],
    [house.id, { amount: '118.43', expenseType: 'Insurance', dateIncurred: '2019-12-31' }],
    [flat.id, { amount: '80.01', expenseType: 'Pest control', dateIncurred: '2019-06-30' }],
    [null, { amount: '980.00', expenseType: 'Insurance', dateIncurred: '2019-06-30' }],
    [null, { amount: '7.00', expenseType: 'Supplies', dateIncurred: '2018-12-31' }],
  ] as const
  for (const [propertyId, more] of expenses) await newExpense(admin, propertyId, more)
  return tenant.id
}

const filters = ['propertyId', 'tenantId', 'kind', 'incomeType', 'from', 'to', 'rentMonth'] as const

/** Returns the sum of the entries behind a link, as calculated by the server. */
async function sumBehind(admin: ApiClient, href: string): Promise<string> {
  const params = new URL(href, admin.url).searchParams
  const query = new URLSearchParams()
  for (const name of filters) if (params.get(name)) query.set(name, params.get(name) ?? '')
  if (params.get('category')) query.set('expenseType', params.get('category') ?? '')
  const list = params.get('tab') === 'income' ? 'rental-income' : 'rental-expenses'
  const { amount } = await admin.request<{ amount: string }>('GET', `/api/${list}/total?${query}`)
  return formatDollars(amount)
}

/** Returns the address and the text of every amount in the report that links to entries. */
async function linkedAmounts(page: Page): Promise<{ href: string; text: string }[]> {
  const links = main(page).locator('a[href*="tab=income"], a[href*="tab=expenses"]')
  await links.first().waitFor()
  return links.evaluateAll((all) =>
    all.map((link) => ({ href: link.getAttribute('href') ?? '', text: link.textContent ?? '' })),
  )
}

story(
  'every figure of every report links to entries that add up to it',
  async ({ admin, visit }) => {
    const tenantId = await addLedger(admin)
    const page = await visit(admin, '/api/health')
    for (const [report, minLinks] of [
      [at('net-yield'), 2],
      [at('late-rents'), 1],
      [at('tax-year', '&year=2019'), 8],
      [at('income-statement', '&year=2019'), 24],
    ] as const) {
      await page.goto(report)
      const amounts = await linkedAmounts(page)
      expect(amounts.length, report).toBeGreaterThanOrEqual(minLinks)
      for (const { href, text } of amounts)
        expect(await sumBehind(admin, href), `${report} → ${href}`).toBe(text)
      // Only seven cents of the rent for March 2019 were paid.
      if (report === at('late-rents')) {
        const march = page.getByRole('row', { name: /Mar 2019/ })
        expect(await march.getByRole('link', { name: '$1,849.93' }).getAttribute('href')).toBe(
          `/rental-properties/tenants/${tenantId}`,
        )
      }
    }
    // Calculated by hand: 1,014.52 + 1,850.00 + 0.07 + 75.00 + 12.25 + 33.10, without the deposit
    // and the reversed payment.
    await page.getByRole('link', { name: '$2,984.94', exact: true }).first().click()
    await page.waitForURL(/tab=income/)
    await page.getByText('$2,984.94').first().waitFor()
  },
)
