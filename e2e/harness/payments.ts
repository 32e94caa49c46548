import type { Page } from 'playwright-core'
import { tabTo } from './keyboard.ts'
import { button, dialog, focusIn, main } from './screen.ts'

/**
 * Records 2,000.00 by check 1042 for the invoice on screen, of 4,351.64, by keyboard alone, and
 * emails a receipt. The focus ends where it began.
 */
export async function recordByKeyboard(page: Page): Promise<void> {
  await button(page, 'Record Payment').waitFor()
  await focusIn(main(page))
  await tabTo(page, 'Record Payment')
  await page.keyboard.press('Enter')
  await focusIn(dialog(page).getByLabel('Amount', { exact: true }))
  await page.keyboard.press('Control+A')
  await page.keyboard.type('2000')
  await tabTo(page, 'Cash')
  await page.keyboard.press('Enter')
  await dialog(page).getByLabel('Reference').waitFor()
  await tabTo(page, 'Check', 'Shift+Tab')
  await page.keyboard.press('Space')
  await tabTo(page, 'Check number')
  await page.keyboard.type('1042')
  await dialog(page).getByText('$2,351.64 is owed after this.').waitFor()
  await tabTo(page, 'Email a receipt')
  await page.keyboard.press('Space')
  await tabTo(page, 'Record Payment')
  await page.keyboard.press('Enter')
  await dialog(page).waitFor({ state: 'hidden' })
  await focusIn(button(page, 'Record Payment'))
}
