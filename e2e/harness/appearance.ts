import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { accessibilityFaults } from './accessibility.ts'
import { saveScreenshot, setTheme, THEMES } from './page.ts'

/**
 * Checks that the page has no accessibility faults in either theme. The page ends in the light
 * theme.
 */
export async function checkThemes(page: Page, name: string): Promise<void> {
  for (const theme of THEMES) {
    await setTheme(page, theme)
    await saveScreenshot(page, `${name}-${theme}`)
    const faults = await accessibilityFaults(page, { colorsOnly: theme === 'dark' })
    expect(faults.join('\n'), `${name}, ${theme}`).toBe('')
  }
  await setTheme(page, 'light')
}
