import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Caller } from './caller.ts'
import type { Stage } from './story.ts'
import { leave } from './visit.ts'

const ZONES = ['Pacific/Honolulu', 'America/Chicago', 'Pacific/Auckland']

/** What a screen says, line by line, once its figures are there. */
export async function lines(page: Page): Promise<string[]> {
  const main = page.getByRole('main')
  await main.getByRole('heading', { level: 1 }).waitFor()
  // The heading stands while the figures are still on their way.
  await main.getByText('Loading', { exact: true }).waitFor({ state: 'detached' })
  const [text = ''] = await main.allInnerTexts()
  return text.split(/[\n\t]+/).filter(Boolean)
}

/** Insists that a screen reads the same in browsers on both sides of the date line. */
export async function readEverywhere(
  visit: Stage['visit'],
  caller: Caller,
  path: string,
  expected: () => readonly string[],
) {
  for (const timeZone of ZONES) {
    const page = await visit(caller, path, { timeZone })
    expect(await lines(page), timeZone).toEqual(expected())
    await leave(page)
  }
}
