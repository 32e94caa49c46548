import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { loadAxe } from './accessibility.ts'
import type { ApiClient } from './apiClient.ts'
import { checkOtherThemeToo, checkTheme, checkThemes } from './appearance.ts'
import { type Device, isOverlay, type Look } from './looks.ts'
import { expectNoOverflow, SCREENS, saveScreenshot, themeOf } from './page.ts'
import { go, main, waitUntilSettled } from './screen.ts'
import type { StoryContext } from './story.ts'
import { coveredAtEnd, smallTargets } from './targets.ts'
import { misfits } from './textOverflow.ts'

const DEFAULT_WIDTH = { desk: 1440, phone: 390 } as const
const isViewingAs = (address: string) => address.includes('/view-as/')

/** Opens the application to check its screens: in light on a desktop, in dark on a phone. */
export async function openForLooks(
  { visit }: Pick<StoryContext, 'visit'>,
  api: ApiClient,
  device: Device,
): Promise<Page> {
  const options = device === 'desk' ? {} : ({ width: 390, theme: 'dark' } as const)
  const page = await visit(api, '/api/health', options)
  await loadAxe(page)
  await page.goto('/')
  await waitUntilSettled(page)
  return page
}

const overlays = (page: Page) => page.locator('[role=dialog], [role=alertdialog]')

/** Opens a look inside the application. Loading its address would take four times as long. */
async function openState(page: Page, look: Look) {
  const { path, show } = look
  if (isViewingAs(page.url()) || isViewingAs(path)) await page.goto(path)
  else await go(page, path)
  await waitUntilSettled(page)
  await show?.(page)
  if (isOverlay(look)) await overlays(page).first().waitFor()
  await waitUntilSettled(page)
}

/**
 * Closes everything that lies over the screen. It may belong to the frame, which stays when the
 * screen changes.
 */
async function closeOverlays(page: Page) {
  // Away from controls with a tooltip, which Escape would close first.
  await page.mouse.move(0, 0)
  const closeNext = async () => {
    // A tooltip that is still there takes the first key.
    await page.keyboard.press('Escape')
    return overlays(page).count()
  }
  for (let open = await overlays(page).count(); open > 0; open = await overlays(page).count())
    await expect.poll(closeNext, { message: 'Escape', interval: 300 }).toBeLessThan(open)
}

const nameOf = ({ path }: Look) => path.replaceAll(/[\da-f-]{36}/g, 'one').replaceAll(/\W+/g, '-')

interface Fit {
  readonly width: number
  readonly height: number
  /** True: every text must fit its box. False: the page must not scroll sideways. */
  readonly checksTexts: boolean
}

/** Checks that the screen fits windows of these sizes. None of it depends on the theme. */
async function lookAtFit(page: Page, look: Look, fits: readonly Fit[]) {
  for (const { width, height, checksTexts } of fits) {
    await page.setViewportSize({ width, height })
    await waitUntilSettled(page)
    if (width === 820) await saveScreenshot(page, `desk${nameOf(look)}-820-${await themeOf(page)}`)
    const message = `${look.path} at ${width} px`
    if (checksTexts) await expect.poll(() => misfits(page), { message }).toEqual([])
    else await expectNoOverflow(page, message)
  }
}

/**
 * A desktop at 200 % zoom, sizes between a phone and a desktop, and a desktop. The last size is the
 * one in which the next look opens, since every change of the size renders the screen again.
 */
const DESK_FITS: readonly Fit[] = [
  { width: 640, height: 360, checksTexts: false },
  ...[768, 820, 1024].map((width) => ({ width, height: SCREENS[820], checksTexts: true })),
  { width: 1440, height: SCREENS[1440], checksTexts: true },
]
const DESK_OVERLAY_FITS = ([820, 1440] as const).map((width) => ({
  ...{ width, height: SCREENS[width], checksTexts: false },
}))
/** The narrowest phones, and a common one. */
const PHONE_FITS: readonly Fit[] = [
  { width: 320, height: 568, checksTexts: false },
  { width: 360, height: 640, checksTexts: true },
  { width: 390, height: SCREENS[390], checksTexts: true },
]
const PHONE_OVERLAY_FITS = PHONE_FITS.filter(({ width }) => width !== 360).map((fit) => ({
  ...fit,
  checksTexts: false,
}))

/**
 * Checks a look on a desktop: its accessibility, its colors in both themes, and its fit in narrower
 * windows. The next look begins in the theme that this one ends in, since a change of the theme
 * costs as much as rendering the screen.
 */
async function lookAtDesk(page: Page, look: Look): Promise<void> {
  await openState(page, look)
  await checkOtherThemeToo(page, `desk${nameOf(look)}-1440`)
  await lookAtFit(page, look, isOverlay(look) ? DESK_OVERLAY_FITS : DESK_FITS)
}

/**
 * Checks a look on a phone: its accessibility, the touch size of its controls, and its fit on the
 * narrowest phones. Overlays are checked in both themes, since on a desktop only the long tests
 * open them, and screens in the dark one.
 */
async function lookAtPhone(page: Page, look: Look, seenTabs: Set<string>): Promise<void> {
  await openState(page, look)
  const name = `phone${nameOf(look)}-390`
  // A slider places its thumb only after it has measured itself.
  await expect.poll(() => smallTargets(page), { message: look.path }).toEqual([])
  if (isOverlay(look)) {
    await checkOtherThemeToo(page, name)
    return lookAtFit(page, look, PHONE_OVERLAY_FITS)
  }
  await checkTheme(page, `${name}-dark`)
  await expect.poll(() => coveredAtEnd(page), { message: `at the end of ${look.path}` }).toEqual([])
  await lookAtFit(page, look, PHONE_FITS)
  await lookAtTabs(page, look, seenTabs)
}

/**
 * Checks the touch targets on the other tabs of a screen, each once in a walk, since every tab of a
 * screen leads to all others.
 */
async function lookAtTabs(page: Page, { path }: Look, seenTabs: Set<string>) {
  const keyOf = (label: string) => `${path.split('?')[0]} ${label}`
  const shown = main(page).getByRole('tab', { selected: true })
  for (const label of await shown.allTextContents()) seenTabs.add(keyOf(label))
  const others = main(page).getByRole('tab', { selected: false })
  for (const label of await others.allTextContents()) {
    if (seenTabs.has(keyOf(label))) continue
    seenTabs.add(keyOf(label))
    await main(page).getByRole('tab').filter({ hasText: label }).first().tap()
    await waitUntilSettled(page)
    await expect.poll(() => smallTargets(page), { message: `${path}, ${label}` }).toEqual([])
  }
}

/** Checks looks one after another on a device. @throws Error at the end with all faults */
export async function lookAtAll(page: Page, device: Device, looks: readonly Look[]): Promise<void> {
  const faults: string[] = []
  const seenTabs = new Set<string>()
  for (const look of looks) {
    try {
      if (device === 'desk') await lookAtDesk(page, look)
      else await lookAtPhone(page, look, seenTabs)
      await closeOverlays(page)
    } catch (error) {
      if (page.isClosed()) throw error
      faults.push(`${look.path}: ${String(error)}`)
      await page.setViewportSize({
        width: DEFAULT_WIDTH[device],
        height: SCREENS[DEFAULT_WIDTH[device]],
      })
      await page.goto('/')
      await waitUntilSettled(page)
    }
  }
  if (faults.length > 0) throw new Error(faults.join('\n\n'))
}

/**
 * Checks a page that only one story opens, or that is outside the application. Restores the window
 * size.
 */
export async function lookAtPage(page: Page, name: string): Promise<void> {
  const size = page.viewportSize()
  await checkThemes(page, name)
  for (const width of [1440, 820, 640, 390, 320]) {
    await page.setViewportSize({ width, height: SCREENS[390] })
    await saveScreenshot(page, `${name}-${width}-light`)
    await expectNoOverflow(page, `${name} at ${width} px`)
  }
  if (size) await page.setViewportSize(size)
}
