import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ApiClient } from './harness/apiClient.ts'
import { checkThemes } from './harness/appearance.ts'
import { owner, PASSWORD, setup } from './harness/company.ts'
import { importCsv } from './harness/imports.ts'
import { accessibilityFaults, apiClientOf, overflowOf } from './harness/page.ts'
import { png } from './harness/png.ts'
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

story('an empty company: its first steps, one by one', async ({ visit, startServer }) => {
  const { url } = await startServer()
  const { holdingsName: _, ...body } = setup
  const api = await new ApiClient(url).startSession('/api/setup', body)
  const page = await visit(api, '/')
  await steps(page).getByText('0 of 5 done').waitFor()
  await page.getByText('Create your first job to get started').waitFor()
  expect(await overflowOf(page)).toBe(0)
  await checkThemes(page, 'first-steps')

  await step(page, 'Add your address and phone').click()
  await page.getByLabel('Address').fill('240 S Water St')
  await page.getByLabel('Phone').fill('(630) 555-0100')
  await page.getByRole('region', { name: 'Company' }).getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Settings saved successfully')
  await expectDone(page, 'Add your address and phone')

  await step(page, 'Add your logo').click()
  await page.locator('input[type=file]').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: Buffer.from(png(600, 100, 90)),
  })
  await toast(page, 'Logo saved successfully')
  await expectDone(page, 'Add your logo')
  // A wide logo has the whole line; the name is read out all the same.
  const logo = page.getByRole('complementary').locator('img')
  expect((await logo.boundingBox())?.width).toBeGreaterThan(150)
  await page.getByRole('complementary').getByText(setup.companyName).waitFor()

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

  await button(page, 'Dismiss').click()
  await steps(page).waitFor({ state: 'detached' })
  await button(page, 'Undo').click()
  await step(page, 'Invite your people').waitFor()
  await button(page, 'Dismiss').click()
  await steps(page).waitFor({ state: 'detached' })
  await page.goto('/settings')
  await button(page, 'Show on the Dashboard').click()
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
