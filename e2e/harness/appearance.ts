import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from './apiClient.ts'
import {
  accessibilityFaults,
  overflowOf,
  SCREENS,
  saveScreenshot,
  savesScreenshots,
  setTheme,
  type Theme,
  type Width,
} from './page.ts'

/** 320 px is the narrowest phone; half of 1,280 by half of 720 is a desktop at 200 % zoom. */
const NARROW = [
  [320, 568],
  [640, 360],
] as const

export interface AppearanceOptions {
  /** Waits until the page is loaded. */
  readonly ready: (page: Page) => Promise<unknown>
  /** Also checks that it does not overflow on the narrowest phone and at 200 % zoom. */
  readonly narrow?: boolean
}

/**
 * Checks a page at three widths, light and dark: it does not scroll sideways, and on a phone and a desktop it has no
 * accessibility faults. Saves `<name>-<width>-<theme>.png` when screenshots are saved.
 */
export async function checkAppearance(
  revisit: (api: ApiClient, path: string, width: Width) => Promise<Page>,
  api: ApiClient,
  path: string,
  name: string,
  { ready, narrow = false }: AppearanceOptions,
) {
  // A phone is a browser profile with touch; the wider screens are one page that is resized.
  for (const widths of [[390], [820, 1440]] as const) {
    const page = await revisit(api, path, widths[0])
    await ready(page)
    for (const width of widths) {
      await page.setViewportSize({ width, height: SCREENS[width] })
      await checkSize(page, width, path, `${name}-${width}`)
    }
    if (narrow && widths[0] !== 390) await checkNarrow(page, path, name, ready)
  }
}

async function checkSize(page: Page, width: Width, path: string, name: string) {
  expect(await overflowOf(page), `overflow of ${path} at ${width} px`).toBe(0)
  // Nothing has another name or color on a tablet than on a desktop.
  if (width !== 820) await checkThemes(page, name)
  else if (savesScreenshots)
    await inBothThemes(page, (theme) => saveScreenshot(page, `${name}-${theme}`))
}

/** Checks that a page, as it is now, has no accessibility faults, light and dark. */
export async function checkThemes(page: Page, name: string) {
  await inBothThemes(page, async (theme) => {
    await saveScreenshot(page, `${name}-${theme}`)
    const faults = await accessibilityFaults(page, { colorsOnly: theme === 'dark' })
    expect(faults.join('\n'), `${name}, ${theme}`).toBe('')
  })
}

async function inBothThemes(page: Page, check: (theme: Theme) => Promise<void>) {
  await check('light')
  await setTheme(page, 'dark')
  await check('dark')
  await setTheme(page, 'light')
}

/** Checks that a page does not scroll sideways on the narrowest phone and at 200 % zoom. */
export async function checkNarrow(
  page: Page,
  path: string,
  name: string,
  ready: AppearanceOptions['ready'],
) {
  for (const [width, height] of NARROW) {
    await page.setViewportSize({ width, height })
    await ready(page)
    await saveScreenshot(page, `${name}-${width}`)
    expect(await overflowOf(page), `overflow of ${path} at ${width} px`).toBe(0)
  }
}
