import { text } from 'node:stream/consumers'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { accessibilityFaults } from './accessibility.ts'
import { expectNoOverflow } from './page.ts'
import { button, main } from './screen.ts'

/** The table of a list. */
export const grid = (page: Page, name: string) => page.getByRole('grid', { name, exact: true })

/** The bar with the actions for the selected rows. */
export const bar = (page: Page) => page.getByRole('region', { name: 'Selection' })

/** Switches a list to a table or back. */
export const show = (page: Page, view: 'Table' | 'Cards' | 'List') =>
  main(page).getByRole('group', { name: 'View' }).getByText(view).click()

/** The row with a link or button of this name. */
export const rowOf = (table: Locator, role: 'link' | 'button', name: string) =>
  table.getByRole('row').filter({ has: table.page().getByRole(role, { name, exact: true }) })

/** Exports the selected rows. @returns the first column of the file, including its header */
export async function exportChosen(page: Page): Promise<(string | undefined)[]> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    bar(page).getByRole('button', { name: 'Export' }).click(),
  ])
  const lines = (await text(await file.createReadStream())).trim().split(/\r?\n/)
  return lines.map((line) => line.split(',')[0]?.replace('\ufeff', ''))
}

/** Hides a column of a table. */
export async function hideColumn(page: Page, label: string) {
  const head = page.getByRole('grid').getByRole('columnheader', { name: label, exact: true })
  await head.waitFor()
  await button(page, 'Columns').click()
  const menu = page.getByRole('dialog', { name: 'Columns' })
  // The box is unchecked once the address has changed, for which `uncheck` does not wait.
  await menu.getByLabel(label).click()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'detached' })
  await head.waitFor({ state: 'detached' })
}

/** Expects a table to fit beside the sidebar at every desktop width. `row` is one of its rows. */
export async function expectToFit(page: Page, row: Locator) {
  for (const width of [1152, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await row.waitFor()
    await expectNoOverflow(page, `${width} px`)
  }
}
