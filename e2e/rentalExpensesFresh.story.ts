import type { Page } from 'playwright-core'
import { followed, openScreen, type Write, written } from './harness/freshness.ts'
import { png } from './harness/png.ts'
import { HOLDINGS } from './harness/rentals.ts'
import { button, confirm, dialog, toast } from './harness/screen.ts'
import { story } from './harness/story.ts'

const picture = {
  name: 'receipt.png',
  mimeType: 'image/png',
  buffer: Buffer.from(png(320, 480, 220)),
}

const row = (page: Page, name: string) =>
  page.getByRole('listitem', { name, exact: true }).filter({ hasText: '$' })

async function fill(page: Page, description: string, amount: string) {
  await button(page, 'Add Expense').click()
  await dialog(page).getByLabel('Date').fill('2025-11-18')
  await dialog(page).getByLabel('Category').fill('Repairs')
  await dialog(page).getByLabel('Amount').fill(amount)
  await dialog(page).getByLabel('Description').fill(description)
}

const submit = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name, exact: true }).click()

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
