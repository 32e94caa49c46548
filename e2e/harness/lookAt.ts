import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { accessibilityFaults, loadAxe } from './accessibility.ts'
import type { ApiClient } from './apiClient.ts'
import { checkThemes } from './appearance.ts'
import { misfits } from './fit.ts'
import { type Device, isOverlay, type Look } from './looks.ts'
import { overflowOf, SCREENS, saveScreenshot } from './page.ts'
import { go, main } from './screen.ts'
import type { StoryContext } from './story.ts'
import { coveredAtEnd, smallTargets } from './targets.ts'

const HOME = { desk: 1440, phone: 390 } as const
const isAsSomebodyElse = (address: string) => address.includes('/view-as/')

/** Waits until the application shows the screen of its address, and nothing on it, or over it, says that it is loading. */
const settled = (page: Page) =>
  page.waitForFunction(() => {
    const LOADING =
      '[data-skeleton], :is(main, [role=dialog], [role=alertdialog]) :is(.animate-breathe, [aria-busy=true]), [role=status] .animate-spin'
    // The router of the application, which says that it shows a screen once React has rendered it.
    const router:
      | {
          readonly latestLocation: { readonly href: string }
          readonly state: { readonly status: string; readonly resolvedLocation?: { href: string } }
        }
      | undefined = Reflect.get(window, '__TSR_ROUTER__')
    return (
      router?.state.status === 'idle' &&
      router.state.resolvedLocation?.href === router.latestLocation.href &&
      document.querySelector('main h1') !== null &&
      document.querySelector(LOADING) === null
    )
  })

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

const overlays = (page: Page) => page.locator('[role=dialog], [role=alertdialog]')

/** Brings the page there, inside the application: a load would cost four times as much. */
async function bringUp(page: Page, look: Look) {
  const { path, show } = look
  if (isAsSomebodyElse(page.url()) || isAsSomebodyElse(path)) await page.goto(path)
  else await go(page, path)
  await settled(page)
  await show?.(page)
  if (isOverlay(look)) await overlays(page).first().waitFor()
  await settled(page)
}

/** Closes what is over the screen: it may belong to the frame, which stays when another screen comes. */
async function putAway(page: Page) {
  for (let open = await overlays(page).count(); open > 0; open = await overlays(page).count()) {
    await page.keyboard.press('Escape')
    await expect.poll(() => overlays(page).count(), { message: 'Escape' }).toBeLessThan(open)
  }
}

const nameOf = ({ path }: Look) => path.replaceAll(/[\da-f-]{36}/g, 'one').replaceAll(/\W+/g, '-')

interface Fit {
  readonly width: number
  readonly height: number
  /** Also that texts fit their boxes; otherwise that the page does not scroll sideways. */
  readonly ofTexts: boolean
}

/** Checks that what is on screen fits these windows; none of it depends on the theme. */
async function lookAtFit(page: Page, look: Look, device: Device, fits: readonly Fit[]) {
  for (const { width, height, ofTexts } of fits) {
    await page.setViewportSize({ width, height })
    await settled(page)
    if (width === 820) await saveScreenshot(page, `desk${nameOf(look)}-820-light`)
    const message = `${look.path} at ${width} px`
    if (ofTexts) await expect.poll(() => misfits(page), { message }).toEqual([])
    else await expect.poll(() => overflowOf(page), { message }).toBe(0)
  }
  await page.setViewportSize({ width: HOME[device], height: SCREENS[HOME[device]] })
}

/** A desk, between it and a phone, and last a desktop at 200 % zoom. */
const DESK_FITS: readonly Fit[] = [
  { width: 1440, height: SCREENS[1440], ofTexts: true },
  ...[1024, 820, 768].map((width) => ({ width, height: SCREENS[820], ofTexts: true })),
  { width: 640, height: 360, ofTexts: false },
]
const DESK_OVERLAY_FITS = ([1440, 820] as const).map((width) => ({
  ...{ width, height: SCREENS[width], ofTexts: false },
}))
/** A phone, and the narrowest ones. */
const PHONE_FITS: readonly Fit[] = [
  { width: 390, height: SCREENS[390], ofTexts: true },
  { width: 360, height: 640, ofTexts: true },
  { width: 320, height: 568, ofTexts: false },
]
const PHONE_OVERLAY_FITS = PHONE_FITS.map((fit) => ({ ...fit, ofTexts: false }))

/** Looks at a screen of a desk: its accessibility in light and its colors in dark, and whether it fits narrower windows. */
async function lookAtDesk(page: Page, look: Look): Promise<void> {
  await bringUp(page, look)
  await checkThemes(page, `desk${nameOf(look)}-1440`)
  await lookAtFit(page, look, 'desk', isOverlay(look) ? DESK_OVERLAY_FITS : DESK_FITS)
}

/**
 * Looks at a screen of a phone, in dark: the accessibility of the screen, whether a thumb hits each of its controls, and whether
 * it fits the narrowest phones. What is over it has the names and colors that it has on a desk.
 */
async function lookAtPhone(page: Page, look: Look): Promise<void> {
  await bringUp(page, look)
  await saveScreenshot(page, `phone${nameOf(look)}-390-dark`)
  // A slider moves its thumb into place once it knows how large it is.
  await expect.poll(() => smallTargets(page), { message: look.path }).toEqual([])
  if (isOverlay(look)) return lookAtFit(page, look, 'phone', PHONE_OVERLAY_FITS)
  expect((await accessibilityFaults(page)).join('\n'), look.path).toBe('')
  await expect.poll(() => coveredAtEnd(page), { message: `at the end of ${look.path}` }).toEqual([])
  await lookAtFit(page, look, 'phone', PHONE_FITS)
  await lookAtTabs(page, look)
}

/** Looks at what the other tabs of a screen show. */
async function lookAtTabs(page: Page, { path }: Look) {
  const tabs = main(page).getByRole('tab', { selected: false })
  for (const label of await tabs.allTextContents()) {
    await main(page).getByRole('tab').filter({ hasText: label }).first().tap()
    await settled(page)
    await expect.poll(() => smallTargets(page), { message: `${path}, ${label}` }).toEqual([])
  }
}

/** Looks at one after another on a device; what is wrong with any of them is said at the end. */
export async function lookAtAll(page: Page, device: Device, looks: readonly Look[]): Promise<void> {
  const faults: string[] = []
  for (const look of looks) {
    try {
      await (device === 'desk' ? lookAtDesk : lookAtPhone)(page, look)
      await putAway(page)
    } catch (error) {
      if (page.isClosed()) throw error
      faults.push(`${look.path}: ${String(error)}`)
      await page.setViewportSize({ width: HOME[device], height: SCREENS[HOME[device]] })
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
  for (const width of [1440, 820, 640, 390, 320]) {
    await page.setViewportSize({ width, height: SCREENS[390] })
    await saveScreenshot(page, `${name}-${width}-light`)
    await expect.poll(() => overflowOf(page), { message: `${name} at ${width} px` }).toBe(0)
  }
  if (size) await page.setViewportSize(size)
}
