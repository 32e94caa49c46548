import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { main } from './harness/screen.ts'
import { story } from './harness/story.ts'

const descriptions = (page: Page) =>
  main(page)
    .getByRole('combobox', { name: /^Description of/ })
    .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
const total = (page: Page) => page.getByRole('status', { name: 'Total' })
const isSaved = (page: Page) => page.getByText('Saved', { exact: true }).waitFor()

/** Pastes a text into a cell, as from a spreadsheet. */
const paste = (cell: Locator, text: string) =>
  cell.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    const options = { clipboardData, bubbles: true, cancelable: true }
    element.dispatchEvent(new ClipboardEvent('paste', options))
  }, text)

story(
  'a bid is priced by keyboard, paste and drag, and is the same after a reload',
  async ({ admin, visit }) => {
    const { id } = await admin.request<{ id: string }>('POST', '/api/pending-bids', {
      ...{ name: 'Three-season room', address: '14 Lake Dr, Elgin' },
    })
    const page = await visit(admin, `/pending-bids/${id}?tab=price`)
    await page.getByRole('button', { name: 'Add lines' }).click()
    await page.getByRole('combobox', { name: 'Description of new line' }).waitFor()
    const numbers = Array.from({ length: 12 }, (_, n) => n + 1)
    for (const n of numbers) {
      if (n > 1) await page.keyboard.press('Enter')
      await page.keyboard.type(`Line ${n}`)
      await page.keyboard.press('Tab')
      await page.keyboard.type(`${n}`)
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await page.keyboard.type('100')
    }
    await expect.poll(() => total(page).textContent()).toBe('$7,800.00')

    // A section to choose from, with rows of a spreadsheet.
    await page.getByRole('button', { name: 'Section', exact: true }).click()
    await page.keyboard.type('Floor')
    await page.getByLabel('How the customer chooses in Floor').selectOption('Choose one')
    const floor = page.getByRole('group', { name: 'Floor' })
    await paste(floor.getByRole('combobox').last(), 'Item\tQty\tPrice\nVinyl\t10\t5\nTile\t10\t20')
    await expect.poll(() => total(page).textContent()).toBe('$7,850.00')
    await floor.getByRole('radio', { name: /Tile/ }).check()
    await expect.poll(() => total(page).textContent()).toBe('$8,000.00')

    // The first line moves down by keyboard, and the last of the section by its handle to the top.
    await page.getByRole('combobox', { name: 'Description of Line 1', exact: true }).focus()
    await page.keyboard.press('Alt+ArrowDown')
    const row = (n: number) =>
      page
        .getByRole('listitem')
        .filter({ has: page.getByLabel(`Price of Line ${n}`, { exact: true }) })
    const [from, to] = await Promise.all([row(12).boundingBox(), row(2).boundingBox()])
    if (!from || !to) throw new Error('The lines are not on screen')
    await page.mouse.move(from.x + 36, from.y + from.height / 2)
    await page.mouse.down()
    await page.mouse.move(to.x + 36, to.y + 4, { steps: 4 })
    await page.mouse.up()
    const order = [12, 2, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((n) => `Line ${n}`)
    await expect.poll(() => descriptions(page)).toEqual([...order, 'Vinyl', 'Tile'])

    await isSaved(page)
    await page.reload()
    await expect.poll(() => descriptions(page)).toEqual([...order, 'Vinyl', 'Tile'])
    expect(await total(page).textContent()).toBe('$8,000.00')
    expect(await floor.getByRole('radio', { name: /Tile/ }).isChecked()).toBe(true)
    await page.getByRole('tab', { name: 'Scope and notes' }).click()
    await main(page).getByText('$8,000.00').waitFor()
  },
)
