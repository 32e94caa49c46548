import type { Page } from 'playwright-core'
import { main } from './screen.ts'

/** The table of a list. */
export const grid = (page: Page, name: string) => page.getByRole('grid', { name, exact: true })

/** The bar of what is chosen. */
export const bar = (page: Page) => page.getByRole('region', { name: 'Selection' })

/** The views of a list, as tabs. */
export const views = (page: Page) => page.getByRole('navigation', { name: 'Views' })

/** Shows a list as a table, or as it was before. */
export const show = (page: Page, view: 'Table' | 'Cards' | 'List') =>
  main(page).getByRole('group', { name: 'View' }).getByText(view).click()
