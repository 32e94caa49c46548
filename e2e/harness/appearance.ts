import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { accessibilityFaults } from './accessibility.ts'
import { saveScreenshot, setTheme, type Theme, themeOf } from './page.ts'

/**
 * Checks that the page has no accessibility faults in either theme, first in the one it has.
 * @returns the theme that it ends in
 */
export async function checkOtherThemeToo(page: Page, name: string): Promise<Theme> {
  const first = await themeOf(page)
  const second = first === 'light' ? 'dark' : 'light'
  await checkTheme(page, `${name}-${first}`)
  await setTheme(page, second)
  // Only colors depend on the theme.
  await checkTheme(page, `${name}-${second}`, { colorsOnly: true })
  return second
}

/** Checks that the page has no accessibility faults in the theme that it has. */
export async function checkTheme(page: Page, name: string, options?: { colorsOnly: boolean }) {
  await saveScreenshot(page, name)
  expect((await accessibilityFaults(page, options)).join('\n'), name).toBe('')
}

/**
 * Checks that the page has no accessibility faults in either theme. The page begins and ends in the
 * light theme.
 */
export async function checkThemes(page: Page, name: string): Promise<void> {
  await setTheme(page, 'light')
  await checkOtherThemeToo(page, name)
  await setTheme(page, 'light')
}
