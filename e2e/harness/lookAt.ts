import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from './apiClient.ts'
import { checkThemes } from './appearance.ts'
import { misfits } from './fit.ts'
import { type Device, isOverlay, type Look } from './looks.ts'
import { accessibilityFaults, loadAxe, overflowOf, SCREENS, saveScreenshot } from './page.ts'
import { go, main } from './screen.ts'
import type { StoryContext } from './story.ts'
import { coveredAtEnd, smallTargets } from './targets.ts'

const NOWHERE = '404 Page Not Found'
const isAsSomebodyElse = (address: string) => address.includes('/view-as/')

/** Waits until nothing on the screen, or over it, says that it is loading. */
async function settled(page: Page): Promise<void> {
  // The role is hidden behind a dialog, so the element is looked up.
  await page.locator('main h1').filter({ hasNotText: NOWHERE }).first().waitFor()
  await page.waitForFunction(
    () =>
      !document.querySelector(
        '[data-skeleton], :is(main, [role=dialog], [role=alertdialog]) :is(.animate-breathe, [aria-busy=true]), [role=status] .animate-spin',
      ),
  )
}

/** Opens the application to look at screens of it: light on a desk, dark on a phone. */
export async function openForLooks(
  { visit }: Pick<StoryContext, 'visit'>,
  api: ApiClient,
  device: Device,
): Promise<Page> {
  const options = device === 'desk' ? {} : ({ width: 390, theme: 'dark' } as const)
  const page = await visit(api, '/api/health', options)
  await loadAxe(page)
  await page.goto('/')
  await settled(page)
  return page
}

/** Brings the page there, inside the application: a load would cost four times as much. */
async function bringUp(page: Page, look: Look) {
  const { path, show } = look
  if (isAsSomebodyElse(page.url()) || isAsSomebodyElse(path)) await page.goto(path)
  else {
    // Another screen comes first, so that the one before is not taken for the next.
    await go(page, '/nowhere')
    await page.getByRole('heading', { level: 1, name: NOWHERE }).waitFor()
    await go(page, path)
  }
  await settled(page)
  await show?.(page)
  if (isOverlay(look)) await page.locator('[role=dialog], [role=alertdialog]').first().waitFor()
  await settled(page)
}

const nameOf = ({ path }: Look) => path.replaceAll(/[\da-f-]{36}/g, 'one').replaceAll(/\W+/g, '-')

/**
 * Looks at a screen of a desk: its accessibility in light and its colors in dark, and whether it fits the widths between a desk and
 * a phone, and a desktop at 200 % zoom. No overflow depends on the theme, and no name on the width.
 */
async function lookAtDesk(page: Page, look: Look): Promise<void> {
  await bringUp(page, look)
  await checkThemes(page, `desk${nameOf(look)}-1440`)
  for (const width of isOverlay(look) ? [820] : [1152, 1024, 820, 768, 640]) {
    await page.setViewportSize({ width, height: SCREENS[820] })
    await settled(page)
    const message = `${look.path} at ${width} px`
    if (width === 820) await saveScreenshot(page, `desk${nameOf(look)}-820-light`)
    if (isOverlay(look) || width === 640)
      await expect.poll(() => overflowOf(page), { message }).toBe(0)
    else await expect.poll(() => misfits(page), { message }).toEqual([])
  }
  await page.setViewportSize({ width: 1440, height: SCREENS[1440] })
}

/**
 * Looks at a screen of a phone, in dark: the accessibility of the screen, whether a thumb hits each of its controls, and whether
 * it fits the narrowest phones. What is over it has the names and colors that it has on a desk.
 */
async function lookAtPhone(page: Page, look: Look): Promise<void> {
  await bringUp(page, look)
  await saveScreenshot(page, `phone${nameOf(look)}-390-dark`)
  expect(await smallTargets(page), look.path).toEqual([])
  if (!isOverlay(look)) {
    expect((await accessibilityFaults(page)).join('\n'), look.path).toBe('')
    const covered = { message: `at the end of ${look.path}` }
    await expect.poll(() => coveredAtEnd(page), covered).toEqual([])
  }
  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 568 })
    await settled(page)
    const message = `${look.path} at ${width} px`
    if (isOverlay(look) || width === 320)
      await expect.poll(() => overflowOf(page), { message }).toBe(0)
    else await expect.poll(() => misfits(page), { message }).toEqual([])
  }
  await page.setViewportSize({ width: 390, height: SCREENS[390] })
  if (!isOverlay(look)) await lookAtTabs(page, look)
}

/** Looks at what the other tabs of a screen show. */
async function lookAtTabs(page: Page, { path }: Look) {
  const tabs = main(page).getByRole('tab', { selected: false })
  for (const label of await tabs.allTextContents()) {
    await main(page).getByRole('tab').filter({ hasText: label }).first().tap()
    await settled(page)
    expect(await smallTargets(page), `${path}, ${label}`).toEqual([])
  }
}

/** Looks at one after another on a device; what is wrong with any of them is said at the end. */
export async function lookAtAll(page: Page, device: Device, looks: readonly Look[]): Promise<void> {
  const faults: string[] = []
  for (const look of looks) {
    try {
      await (device === 'desk' ? lookAtDesk : lookAtPhone)(page, look)
    } catch (error) {
      if (page.isClosed()) throw error
      faults.push(`${look.path}: ${String(error)}`)
      const width = device === 'desk' ? 1440 : 390
      await page.setViewportSize({ width, height: SCREENS[width] })
      await page.goto('/')
      await settled(page)
    }
  }
  if (faults.length > 0) throw new Error(faults.join('\n\n'))
}

/** Looks at a page that only a story of its own comes to, or that is outside the application, and leaves it as it is. */
export async function lookAtPage(page: Page, name: string): Promise<void> {
  const size = page.viewportSize()
  await checkThemes(page, name)
  for (const width of [1440, 820, 390, 320]) {
    await page.setViewportSize({ width, height: SCREENS[390] })
    await saveScreenshot(page, `${name}-${width}-light`)
    await expect.poll(() => overflowOf(page), { message: `${name} at ${width} px` }).toBe(0)
  }
  if (size) await page.setViewportSize(size)
}
