import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from './harness/apiClient.ts'
import { overflowOf } from './harness/page.ts'
import { button, main } from './harness/screen.ts'
import { story } from './harness/story.ts'

const DAY = '2026-11-04'
const LONG_DAY = 'Wednesday, Nov 4, 2026'
const VIEWS = ['calendar', 'gantt', 'list', 'daily']

const addressOf = (view: string) => `/schedule?view=${view}&date=${DAY}`
const read = (page: Page) => main(page).locator('[aria-busy=false]')

async function plan(admin: ApiClient, titles: readonly string[]) {
  const job = { name: 'Garage', address: '12 Elm St' }
  const { id: jobId } = await admin.request<{ id: string }>('POST', '/api/jobs', job)
  for (const title of titles) {
    const entry = { jobId, title, startDate: DAY, endDate: DAY }
    await admin.request('POST', '/api/schedule', entry)
  }
}

story(
  'a schedule without entries says so in every view',
  async ({ admin, visit }) => {
    const page = await visit(admin, addressOf('calendar'))
    await read(page).getByRole('button', { name: LONG_DAY, exact: true }).waitFor()
    const texts = {
      gantt: 'Nothing is planned in this period. Add a schedule item, or go to another period.',
      list: 'Nothing is planned yet',
      daily: 'Nothing is planned on this day',
    }
    for (const [view, text] of Object.entries(texts)) {
      await page.goto(addressOf(view))
      await read(page).getByText(text, { exact: true }).waitFor()
      expect(await page.locator('[data-entry]').count(), view).toBe(0)
    }
    await read(page).getByText('Nothing is planned after this day.').waitFor()
    await page.goto(`/enhanced-schedule?date=${DAY}`)
    await button(page, `${LONG_DAY}, 0 items`).waitFor()
    await main(page).getByText('Nothing is due.').waitFor()
  },
  { alone: true },
)

story(
  'twenty entries on one day are all to be found',
  async ({ admin, visit }) => {
    await plan(
      admin,
      Array.from({ length: 20 }, (_, index) => `Step ${index + 1}`),
    )
    const page = await visit(admin, addressOf('calendar'))
    await button(page, `+17 more on ${LONG_DAY}`).click()
    const day = read(page).getByRole('region', { name: `Schedule for ${LONG_DAY}` })
    await day.getByRole('listitem').nth(19).waitFor()
    expect(await day.getByRole('listitem').count()).toBe(20)

    await page.goto(`/enhanced-schedule?date=${DAY}`)
    await button(page, `+18 more on ${LONG_DAY}`).click()
    const items = page.getByRole('dialog', { name: LONG_DAY }).getByRole('listitem')
    await items.nth(19).waitFor()
    expect(await items.count()).toBe(20)
  },
  { alone: true },
)

const WORD = 'Wallpaper'.repeat(23).slice(0, 200)
const SENTENCE = 'Paint the north wall '.repeat(10).slice(0, 199)

story(
  'a title of two hundred characters fits on a phone',
  async ({ admin, visit }) => {
    await plan(admin, [WORD, `${SENTENCE}.`])
    const page = await visit(admin, '/', { width: 390 })
    const expectNoOverflow = async (where: string) => expect(await overflowOf(page), where).toBe(0)
    for (const view of VIEWS) {
      await page.goto(addressOf(view))
      for (const title of [WORD, SENTENCE]) await read(page).getByText(title).first().waitFor()
      await expectNoOverflow(view)
    }
    await read(page).getByRole('button', { name: WORD }).click()
    await page.getByRole('dialog', { name: WORD }).getByRole('definition').first().waitFor()
    await expectNoOverflow('the details')
    await page.goto(`/enhanced-schedule?date=${DAY}&day=${DAY}`)
    const items = page.getByRole('dialog', { name: LONG_DAY })
    await items.getByText(WORD).waitFor()
    await expectNoOverflow('the day of the month')
  },
  { alone: true },
)
