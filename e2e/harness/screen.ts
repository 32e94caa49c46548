import type { Page } from 'playwright-core'

export const main = (page: Page) => page.getByRole('main')
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
export const dialog = (page: Page) => page.getByRole('dialog')
export const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })

/** The list item that contains this text. */
export const item = (page: Page, text: string) =>
  page.getByRole('listitem').filter({ hasText: text })

/** Waits for a toast or any other text. */
export const toast = (page: Page, text: string) =>
  page.getByText(text, { exact: true }).first().waitFor()

/** Confirms the dialog that is shown before something is deleted. */
export const confirm = (page: Page, label: string) =>
  page.getByRole('alertdialog').getByRole('button', { name: label, exact: true }).click()

/** Navigates inside the application, which takes a tenth of the time of a page load. */
export const go = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
