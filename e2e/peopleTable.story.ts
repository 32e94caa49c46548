import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { checkThemes } from './harness/appearance.ts'
import { accessibilityFaults } from './harness/page.ts'
import { button, card, dialog, main, toast } from './harness/screen.ts'
import { story } from './harness/story.ts'
import * as table from './harness/table.ts'

const { bar, views } = table
const grid = (page: Page) => table.grid(page, 'People')
const row = (page: Page, name: string) => table.rowOf(grid(page), 'button', name)

/** The last names of the rows that are rendered, from the top. */
const lastNames = async (page: Page) => {
  const names = await grid(page)
    .getByRole('row')
    .getByRole('button', { name: / (Admin|Sub|Lund|Moe|Noor)$/ })
    .and(page.locator(':not([aria-label])'))
    .allTextContents()
  return names.map((name) => name.split(' ').at(-1))
}

story(
  'people as a table: sorted by its heads, chosen, invited together, exported and edited',
  async ({ admin, join, visit, checkAppearance }) => {
    await join('subcontractor', 'Maximiliana-Konstantina')
    for (const [firstName, lastName, role] of [
      ['Nora', 'Lund', 'client'],
      ['Otis', 'Moe', 'client'],
      ['Pia', 'Noor', 'subcontractor'],
    ])
      await admin.request('POST', '/api/users', {
        ...{ firstName, lastName, role, email: `${firstName?.toLowerCase()}@example.com` },
        ...(role === 'subcontractor' && { specialty: 'Standing-seam metal roofing' }),
      })
    const page = await visit(admin, '/users')
    await card(page, 'Nora Lund').waitFor()
    await table.show(page, 'Table')
    await page.waitForURL('/users?view=table')
    await row(page, 'Nora Lund').getByText('Not invited').waitFor()
    expect(await lastNames(page)).toEqual(['Admin', 'Lund', 'Moe', 'Noor', 'Sub'])
    await main(page).getByText('5 people').waitFor()
    await main(page).getByText('1 admin, 2 subs, 2 clients').waitFor()
    await row(page, 'Ada Admin').getByText('Joined').waitFor()

    const name = grid(page).getByRole('columnheader', { name: 'Name' })
    await name.getByRole('button').click()
    await name.getByRole('button').click()
    await page.waitForURL(/sort=-name/)
    await expect.poll(() => lastNames(page)).toEqual(['Sub', 'Noor', 'Moe', 'Lund', 'Admin'])
    expect(await name.getAttribute('aria-sort')).toBe('descending')

    await views(page).getByRole('link', { name: 'Clients' }).click()
    await expect.poll(() => lastNames(page)).toEqual(['Lund', 'Moe'])
    await main(page).getByText('2 clients').waitFor()
    // The cards are narrowed by the same, and say so.
    await table.show(page, 'Cards')
    await page.getByRole('tab', { name: 'Active Users (2)' }).waitFor()
    await button(page, 'Remove the filter Role').click()
    await page.getByRole('tab', { name: 'Active Users (5)' }).waitFor()
    await table.show(page, 'Table')

    await views(page).getByRole('link', { name: 'Clients 2', exact: true }).waitFor()
    await table.hideColumn(page, 'Specialty')
    await page.waitForURL(/columns=role%2Cemail%2Cphone%2Cstatus%2Cadded/)

    await row(page, 'Nora Lund').focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('j')
    await page.keyboard.press('Shift+X')
    await bar(page).getByText('2 selected').waitFor()
    await bar(page).getByRole('button', { name: 'Invite 2 people' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await table.exportChosen(page)).toEqual([...['Name', 'Nora Lund', 'Otis Moe']])
    await grid(page).getByRole('checkbox', { name: 'Select all' }).click()
    await bar(page).getByText('5 selected').waitFor()
    await table.expectToFit(page, row(page, 'Pia Noor'))
    await checkThemes(page, 'people-table-chosen')

    // Two of the five have joined.
    await bar(page).getByRole('button', { name: 'Invite 3 people' }).click()
    await toast(page, '3 people invited')
    await dialog(page).getByRole('button', { name: 'Done' }).click()
    await row(page, 'Nora Lund').getByText('Invited').waitFor()
    expect(await bar(page).getByRole('button', { name: 'Invite' }).isDisabled()).toBe(true)
    await row(page, 'Pia Noor').focus()
    await page.keyboard.press('Escape')
    await bar(page).waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await dialog(page).getByLabel('Last Name').fill('Nolan')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await toast(page, 'User updated successfully')
    await row(page, 'Pia Nolan').waitFor()

    // On a phone and a tablet they are cards.
    await checkAppearance(admin, '/users?view=table', 'people-table', (there) =>
      main(there).getByText('Ada Admin', { exact: true }).first().waitFor(),
    )
  },
  { alone: true },
)
