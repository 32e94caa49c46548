import { dayIn } from '@plumbline/contract/dates.ts'
import { addMonths, formatMonth } from '@plumbline/contract/months.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from './harness/apiClient.ts'
import { followed, openScreen, type Write, written } from './harness/freshness.ts'
import { saveScreenshot, savesScreenshots } from './harness/page.ts'
import { button, dialog, toast } from './harness/screen.ts'
import { story } from './harness/story.ts'

interface Thing {
  readonly id: string
}

const NOW = dayIn('America/Chicago', new Date()).slice(0, 7)
/** Its rent is late on every day of this month. */
const LAST = addMonths(NOW, -1)
const INCOME = '/rental-properties?tab=income'

const newHome = (admin: ApiClient, address: string) =>
  admin.request<Thing>('POST', '/api/rental-properties', {
    ...{ address, city: 'Elgin', state: 'IL', zipCode: '60120', propertyType: 'Duplex' },
    monthlyRent: '1395.00',
  })

/** A home whose tenant owes rent from the last month on. */
async function letHome(admin: ApiClient, address: string, lastName: string) {
  const { id } = await newHome(admin, address)
  const tenant = await admin.request<Thing>('POST', '/api/tenants', {
    ...{ firstName: 'Priya', lastName, phone: '(847) 555-0120', propertyId: id },
    ...{ leaseStart: `${addMonths(LAST, -6)}-01`, monthlyRent: '1395.00' },
    rentFrom: `${LAST}-01`,
  })
  return { id, tenantId: tenant.id }
}

const row = (page: Page, address: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: address }) })
/** The cell of the last month, when it says this. */
const cell = (page: Page, address: string, words: RegExp) =>
  row(page, address)
    .getByRole('gridcell', { name: new RegExp(`^${formatMonth(LAST)}: `) })
    .and(page.getByRole('gridcell', { name: words }))

story(
  'rent is recorded with one press, corrected, and its sum leads to the entries',
  async ({ admin, visit }) => {
    const home = '229 N Douglas Ave, B'
    await letHome(admin, home, 'Nair')
    const page = await visit(admin, INCOME)
    await cell(page, home, /\$1,395\.00 not received, \d+ days late/).click()
    const panel = page.getByRole('dialog', { name: new RegExp(`^${home} · `) })
    await panel.getByText(/^Priya Nair · due \w{3} 1$/).waitFor()
    await panel.getByRole('link', { name: /^Call Priya Nair/ }).waitFor()
    if (savesScreenshots) await saveScreenshot(page, 'rent-grid-cell')
    await panel.getByRole('button', { name: 'Received $1,395.00' }).click()
    await toast(page, '$1,395.00 from Priya Nair recorded')
    await cell(page, home, /\$1,395\.00 received/).waitFor()

    await page.keyboard.press('c')
    await dialog(page).getByLabel('Correct Amount').fill('630')
    await dialog(page).getByLabel('Reason').fill('Paid a part')
    await dialog(page).getByRole('button', { name: 'Correct' }).click()
    await written(page, 'Payment corrected')
    await cell(page, home, /\$630\.00 received, \$765\.00 open/).waitFor()

    await row(page, home)
      .getByRole('link', { name: /the entries of the twelve months/ })
      .click()
    const entries = page.getByRole('region', { name: 'Entries' })
    await entries.getByText('3 entries, $630.00').waitFor()
    await entries.getByText('Reversal', { exact: true }).waitFor()
    await entries.getByText('Reversed', { exact: true }).waitFor()
    if (savesScreenshots) await saveScreenshot(page, 'rent-entries')
    await entries.getByRole('link', { name: 'Receipt' }).first().click()
    const receipt = page.getByRole('article', { name: 'Receipt' })
    await receipt.getByText(`Rent for ${formatMonth(LAST)}`).waitFor()
    await receipt.getByText('Ridgeline Holdings').waitFor()
  },
  { alone: true },
)

story('the keyboard alone records and corrects rent', async ({ admin, visit }) => {
  const home = '12 Keyboard St'
  await letHome(admin, home, 'Nair')
  const page = await visit(admin, INCOME)
  const late = cell(page, home, /not received/)
  await late.waitFor()
  await row(page, home).getByRole('link', { name: home, exact: true }).focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  expect(await late.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  const received = page.getByRole('button', { name: 'Received $1,395.00' })
  await expect
    .poll(() => received.evaluate((element) => element === document.activeElement))
    .toBe(true)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await late.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await expect
    .poll(() => received.evaluate((element) => element === document.activeElement))
    .toBe(true)
  await page.keyboard.press('Enter')
  const paid = cell(page, home, /\$1,395\.00 received/)
  await paid.waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await paid.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('c')
  await dialog(page).getByLabel('Correct Amount').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => paid.evaluate((element) => element === document.activeElement)).toBe(true)
})

story('a phone shows one month, late homes first', async ({ admin, visit }) => {
  const home = '7 Phone Ct'
  await letHome(admin, home, 'Nair')
  const page = await visit(admin, INCOME, { width: 390 })
  await button(page, 'Previous month').click()
  await page.getByText(formatMonth(LAST), { exact: true }).waitFor()
  await page.getByRole('button', { name: new RegExp(`^${home}.*not received`) }).tap()
  const sheet = page.getByRole('dialog', { name: new RegExp(`^${home} · `) })
  if (savesScreenshots) await saveScreenshot(page, 'rent-phone-sheet')
  await sheet.getByRole('button', { name: 'Other amount' }).tap()
  const form = page.getByRole('dialog', { name: 'Record Rent' })
  await form.getByLabel('Amount').fill('700')
  await form.getByRole('button', { name: 'Record Rent' }).tap()
  await written(page, '$700.00 recorded')
  await page.getByRole('button', { name: new RegExp(`^${home}.*\\$695\\.00 open`) }).waitFor()
})

story('the income looks right', async ({ admin, checkAppearance }) => {
  const home = '1402 Long Name of a Street North, Building 6, Unit 12'
  const { id, tenantId } = await letHome(admin, home, 'Nair-Featherstonehaugh')
  await newHome(admin, '905 W Galena Blvd, 3')
  const entry = await admin.request<Thing>('POST', '/api/rental-income', {
    ...{ propertyId: id, tenantId, amount: '630.50', incomeType: 'Rent', rentMonth: LAST },
    ...{ dateReceived: `${LAST}-20`, paymentMethod: 'Check' },
  })
  await checkAppearance(admin, INCOME, 'rent-grid', async (page) => {
    await page
      .getByText(/Nair-Featherstonehaugh/)
      .first()
      .waitFor()
    await page
      .getByText(/received|CSV/)
      .first()
      .waitFor()
  })
  await checkAppearance(admin, `${INCOME}&view=entries`, 'rent-entries', (page) =>
    page.getByText('$630.50').last().waitFor(),
  )
  await checkAppearance(admin, `/rental-properties/receipts/${entry.id}`, 'rent-receipt', (page) =>
    page.getByText('$630.50').waitFor(),
  )
})

async function openIncome(page: Page) {
  await openScreen(page, 'Ridgeline Holdings')
  await page.getByRole('tab', { name: 'Income' }).click()
}

const FRESH = '5 Fresh St'
const writes: readonly Write[] = [
  {
    row: 'POST /api/rental-income',
    shownOn: ['Ridgeline Holdings'],
    make: async (page) => {
      await openIncome(page)
      await cell(page, FRESH, /not received/).click()
      await button(page, 'Received $1,395.00').click()
      await written(page, '$1,395.00 from Priya Nair recorded')
    },
  },
  {
    row: 'POST /api/rental-income/:id/reverse',
    shownOn: ['Ridgeline Holdings'],
    make: async (page) => {
      await openIncome(page)
      await cell(page, FRESH, /received/).focus()
      await page.keyboard.press('c')
      await dialog(page).getByRole('button', { name: 'Correct' }).click()
      await written(page, 'Payment corrected')
    },
  },
]

story('the income is fresh after each write', async (stage) => {
  await letHome(stage.admin, FRESH, 'Nair')
  await followed(stage, writes)
})
