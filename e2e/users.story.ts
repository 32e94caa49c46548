import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ApiClient } from './harness/apiClient.ts'
import { PASSWORD } from './harness/company.ts'
import { followed, openScreen, type Write, written } from './harness/freshness.ts'
import { button, confirm, dialog, toast } from './harness/screen.ts'
import { story } from './harness/story.ts'

async function fill(page: Page, firstName: string) {
  await page.getByRole('button', { name: 'Invite User' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite User' })
  await dialog.getByLabel('First Name').fill(firstName)
  await dialog.getByLabel('Last Name').fill('Lund')
  await dialog.getByLabel('Email').fill(`${firstName.toLowerCase()}@example.com`)
  return dialog
}
/** Closes the sheet with the links of invites. */
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
  { alone: true },
)

story(
  'without a clipboard the link is shown; Ctrl-K finds a person to edit',
  async ({ admin, join, visit }) => {
    await join('client', 'Clara')
    const office = await visit(admin, '/users')
    await office.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    const dialog = await fill(office, 'Olaf')
    await dialog.getByRole('button', { name: 'Create Invite Link' }).click()
    const shown = office.getByRole('dialog', { name: 'Invite Link' })
    expect(await shown.getByLabel('Link', { exact: true }).inputValue()).toMatch(
      /\/api\/invite\/\S+$/,
    )
    await shown.getByRole('button', { name: 'Done' }).click()
    await office.keyboard.press('Control+k')
    await office.getByPlaceholder('Find a job, person or bid').fill('clara')
    await office.getByRole('option', { name: /Clara Client/ }).click()
    const edit = office.getByRole('dialog', { name: 'Edit User' })
    await edit.getByLabel('Phone', { exact: true }).fill('(630) 555-0114')
    await edit.getByRole('button', { name: 'Save' }).click()
    await toast(office, 'User updated successfully')
    await office.getByText('(630) 555-0114').waitFor()
  },
)

story(
  'user management is for admins, and looks right',
  async ({ admin, join, visit, checkAppearance }) => {
    const { api } = await join('subcontractor', 'Maximiliana-Konstantina')
    const page = await visit(api, '/users')
    await page.getByText('Access Denied: Only administrators can manage users.').waitFor()
    const card = (name: string) => (there: typeof page) =>
      there.getByRole('heading', { name }).first().waitFor()
    await checkAppearance(admin, '/users', 'users', card('Maximiliana-Konstantina Sub'))
    await checkAppearance(admin, '/users?tab=invites&new=invite', 'users-invite', (there) =>
      there.getByRole('dialog', { name: 'Invite User' }).getByLabel('Email').waitFor(),
    )
  },
)

const writes: readonly Write[] = [
  {
    row: 'POST /api/users',
    shownOn: ['User Management', 'Subcontractors'],
    make: async (page) => {
      await button(page, 'Add Subcontractor').first().click()
      for (const [label, text] of [
        ['First Name', 'Ned'],
        ['Last Name', 'Noor'],
        ['Email', 'ned@example.com'],
        ['Specialty', 'Roofing'],
      ] as const)
        await dialog(page).getByLabel(label).fill(text)
      await dialog(page).getByRole('button', { name: 'Add Subcontractor' }).click()
      await written(page, 'Subcontractor added successfully')
    },
  },
  {
    row: 'POST /api/users/invite',
    shownOn: ['User Management'],
    make: async (page) => {
      await button(page, 'Invite User').first().click()
      await dialog(page).getByLabel('First Name').fill('Ivy')
      await dialog(page).getByLabel('Last Name').fill('Lund')
      await dialog(page).getByLabel('Email').fill('ivy@example.com')
      await dialog(page).getByRole('button', { name: 'Create Invite Link' }).click()
      await toast(page, 'Invite link copied to clipboard')
      await closeSheet(page)
    },
  },
  {
    row: 'POST /api/users/invites',
    shownOn: ['User Management', 'Subcontractors'],
    make: async (page) => {
      await openScreen(page, 'User Management')
      await button(page, 'Not invited (1)').click()
      await button(page, 'Invite all (1)').click()
      await toast(page, '1 person invited')
      await closeSheet(page)
    },
  },
  {
    row: 'POST /api/users/:id/resend-invite',
    shownOn: ['User Management'],
    make: async (page) => {
      await page.getByRole('tab', { name: /Pending Invites/ }).click()
      await button(page, 'Resend the invite of Ivy Lund').click()
      await toast(page, 'New invite link copied to clipboard')
      await closeSheet(page)
    },
  },
  {
    row: 'PUT /api/users/:id',
    shownOn: ['Tasks', 'User Management'],
    make: async (page) => {
      await button(page, 'Edit Rosa Sub').click()
      await dialog(page).getByLabel('Last Name').fill('Marin')
      await dialog(page).getByRole('button', { name: 'Save' }).click()
      await written(page, 'User updated successfully')
    },
  },
  {
    row: 'DELETE /api/users/:id',
    shownOn: ['Tasks', 'Subcontractors', 'User Management'],
    make: async (page) => {
      await button(page, 'Delete Rosa Marin').click()
      await confirm(page, 'Delete')
      await written(page, 'User deleted successfully')
    },
  },
]

story('people are fresh after each write', async (stage) => {
  const { admin, join } = stage
  const { id: jobId } = await admin.request<{ id: string }>('POST', '/api/jobs', {
    name: 'Garage slab',
    address: '418 Alder Ct, Elgin',
    status: 'completed',
  })
  const rosa = await join('subcontractor', 'Rosa', [jobId])
  await admin.request('POST', '/api/tasks', { jobId, name: 'Pour', assigneeId: rosa.id })
  await followed(stage, writes)
})
