import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { card, main, toast } from './screen.ts'
import type { StoryContext } from './story.ts'

/**
 * After a write in an open tab, every screen reads as it does in a tab that was loaded after it. Each write is made
 * through the screens, between a visit to the screens that show its result (so that they are cached) and a comparison
 * of those screens; after the writes of a slice the other screens of the sidebar are compared too. Somebody else who looks at
 * one of those screens meanwhile sees the write without doing anything.
 */
export interface Write {
  /** The row of the contract, spelled out: `freshness.story.ts` reads it in the source. */
  readonly row: string
  /** The sidebar's screens that show its result. */
  readonly shownOn: readonly string[]
  /** Makes it in the open tab, and waits for its toast. */
  readonly make: (page: Page) => Promise<void>
}

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** Opens a screen of the sidebar. */
export async function openScreen(page: Page, screen: string) {
  // Another story clicks every link; moving the mouse to each of hundreds costs as much as showing the screens.
  await sidebar(page).getByRole('link', { name: screen, exact: true }).dispatchEvent('click')
  await sidebar(page).locator('[aria-current=page]', { hasText: screen }).waitFor()
  await main(page).getByRole('heading', { level: 1 }).waitFor()
}

/** Opens a job from its card. */
export async function openJob(page: Page, name: string) {
  await openScreen(page, 'Work in Progress')
  await card(page, name).getByRole('link', { name: 'View Details' }).click()
  await main(page).getByRole('heading', { level: 1, name }).waitFor()
}

/** Waits for the toast of a write and for the refresh that follows, during which its dialog stays open. */
export async function written(page: Page, text: string) {
  await toast(page, text)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
}

/** What a screen says, without what moves with the clock; null while it loads. */
async function read(page: Page): Promise<string[] | null> {
  // One question instead of several: it is asked hundreds of times.
  const shown = page.locator('main:not([aria-hidden=true] *)', { has: page.locator('h1') })
  const [text] = await shown.allInnerTexts()
  if (text === undefined) return null
  const lines = text.split(/[\n\t]+/).filter((line) => line.trim() !== '')
  if (lines.includes('Loading') || lines.includes('…')) return null
  return lines.map((line) => line.replace(/just now|\d+ ?(s|sec|min|m|h|hours?)\w* ago/i, 'now'))
}

/** That a browser cannot be notified is said eight seconds after a screen is loaded. */
const SETTLED = 20_000

/** Compares what two tabs show of one address. */
async function compare(page: Page, fresh: Page, after: string) {
  const seen = async () => ({ open: await read(page), fresh: await read(fresh) })
  await expect
    .poll(
      async () => {
        const { open, fresh } = await seen()
        return open !== null && JSON.stringify(open) === JSON.stringify(fresh)
      },
      { timeout: SETTLED },
    )
    .toBe(true)
    .catch(async () => {
      const { open, fresh } = await seen()
      expect(open, `${new URL(page.url()).pathname} after ${after}`).toEqual(fresh)
    })
}

/** Compares the open tab with one that is loaded now: at its own address, then on the screens of the sidebar. */
async function compareScreens(page: Page, fresh: Page, screens: readonly string[], after: string) {
  const { pathname, search } = new URL(page.url())
  await fresh.goto(pathname + search, { waitUntil: 'commit' })
  await compare(page, fresh, after)
  for (const screen of screens) {
    await Promise.all([openScreen(page, screen), openScreen(fresh, screen)])
    await compare(page, fresh, after)
  }
}

/** Makes the writes of a slice as the admin, one after another and compares the screens after each. */
export async function followed({ admin, visit }: StoryContext, writes: readonly Write[]) {
  const page = await visit(admin, '/')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  // In a window of its own: a tab in the background is drawn late.
  // It stays at a thing that the next write deletes, and would ask for it.
  const fresh = await visit(admin, '/', { live: false })
  const screens = await sidebar(page).getByRole('link').allTextContents()
  for (const screen of screens) await openScreen(page, screen)
  const watching = await visit(admin, '/')
  for (const { row, shownOn, make } of writes) {
    for (const screen of shownOn) await openScreen(page, screen)
    const [watched] = shownOn
    if (watched) await openScreen(watching, watched)
    await make(page)
    await compareScreens(page, fresh, shownOn, row)
    if (!watched) continue
    await openScreen(fresh, watched)
    await compare(watching, fresh, `${row} of somebody else`)
  }
  const compared = new Set(writes.flatMap(({ shownOn }) => shownOn))
  const others = screens.filter((name) => !compared.has(name))
  await compareScreens(page, fresh, others, 'all writes')
}
