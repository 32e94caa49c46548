import { buffer } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { followed, openScreen, type Write, written } from './harness/freshness.ts'
import { png } from './harness/png.ts'
import { HOLDINGS, newExpense, newProperty } from './harness/rentals.ts'
import { button, confirm, dialog, main, toast } from './harness/screen.ts'
import { story } from './harness/story.ts'

const tab = '/rental-properties?tab=expenses'
const picture = {
  name: 'receipt.png',
  mimeType: 'image/png',
  buffer: Buffer.from(png(320, 480, 220)),
}
const activePdf = {
  name: 'invoice.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(
    '%PDF-1.4\n1 0 obj\n<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>>\nendobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
  ),
}

const row = (page: Page, name: string) =>
  page.getByRole('listitem', { name, exact: true }).filter({ hasText: '$' })
const total = (page: Page) =>
  main(page)
    .getByText(/^[\d,]+ entr(y|ies) ·/)
    .first()
const totalText = async (page: Page) => (await total(page).locator('..').textContent())?.trim()

async function fill(page: Page, description: string, amount: string) {
  await button(page, 'Add Expense').click()
  await dialog(page).getByLabel('Date').fill('2025-11-18')
  await dialog(page).getByLabel('Category').fill('Repairs')
  await dialog(page).getByLabel('Amount').fill(amount)
  await dialog(page).getByLabel('Description').fill(description)
}
const submit = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name, exact: true }).click()

story(
  'an expense is recorded, its bad receipt refused, corrected, filtered and saved as CSV',
  async ({ admin, visit, expectError }) => {
    await newProperty(admin, '512 Raymond St')
    const page = await visit(admin, tab)
    await page.getByText('No expenses yet').waitFor()
    await fill(page, 'Gutters', '118.4')
    await dialog(page).getByLabel('Property').fill('Raymond')
    await page.getByRole('option', { name: /512 Raymond St/ }).click()
    await dialog(page).getByLabel('Choose a picture or PDF').setInputFiles(activePdf)
    expectError(/POST \/api\/rental-expenses\/.*\/receipt: 415/)
    expectError(/console error: .*415/)
    await submit(page, 'Add Expense')
    await toast(page, 'Expense recorded successfully')
    // The expense stays; its receipt can be another file.
    const receipt = page.getByRole('dialog', { name: 'Receipt' })
    await receipt.getByText('The expense is recorded; only its receipt is not.').waitFor()
    await receipt.getByRole('button', { name: 'Remove invoice.pdf' }).click()
    await receipt.getByLabel('Choose a picture or PDF').setInputFiles(picture)
    await toast(page, 'Receipt saved successfully')
    await receipt.waitFor({ state: 'detached' })
    await row(page, 'Gutters').getByText('$118.40').waitFor()
    // Until the row is read again, its button takes the receipt of Gutters.
    await row(page, 'Gutters').getByRole('button', { name: 'Receipt', exact: true }).click()
    const shown = receipt.getByRole('img', { name: 'Receipt of Gutters' })
    await expect
      .poll(() => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0)
    await page.keyboard.press('Escape')

    await row(page, 'Gutters').getByRole('button', { name: 'Correct' }).click()
    await dialog(page).getByLabel('Correct Amount').fill('181.40')
    await dialog(page).getByLabel('Reason').fill('Two digits were swapped')
    await submit(page, 'Correct')
    await written(page, 'Expense corrected successfully')
    await page.getByText('Reversal', { exact: true }).waitFor()
    await expect.poll(() => totalText(page)).toBe('3 entries · $181.40')

    await newExpense(admin, null, { expenseType: 'Insurance', amount: '980.00' })
    await page.reload()
    await expect.poll(() => totalText(page)).toBe('4 entries · $1,161.40')
    await page.getByRole('combobox', { name: 'Property' }).click()
    await page.getByRole('option', { name: 'Raymond' }).click()
    await expect.poll(() => totalText(page)).toBe('3 entries · $181.40')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'CSV').last().click(),
    ])
    const lines = String(await buffer(await file.createReadStream()))
      .trim()
      .split('\r\n')
    expect(lines).toHaveLength(4)
    const cents = lines.slice(1).map((line) => Math.round(Number(line.split(',')[5]) * 100))
    expect(cents.reduce((sum, one) => sum + one, 0)).toBe(18_140)
  },
  { alone: true },
)

story('the cost of a job becomes an expense of the home', async ({ admin, visit }) => {
  const { id } = await newProperty(admin, '31 Shannon Ct')
  const job = await admin.request<{ id: string }>('POST', '/api/jobs', {
    ...{ name: 'Repair at 31 Shannon Ct', address: '31 Shannon Ct, Elgin' },
    approvedAmount: 214_005,
  })
  const page = await visit(admin, `${tab}&new=expense&forProperty=${id}&forJob=${job.id}`)
  const form = page.getByRole('dialog', { name: 'Add Expense' })
  await expect.poll(() => form.getByLabel('Amount').inputValue()).toBe('2140.05')
  await form.getByLabel('Category').fill('Repairs')
  await submit(page, 'Add Expense')
  await written(page, 'Expense recorded successfully')
  const recorded = row(page, 'Repair at 31 Shannon Ct')
  await recorded.getByText('$2,140.05').waitFor()
  await recorded.getByRole('link', { name: 'Job: Repair at 31 Shannon Ct' }).click()
  await page.waitForURL(`**/jobs/${job.id}`)
})

story(
  'the expenses are for admins, and look right',
  async ({ admin, join, visit, checkAppearance }) => {
    const { api } = await join('subcontractor', 'Sam')
    const other = await visit(api, tab)
    await other.getByText(/^Access Denied/).waitFor()
    await checkAppearance(admin, tab, 'rental-expenses-empty', (page) =>
      page.getByText('No expenses yet').waitFor(),
    )
    const address = '1402 Stevens Street at the Corner of Featherstonehaugh Avenue, Unit 6'
    const { id } = await newProperty(admin, address)
    const first = await newExpense(admin, id, {
      ...{ description: 'Replaced the water heater, the shut-off valves and the pan below them' },
      ...{ vendor: 'Fox Valley Plumbing, Heating and Air Conditioning', amount: '12345.67' },
    })
    await newExpense(admin, null, { expenseType: 'Insurance', description: 'Umbrella policy' })
    await admin.request('POST', `/api/rental-expenses/${first.id}/reverse`, {
      description: 'Typed twice',
    })
    await admin.request('POST', '/api/recurring-expenses', {
      ...{ propertyId: id, amount: '980.00', expenseType: 'Insurance', vendor: 'Prairie Mutual' },
      ...{ description: 'Landlord policy', everyMonths: 12, startsOn: '2025-12-08' },
    })
    await checkAppearance(admin, tab, 'rental-expenses', async (page) => {
      await page.getByText('1 due').waitFor()
      await page.getByText('Umbrella policy').waitFor()
    })
    await checkAppearance(admin, `${tab}&new=expense`, 'rental-expense-form', (page) =>
      page.getByRole('dialog', { name: 'Add Expense' }).waitFor(),
    )
  },
  { alone: true },
)

async function openTab(page: Page) {
  await openScreen(page, HOLDINGS)
  await page.getByRole('tab', { name: 'Expenses' }).click()
  await button(page, 'Add Expense').waitFor()
}

async function openRecurring(page: Page) {
  await openTab(page)
  await button(page, 'Recurring').click()
  await page.getByRole('dialog', { name: 'Recurring Expenses' }).waitFor()
}
const closeRecurring = async (page: Page) => {
  await page.getByRole('dialog', { name: 'Recurring Expenses' }).waitFor()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
}

const writes: readonly Write[] = [
  {
    row: 'POST /api/rental-expenses',
    shownOn: [HOLDINGS],
    make: async (page) => {
      await openTab(page)
      await fill(page, 'Gutters', '118.40')
      await submit(page, 'Add Expense')
      await written(page, 'Expense recorded successfully')
    },
  },
  {
    row: 'POST /api/rental-expenses/:id/receipt',
    shownOn: [],
    make: async (page) => {
      await openTab(page)
      await page.getByLabel('Add the receipt of Gutters').setInputFiles(picture)
      await written(page, 'Receipt saved successfully')
    },
  },
  {
    row: 'DELETE /api/rental-expenses/:id/receipt',
    shownOn: [],
    make: async (page) => {
      await row(page, 'Gutters').getByRole('button', { name: 'Receipt', exact: true }).click()
      await dialog(page).getByRole('button', { name: 'Remove', exact: true }).click()
      await confirm(page, 'Remove')
      await written(page, 'Receipt removed successfully')
    },
  },
  {
    row: 'POST /api/rental-expenses/:id/reverse',
    shownOn: [],
    make: async (page) => {
      await row(page, 'Gutters').getByRole('button', { name: 'Correct' }).click()
      await submit(page, 'Correct')
      await written(page, 'Expense corrected successfully')
    },
  },
  {
    row: 'POST /api/recurring-expenses',
    shownOn: [],
    make: async (page) => {
      await openRecurring(page)
      await button(page, 'Add Recurring').click()
      await dialog(page).getByLabel('Category').fill('Insurance')
      await dialog(page).getByLabel('Amount').fill('980')
      await dialog(page).getByLabel('Description').fill('Landlord policy')
      await dialog(page).getByLabel('First Day').fill('2025-01-08')
      await submit(page, 'Add')
      await toast(page, 'Recurring expense added successfully')
      await closeRecurring(page)
    },
  },
  {
    row: 'PUT /api/recurring-expenses/:id',
    shownOn: [],
    make: async (page) => {
      await openRecurring(page)
      await button(page, 'Edit Landlord policy').click()
      await dialog(page).getByLabel('Vendor').fill('Prairie Mutual')
      await submit(page, 'Save')
      await toast(page, 'Recurring expense updated successfully')
      await closeRecurring(page)
    },
  },
  {
    row: 'POST /api/recurring-expenses/:id/book',
    shownOn: [HOLDINGS],
    make: async (page) => {
      await openTab(page)
      await button(page, 'Book Prairie Mutual').click()
      await written(page, 'Expense recorded successfully')
    },
  },
  {
    row: 'POST /api/recurring-expenses/:id/skip',
    shownOn: [],
    make: async (page) => {
      await openTab(page)
      await button(page, 'Skip Prairie Mutual').click()
      await confirm(page, 'Skip')
      await written(page, 'Expense skipped')
    },
  },
  {
    row: 'DELETE /api/recurring-expenses/:id',
    shownOn: [],
    make: async (page) => {
      await openRecurring(page)
      await button(page, 'Delete Landlord policy').click()
      await confirm(page, 'Delete')
      await toast(page, 'Recurring expense deleted successfully')
      await page.getByText('No recurring expenses yet').waitFor()
      await closeRecurring(page)
    },
  },
]

story('expenses are fresh after each write', (stage) => followed(stage, writes), { alone: true })
