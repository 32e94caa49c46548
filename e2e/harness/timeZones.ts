import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from './apiClient.ts'
import { closePage } from './page.ts'
import type { StoryContext } from './story.ts'

const AWAY = ['Pacific/Honolulu', 'Pacific/Auckland']

/** The text of a screen by line, once its figures are loaded. */
export async function textLines(page: Page): Promise<string[]> {
  const main = page.getByRole('main')
  await main.getByRole('heading', { level: 1 }).waitFor()
  // The heading is shown while the figures are still loading.
  await main.getByText('Loading', { exact: true }).waitFor({ state: 'detached' })
  const [text = ''] = await main.allInnerTexts()
  return text.split(/[\n\t]+/).filter(Boolean)
}

/** Expects a screen to say this, once its later parts are there. */
const expectLines = (page: Page, lines: readonly string[], message?: string) =>
  expect.poll(() => textLines(page), { ...(message && { message }) }).toEqual(lines)

/** Expects the same text in browsers on both sides of the date line. @returns the page in the company's time zone */
export async function expectInTimeZones(
  visit: StoryContext['visit'],
  api: ApiClient,
  path: string,
  expected: () => readonly string[],
): Promise<Page> {
  for (const timeZone of AWAY) {
    const page = await visit(api, path, { timeZone })
    await expectLines(page, expected(), timeZone)
    await closePage(page)
  }
  const page = await visit(api, path)
  await expectLines(page, expected())
  return page
}

const long = new Intl.DateTimeFormat('en-US', {
  ...{ weekday: 'long', month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' },
})
/** `Thursday, Nov 19, 2026`, as screens say a day in full. */
export const longDay = (day: string) => long.format(new Date(day))
