import { dayIn } from '@plumbline/contract/dates.ts'
import { addMonths, formatMonth } from '@plumbline/contract/months.ts'
import type { Page } from 'playwright-core'
import type { ApiClient } from './harness/apiClient.ts'
import { followed, openScreen, type Write, written } from './harness/freshness.ts'
import { button, dialog } from './harness/screen.ts'
import { story } from './harness/story.ts'

interface Thing {
  readonly id: string
}

const NOW = dayIn('America/Chicago', new Date()).slice(0, 7)

/** Its rent is late on every day of this month. */
const LAST = addMonths(NOW, -1)

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
