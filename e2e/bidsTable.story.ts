import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from './harness/apiClient.ts'
import { checkThemes } from './harness/appearance.ts'
import { followed, openScreen, type Write, written } from './harness/freshness.ts'
import { accessibilityFaults } from './harness/page.ts'
import { button, dialog, main } from './harness/screen.ts'
import { story } from './harness/story.ts'
import * as table from './harness/table.ts'

const { bar, views } = table
const grid = (page: Page) => table.grid(page, 'Bids')
const row = (page: Page, name: string) => table.rowOf(grid(page), 'link', name)

/** The names of the rows that are rendered, from the top. */
const names = (page: Page) =>
  grid(page)
    .getByRole('row')
    .getByRole('gridcell')
    .getByRole('link', { name: /^Bid / })
    .allTextContents()
const bids = (...numbers: readonly number[]) => numbers.map((n) => `Bid ${n}`)

const make = (admin: ApiClient, name: string, more = {}) =>
  admin.request<{ id: string }>('POST', '/api/pending-bids', {
    ...{ name, address: '12 Quarry Rd, Elgin' },
    ...more,
  })

story(
  'bids as a table: sorted by its heads, moved through by keys, chosen and exported',
  async ({ admin, visit, checkAppearance }) => {
    for (let n = 1; n <= 6; n += 1) {
      const { id } = await make(admin, `Bid ${n}`, {
        ...{ estimatedAmount: n < 6 ? n * 100_000 : null, priority: n % 2 ? 'high' : 'low' },
        ...{ customerName: 'Maximiliana-Konstantina van Hollis', customerPhone: '(630) 555-0142' },
      })
      const status = n === 1 ? 'rejected' : 'follow_up'
      if (n < 4)
        await admin.request('PUT', `/api/pending-bids/${id}`, {
          ...{ status, followUpDate: n === 2 ? '2099-01-05' : '2020-01-05' },
        })
    }
    const page = await visit(admin, '/pending-bids')
    await page.getByRole('article', { name: 'Bid 6' }).waitFor()
    await table.show(page, 'Table')
    await page.waitForURL('/pending-bids?view=table')
    await row(page, 'Bid 6').getByText('Not specified').waitFor()
    expect(await names(page)).toEqual(bids(6, 5, 4, 3, 2, 1))
    await main(page).getByText('6 bids').waitFor()
    await main(page).getByText('3 pending, 1 rejected, 2 follow up').waitFor()
    await main(page).getByText('$15,000.00').waitFor()
    await row(page, 'Bid 3').getByText('Due').waitFor()
    expect(await row(page, 'Bid 2').getByText('Due').count()).toBe(0)

    const amount = grid(page).getByRole('columnheader', { name: 'Amount' })
    await amount.getByRole('button').click()
    await page.waitForURL(/sort=amount/)
    await expect.poll(() => names(page)).toEqual(bids(1, 2, 3, 4, 5, 6))
    expect(await amount.getAttribute('aria-sort')).toBe('ascending')

    await views(page).getByRole('link', { name: 'Follow-up due' }).click()
    await expect.poll(() => names(page)).toEqual(bids(3))
    await views(page).getByRole('link', { name: 'Open' }).click()
    await expect.poll(() => names(page)).toEqual(bids(6, 5, 4, 3, 2))
    await button(page, 'Remove the filter Open').click()
    await expect.poll(() => names(page)).toEqual(bids(6, 5, 4, 3, 2, 1))
    expect(await views(page).getByText('All').getAttribute('aria-current')).toBe('page')

    await views(page).getByRole('link', { name: 'Open 5', exact: true }).waitFor()
    await views(page).getByRole('link', { name: 'Follow-up due 1', exact: true }).waitFor()
    await table.hideColumn(page, 'Priority')
    await page.waitForURL(/columns=customer%2Cstatus%2CfollowUp%2Ccreated%2Camount/)

    await row(page, 'Bid 6').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Shift+X')
    await bar(page).getByText('3 selected').waitFor()
    await bar(page).getByText('$12,000.00').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await table.exportChosen(page)).toEqual(['Project', ...bids(5, 4, 3)])
    await row(page, 'Bid 5').focus()
    await page.keyboard.press('Escape')
    await bar(page).waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await main(page).getByRole('heading', { level: 1, name: 'Bid 5' }).waitFor()
    await page.goBack()
    await row(page, 'Bid 1').waitFor()

    await grid(page).getByRole('checkbox', { name: 'Select all' }).click()
    await bar(page).getByText('6 selected').waitFor()
    await table.expectToFit(page, row(page, 'Bid 6'))
    await checkThemes(page, 'bids-table-chosen')
    await bar(page).getByRole('button', { name: 'Reject' }).click()
    await dialog(page).getByText('Unchanged: Bid 1 (rejected)').waitFor()
    await checkThemes(page, 'bids-table-reject')

    // On a phone and a tablet they are cards.
    await checkAppearance(admin, '/pending-bids?view=table', 'bids-table', (there) =>
      main(there).getByText('Bid 6', { exact: true }).waitFor(),
    )
  },
  { alone: true },
)

const writes: readonly Write[] = [
  {
    row: 'POST /api/pending-bids/change',
    shownOn: ['Dashboard', 'Pending Bids'],
    make: async (page) => {
      await openScreen(page, 'Pending Bids')
      await table.show(page, 'Table')
      await grid(page).getByRole('checkbox', { name: 'Select all' }).click()
      await bar(page).getByText('3 selected').waitFor()
      await bar(page).getByRole('button', { name: 'Follow Up' }).click()
      await dialog(page).getByLabel('Follow-Up Date').fill('2026-02-03')
      await button(page, 'Save').click()
      await written(page, '2 bids updated. Unchanged: Bid 3 (approved)')
      await row(page, 'Bid 1').getByText('Feb 3, 2026').waitFor()
      await bar(page).getByRole('button', { name: 'Reject' }).click()
      await dialog(page).getByLabel('Reason').fill('Out of season')
      await dialog(page).getByRole('button', { name: 'Reject' }).click()
      await written(page, '2 bids updated. Unchanged: Bid 3 (approved)')
      await main(page).getByText('1 approved, 2 rejected').waitFor()
      await button(page, 'Clear the selection').click()
    },
  },
]

story(
  'bids are changed together, and every screen follows',
  async (stage) => {
    for (const name of bids(1, 2)) await make(stage.admin, name)
    const { id } = await make(stage.admin, 'Bid 3')
    await stage.admin.request('POST', `/api/pending-bids/${id}/convert`)
    await followed(stage, writes)
  },
  { alone: true },
)
