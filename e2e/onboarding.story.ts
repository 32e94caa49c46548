import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { expect } from 'vitest'
import { ApiClient } from './harness/apiClient.ts'
import { owner, PASSWORD, setup } from './harness/company.ts'
import { countWrites, Finger, inviteInForm } from './harness/finger.ts'
import { lookAtPage } from './harness/lookAt.ts'
import { setTheme } from './harness/page.ts'
import { button, toast } from './harness/screen.ts'
import { story } from './harness/story.ts'

const steps = (page: Page) => page.getByRole('region', { name: 'First steps' })
const step = (page: Page, title: string) => steps(page).getByRole('link', { name: title })

story('from the landing page to five invited people on a phone', async (stage) => {
  const { url } = await stage.startServer()
  const page = await stage.visit(new ApiClient(url), '/', { width: 390 })
  const finger = new Finger()
  const writes = countWrites(page)
  await button(page, 'Set up your company').waitFor()
  await lookAtPage(page, 'landing-set-up')
  await finger.tap(button(page, 'Set up your company'))
  await button(page, 'Start with a sample company').waitFor()
  await lookAtPage(page, 'set-up')
  const fields = {
    'Company name': setup.companyName,
    ...{ 'First name': owner.firstName, 'Last name': owner.lastName, Email: owner.email },
    Password: PASSWORD,
  }
  for (const [label, text] of Object.entries(fields))
    await finger.type(page.getByLabel(label), text)
  await finger.tap(button(page, 'Start empty'))
  await step(page, 'Invite your people').waitFor()
  await lookAtPage(page, 'first-steps')
  await finger.tap(step(page, 'Invite your people'))
  for (const [index, name] of ['Ann', 'Ben', 'Cal', 'Dot', 'Eve'].entries()) {
    if (index > 0) await finger.tap(button(page, 'Invite Another'))
    await inviteInForm(page, finger, name)
  }
  await page.getByRole('heading', { name: '5 people invited' }).waitFor()
  expect({ taps: finger.taps, writes: writes() }).toEqual({ taps: 27, writes: 6 })
})

const LOGO_COLOR = '#16233a'

/** A wide logo without a background, in a dark blue that is invisible on a dark background. */
const darkLogo = () =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="100"><path d="M0 80h600v20H0zM20 70l40-60 40 60zM140 20h440v40H140z" fill="${LOGO_COLOR}"/></svg>`,
    ),
  )
    .png()
    .toBuffer()

/** Returns the background color of the nearest ancestor that has one. */
const backgroundOf = (target: Locator) =>
  target.evaluate((element) => {
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at)
      if (!/^rgba\(.*, 0\)$/.test(backgroundColor)) return backgroundColor
    }
    return 'rgb(255, 255, 255)'
  })

/** Returns the contrast ratio of two CSS colors, from 1 to 21. */
function contrast(one: string, other: string): number {
  const luminance = (color: string) => {
    const parts = color.startsWith('#')
      ? [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
      : (color.match(/[\d.]+/g) ?? []).map(Number)
    const [red = 0, green = 0, blue = 0] = parts.map((part) =>
      part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

story('a logo has a background that shows it, light and dark', async ({ admin, visit }) => {
  const page = await visit(admin, '/settings')
  await page.locator('input[type=file]').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: await darkLogo(),
  })
  await toast(page, 'Logo saved successfully')
  // A wide logo fills the line. The company name is still there for screen readers.
  const logo = page.getByRole('complementary').locator('img')
  await expect.poll(async () => (await logo.boundingBox())?.width).toBeGreaterThan(150)
  await page.getByRole('complementary').getByText(setup.companyName).waitFor()
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme)
    const background = await backgroundOf(logo)
    expect(contrast(background, LOGO_COLOR), `${theme}: ${background}`).toBeGreaterThan(4.5)
  }
})
