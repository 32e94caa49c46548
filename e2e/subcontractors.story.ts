import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { toast } from './harness/screen.ts'
import { story } from './harness/story.ts'

async function fill(page: Page) {
  await page.getByRole('button', { name: 'Add Subcontractor' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Subcontractor' })
  await dialog.getByLabel('First Name').fill('Ned')
  await dialog.getByLabel('Last Name').fill('Noor')
  await dialog.getByLabel('Email').fill('ned@example.com')
  return { dialog, submit: () => dialog.getByRole('button', { name: 'Add Subcontractor' }).click() }
}

story(
  'a sub is added to the directory, found, and invited later',
  async ({ admin, visit, expectError }) => {
    const office = await visit(admin, '/subcontractors')
    await office.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await office.getByText('No subcontractors yet').waitFor()
    const { dialog, submit } = await fill(office)
    await submit()
    await dialog.getByText('Specialty is required').waitFor()
    await dialog.getByLabel('Specialty').fill('Roofing')
    await submit()
    await toast(office, 'Subcontractor added successfully')
    const card = office.getByRole('article', { name: 'Ned Noor' })
    await card.getByText('No rating yet').waitFor()

    expectError(/^POST \/api\/users: 409$/)
    const again = await fill(office)
    await again.dialog.getByLabel('Specialty').fill('Roofing')
    await again.submit()
    await toast(office, 'Failed to add subcontractor')
    await again.dialog.getByText('A user with this email address already exists').first().waitFor()
    await again.dialog.getByRole('button', { name: 'Cancel' }).click()

    await office.getByRole('searchbox', { name: 'Search subcontractors' }).fill('ROOF')
    await office.waitForURL(/search=ROOF/)
    await card.getByRole('button', { name: 'Invite Ned Noor' }).click()
    await toast(office, 'Invite link copied to clipboard')
    expect(await office.evaluate(() => navigator.clipboard.readText())).toMatch(
      /\/api\/invite\/\S+$/,
    )
  },
  { alone: true },
)

story(
  'the subs are for admins, and look right',
  async ({ admin, join, visit, checkAppearance }) => {
    const { api } = await join('subcontractor', 'Maximiliana-Konstantina')
    const page = await visit(api, '/subcontractors')
    await page.getByText('Access Denied: This page is only available to administrators.').waitFor()
    await checkAppearance(admin, '/subcontractors', 'subcontractors', (there) =>
      there.getByRole('heading', { name: 'Maximiliana-Konstantina Sub' }).waitFor(),
    )
  },
)
