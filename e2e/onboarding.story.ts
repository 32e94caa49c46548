import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { expect } from 'vitest'
import { ApiClient } from './harness/apiClient.ts'
import { checkThemes } from './harness/appearance.ts'
import { owner, PASSWORD, setup } from './harness/company.ts'
import { countWrites, Finger, inviteInForm } from './harness/finger.ts'
import { importCsv } from './harness/imports.ts'
import { accessibilityFaults, apiClientOf, setTheme } from './harness/page.ts'
import { button, dialog, main, toast } from './harness/screen.ts'
import { story } from './harness/story.ts'

async function fillOwner(page: Page) {
  await page.getByLabel('First name').fill(owner.firstName)
  await page.getByLabel('Last name').fill(owner.lastName)
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password').fill(PASSWORD)
}

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const steps = (page: Page) => page.getByRole('region', { name: 'First steps' })
const step = (page: Page, title: string) => steps(page).getByRole('link', { name: title })

/** Returns to the dashboard, where this step is done now. */
async function expectDone(page: Page, title: string) {
  await sidebar(page).getByRole('link', { name: 'Dashboard' }).click()
  await step(page, `Done: ${title}`).waitFor()
}

story('the first pages of a new installation look right', async (stage) => {
  const { startServer, checkAppearance, visit } = stage
  const { url } = await startServer()
  const nobody = new ApiClient(url)
  await checkAppearance(nobody, '/', 'landing-set-up', {
    ready: (page) => button(page, 'Set up your company').waitFor(),
    narrow: true,
  })
  await checkAppearance(nobody, '/api/login', 'set-up', {
    ready: (page) => button(page, 'Start with a sample company').waitFor(),
    narrow: true,
  })
  // By keyboard: the way to set-up is the first thing below the theme.
  const page = await visit(nobody, '/')
  await button(page, 'Set up your company').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Set up your company' }).waitFor()
})

story('from the landing page to five invited people on a phone', async (stage) => {
  const { url } = await stage.startServer()
  const page = await stage.visit(new ApiClient(url), '/', { width: 390 })
  const finger = new Finger()
  const writes = countWrites(page)
  await finger.tap(button(page, 'Set up your company'))
  const fields = {
    'Company name': setup.companyName,
    ...{ 'First name': owner.firstName, 'Last name': owner.lastName, Email: owner.email },
    Password: PASSWORD,
  }
  for (const [label, text] of Object.entries(fields))
    await finger.type(page.getByLabel(label), text)
  await finger.tap(button(page, 'Start empty'))
  await finger.tap(step(page, 'Invite your people'))
  for (const [index, name] of ['Ann', 'Ben', 'Cal', 'Dot', 'Eve'].entries()) {
    if (index > 0) await finger.tap(button(page, 'Invite Another'))
    await inviteInForm(page, finger, name)
  }
  await page.getByRole('heading', { name: '5 people invited' }).waitFor()
  expect({ taps: finger.taps, writes: writes() }).toEqual({ taps: 27, writes: 6 })
})

story(
  'a new installation: one button, then a sample company that needs no names',
  async ({ visit, startServer }) => {
    const { url } = await startServer()
    const page = await visit(new ApiClient(url), '/', { width: 390, timeZone: 'America/Denver' })
    // The first thing on screen is the right one.
    const shown = await main(page).getByRole('button').allTextContents()
    expect(shown).toEqual(['Set up your company'])
    expect(await page.getByText('Sign in as').count()).toBe(0)
    expect(await accessibilityFaults(page)).toEqual([])
    await button(page, 'Set up your company').click()

    await page.getByRole('heading', { name: 'Set up your company' }).waitFor()
    expect(await page.getByLabel('Time zone').inputValue()).toBe('America/Denver')
    const zones = await page.getByLabel('Time zone').locator('option').allTextContents()
    expect(zones.slice(0, 3)).toEqual(['America/New_York', 'America/Chicago', 'America/Denver'])
    await button(page, 'Start empty').click()
    // The browser asks for the name before anything is sent, and for the sample does not.
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('companyName')
    await fillOwner(page)
    await button(page, 'Start with a sample company').click()
    await page.waitForURL('/')
    await main(page).getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    await page.getByRole('heading', { name: 'Recent Jobs' }).waitFor()
    expect(await steps(page).count()).toBe(0)
    const admin = await apiClientOf(page)
    expect(await admin.request('GET', '/api/settings')).toMatchObject({
      companyName: 'Ridgeline Builders',
      holdingsName: 'Ridgeline Holdings',
      timeZone: 'America/Denver',
      sample: true,
    })
  },
)

story(
  'the sample company is set up without names in a browser without scripts',
  async ({ visit, startServer, expectError }) => {
    expectError(/^POST \/api\/setup: 400$/)
    const { url } = await startServer()
    const page = await visit(new ApiClient(url), '/api/login', { script: false })
    await page.getByLabel('First name').fill(owner.firstName)
    await button(page, 'Start with a sample company').click()
    await page.getByText('Please look at the marked fields.').waitFor()
    expect(await page.getByLabel('First name').inputValue()).toBe(owner.firstName)
    expect(await page.getByText('Company name is required').count()).toBe(0)
    await fillOwner(page)
    await button(page, 'Start with a sample company').click()
    await page.waitForURL('/')
    const admin = await apiClientOf(page)
    expect(await admin.request('GET', '/api/settings')).toMatchObject({
      companyName: 'Ridgeline Builders',
    })
  },
)

const LOGO_COLOR = '#16233a'

/** A wide logo without a ground of its own, in a dark blue that cannot be seen on a dark one. */
const darkLogo = () =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="100"><path d="M0 80h600v20H0zM20 70l40-60 40 60zM140 20h440v40H140z" fill="${LOGO_COLOR}"/></svg>`,
    ),
  )
    .png()
    .toBuffer()

/** The color behind an element: that of the first one around it that has any. */
const groundOf = (target: Locator) =>
  target.evaluate((element) => {
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at)
      if (!/^rgba\(.*, 0\)$/.test(backgroundColor)) return backgroundColor
    }
    return 'rgb(255, 255, 255)'
  })

/** The contrast of two colors of CSS, from 1 to 21. */
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

story('an empty company: its first steps, one by one', async (stage) => {
  const { visit, startServer, checkAppearance } = stage
  const { url } = await startServer()
  const { holdingsName: _, ...body } = setup
  const api = await new ApiClient(url).startSession('/api/setup', body)
  const page = await visit(api, '/')
  await steps(page).getByText('0 of 5 done').waitFor()
  await page.getByText('Create your first job to get started').waitFor()
  await checkAppearance(api, '/', 'first-steps', (there) => step(there, 'Add your logo').waitFor())

  // By keyboard: the steps follow the button that dismisses them.
  await button(page, 'Dismiss').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByLabel('Address').fill('240 S Water St')
  await page.getByLabel('Phone').fill('(630) 555-0100')
  await page.getByRole('region', { name: 'Company' }).getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Settings saved successfully')
  await expectDone(page, 'Add your address and phone')

  await step(page, 'Add your logo').click()
  await page.locator('input[type=file]').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: await darkLogo(),
  })
  await toast(page, 'Logo saved successfully')
  await expectDone(page, 'Add your logo')
  // A wide logo has the whole line; the name is read out all the same.
  const logo = page.getByRole('complementary').locator('img')
  expect((await logo.boundingBox())?.width).toBeGreaterThan(150)
  await page.getByRole('complementary').getByText(setup.companyName).waitFor()
  await checkThemes(page, 'first-steps-logo-1440')
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme)
    const ground = await groundOf(logo)
    expect(contrast(ground, LOGO_COLOR), `${theme}: ${ground}`).toBeGreaterThan(4.5)
  }
  await setTheme(page, 'light')

  await step(page, 'Import your list').click()
  await page.getByLabel('Choose a CSV file').waitFor({ state: 'attached' })
  await importCsv(
    api,
    'subcontractors',
    'First Name,Last Name,Email,Trade\nNora,North,nora@example.com,Tile\n',
  )
  await page.goto('/')
  await step(page, 'Done: Import your list').waitFor()

  await step(page, 'Add your first job').click()
  await dialog(page).getByLabel('Name', { exact: true }).fill('Porch')
  await dialog(page).getByLabel('Address', { exact: true }).fill('1 Elm St')
  await dialog(page).getByRole('button', { name: 'Create Job' }).click()
  await toast(page, 'Job created successfully')
  await expectDone(page, 'Add your first job')
  await steps(page).getByText('4 of 5 done').waitFor()

  await button(page, 'Dismiss').press('Enter')
  await steps(page).waitFor({ state: 'detached' })
  await button(page, 'Undo').press('Enter')
  await step(page, 'Invite your people').waitFor()
  await button(page, 'Dismiss').click()
  await steps(page).waitFor({ state: 'detached' })
  await checkAppearance(api, '/settings', 'settings', {
    ready: (there) => button(there, 'Show on the Dashboard').waitFor(),
    narrow: true,
  })
  await page.goto('/settings')
  await page.getByLabel('Photos of subs are shown to clients at once').press('Space')
  await page
    .getByRole('region', { name: 'Clients' })
    .getByRole('button', { name: 'Save' })
    .press('Enter')
  await toast(page, 'Settings saved successfully')
  await button(page, 'Show on the Dashboard').press('Enter')
  await toast(page, 'First steps are on the dashboard again')
  await page.goto('/')

  // With the last of them the list is gone.
  await step(page, 'Invite your people').click()
  await dialog(page).getByRole('heading', { name: 'Invite User' }).waitFor()
  await api.request('POST', '/api/users/invite', {
    ...{ firstName: 'Ned', lastName: 'North', email: 'ned@example.com', role: 'client' },
  })
  await page.goto('/')
  await page.getByRole('heading', { name: 'Recent Jobs' }).waitFor()
  expect(await steps(page).count()).toBe(0)
  expect(await api.request('GET', '/api/dashboard')).toMatchObject({ checklist: null })
})

story('a company without rental properties has no way to them', async ({ visit, startServer }) => {
  const { url } = await startServer()
  const api = await new ApiClient(url).startSession('/api/setup', { ...setup, holdingsName: '' })
  const page = await visit(api, '/')
  await sidebar(page).getByRole('link', { name: 'User Management' }).waitFor()
  expect(await sidebar(page).getByRole('link').last().textContent()).toBe('User Management')
  expect(await page.locator('a[href^="/rental-properties"]').count()).toBe(0)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find' }).fill('rental')
  await page.getByText('Nothing found for “rental”').waitFor()
  await page.keyboard.press('Escape')

  // Who has an address reaches them, and a name brings the entry.
  await page.goto('/rental-properties')
  await main(page).getByRole('heading', { level: 1, name: 'Rental Properties' }).waitFor()
  await page.goto('/settings')
  await page.getByLabel('Holdings Name').fill('Elm Street Homes')
  await page.getByRole('region', { name: 'Company' }).getByRole('button', { name: 'Save' }).click()
  await sidebar(page).getByRole('link', { name: 'Elm Street Homes' }).waitFor()
  await page.getByLabel('Holdings Name').fill('')
  await page.getByRole('region', { name: 'Company' }).getByRole('button', { name: 'Save' }).click()
  await sidebar(page).getByRole('link', { name: 'Elm Street Homes' }).waitFor({ state: 'detached' })
})
