import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ApiClient } from './harness/apiClient.ts'
import { PASSWORD } from './harness/company.ts'
import { toast } from './harness/screen.ts'
import { story } from './harness/story.ts'

async function fill(page: Page, firstName: string) {
  await page.getByRole('button', { name: 'Invite User' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite User' })
  await dialog.getByLabel('First Name').fill(firstName)
  await dialog.getByLabel('Last Name').fill('Lund')
  await dialog.getByLabel('Email').fill(`${firstName.toLowerCase()}@example.com`)
  return dialog
}
/** Closes the sheet with the invite links. */
async function closeSheet(page: Page) {
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

story(
  'a person is invited, invited again, joins by the copied link, and is removed',
  async (stage) => {
    const { admin, visit, expectError } = stage
    const office = await visit(admin, '/users')
    await office.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await office.getByRole('tab', { name: 'Active Users (1)' }).waitFor()
    const dialog = await fill(office, 'Ivy')
    await dialog.getByLabel('Role').selectOption('subcontractor')
    await dialog.getByLabel('Specialty').fill('Tiling')
    await dialog.getByRole('button', { name: 'Create Invite Link' }).click()
    await toast(office, 'User Invited Successfully!')
    await toast(office, 'Invite link copied to clipboard')
    const first = await clipboard(office)
    expect(first).toMatch(/\/api\/invite\/\S+$/)
    await closeSheet(office)

    expectError(/^POST \/api\/users\/invite: 409$/)
    const again = await fill(office, 'Ivy')
    await again.getByRole('button', { name: 'Create Invite Link' }).click()
    await toast(
      office,
      'A user with this email address already exists. Please use a different email.',
    )
    await again.getByRole('button', { name: 'Cancel' }).click()

    await office.getByRole('tab', { name: 'Pending Invites (1)' }).click()
    await office.getByRole('button', { name: 'Resend the invite of Ivy Lund' }).click()
    await toast(office, 'Invite Resent')
    await toast(office, 'New invite link copied to clipboard')
    const second = await clipboard(office)
    expect(second).not.toBe(first)
    await closeSheet(office)
    expect(
      await new ApiClient(admin.url).call('POST', new URL(first).pathname, { password: PASSWORD }),
    ).toMatchObject({
      status: 404,
    })
    const ivy = await new ApiClient(admin.url).startSession(new URL(second).pathname, {
      password: PASSWORD,
    })
    expect(await ivy.request('GET', '/api/auth/user')).toMatchObject({
      firstName: 'Ivy',
      specialty: 'Tiling',
    })

    await office.goto('/users')
    await office.getByRole('tab', { name: 'Active Users (2)' }).waitFor()
    await office.getByRole('button', { name: 'Delete Ivy Lund' }).click()
    await office.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await toast(office, 'User deleted successfully')
    await office.getByRole('tab', { name: 'Active Users (1)' }).waitFor()
    expect(await ivy.call('GET', '/api/auth/user')).toMatchObject({ status: 401 })
  },
)
