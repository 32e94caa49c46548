import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from './harness/apiClient.ts'
import { checkThemes } from './harness/appearance.ts'
import { followed, openScreen, type Write, written } from './harness/freshness.ts'
import { button, card, confirm, dialog, main, toast } from './harness/screen.ts'
import { story } from './harness/story.ts'

interface Thing {
  readonly id: string
}

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const newJob = (admin: ApiClient, name: string) =>
  admin.request<Thing>('POST', '/api/jobs', {
    name,
    address: '12 Quarry Rd, Elgin',
    status: 'completed',
    progress: 100,
  })

story('a sub is rated, gets a private note and is invited', async ({ admin, visit }) => {
  const sub = await admin.request<Thing>('POST', '/api/users', {
    ...{
      firstName: 'Ned',
      lastName: 'Noor',
      email: 'ned@example.com',
      role: 'subcontractor',
      specialty: 'Roofing',
    },
  })
  for (const name of ['Garage', 'Porch']) {
    const job = await newJob(admin, name)
    await admin.request('POST', `/api/jobs/${job.id}/subcontractors`, { subcontractorId: sub.id })
  }
  const office = await visit(admin, '/subcontractors')
  await office.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const card = office.getByRole('article', { name: 'Ned Noor' })
  await card.getByText('No rating yet').waitFor()
  await card.getByRole('link', { name: 'View Profile' }).click()
  await office.waitForURL(`/subcontractors/${sub.id}`)
  await office.getByRole('heading', { level: 1, name: 'Ned Noor' }).waitFor()

  const rows = office.getByRole('region', { name: 'Jobs' }).getByRole('listitem')
  const dialog = office.getByRole('dialog', { name: 'Rate Ned Noor' })
  for (const [job, key, words] of [
    ['Garage', '5', '5 of 5, Superb'],
    ['Porch', '2', '2 of 5, Fair'],
  ] as const) {
    const row = rows.filter({ hasText: job })
    await row.getByRole('button', { name: 'Rate', exact: true }).click()
    await dialog.getByRole('radio').first().focus()
    await office.keyboard.press(key)
    await dialog.getByLabel('Note').fill(`About the ${job}`)
    await dialog.getByRole('button', { name: 'Save Rating' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await row.getByText(words).waitFor()
    await row.getByText(`About the ${job}`).waitFor()
  }
  await office.getByText('2 ratings').waitFor()
  await office.getByText('3.5', { exact: true }).waitFor()

  await office.getByRole('button', { name: 'Edit private notes' }).click()
  const notes = office.getByRole('dialog', { name: 'Private Notes' })
  await notes.getByLabel('Notes').fill('Ask for the invoice twice.')
  await notes.getByRole('button', { name: 'Save' }).click()
  await toast(office, 'Notes saved successfully')
  await office
    .getByRole('region', { name: 'Private Notes' })
    .getByText('Ask for the invoice twice.')
    .waitFor()

  await office.getByRole('button', { name: 'Invite Ned Noor' }).click()
  await toast(office, 'Invite link copied to clipboard')
  expect(await clipboard(office)).toMatch(/\/api\/invite\/\S+$/)
  await office.getByRole('button', { name: 'Done' }).click()
  await office.getByText('Invited', { exact: true }).waitFor()

  await office.getByRole('link', { name: 'Back to Subcontractors' }).click()
  await card.getByText('3.5 (2 ratings)').waitFor()
  await office.keyboard.press('Control+k')
  await office.getByPlaceholder('Find a job, person or bid').fill('noor')
  await office.getByRole('option', { name: /Ned Noor/ }).click()
  await office.waitForURL(`/subcontractors/${sub.id}`)
})

story(
  'a person who joined gets a reset link; a job page leads to the profile',
  async ({ admin, join, visit }) => {
    const job = await newJob(admin, 'Deck')
    const sub = await join('subcontractor', 'Rosa', [job.id])
    const office = await visit(admin, `/jobs/${job.id}`)
    await office.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await office.getByRole('link', { name: 'Rosa Sub' }).click()
    await office.waitForURL(`/subcontractors/${sub.id}`)
    await office.getByRole('button', { name: 'Reset link for Rosa Sub' }).click()
    await toast(office, 'Reset link copied to clipboard')
    const link = await clipboard(office)
    expect(link).toMatch(/\/api\/reset-password\/\S+$/)
    expect(
      await sub.api.call('POST', new URL(link).pathname, {
        password: 'another walk by the quarry',
      }),
    ).toMatchObject({
      status: 204,
    })
    expect(await sub.api.call('GET', '/api/auth/user')).toMatchObject({ status: 401 })
  },
)

story(
  'the profile is for admins: the sub reads Access Denied, and the calls refuse them',
  async (stage) => {
    const { admin, join, visit, expectError } = stage
    const job = await newJob(admin, 'Shed')
    const { id, api } = await join('subcontractor', 'Olga', [job.id])
    await admin.request('PUT', `/api/jobs/${job.id}/ratings/${id}`, {
      score: 1,
      note: 'Never again',
    })
    const page = await visit(api, `/subcontractors/${id}`)
    await page.getByText('Access Denied: This page is only available to administrators.').waitFor()
    for (const path of [`/api/subcontractors/${id}`, `/api/subcontractors/${id}/jobs`]) {
      expect(await api.call('GET', path)).toMatchObject({ status: 403 })
    }
    expect(await api.call('PUT', `/api/jobs/${job.id}/ratings/${id}`, { score: 5 })).toMatchObject({
      status: 403,
    })

    expectError(/^GET \/api\/subcontractors\/.*: 404$/)
    const nobody = await visit(admin, `/subcontractors/${job.id}`)
    await nobody.getByText('Subcontractor not found').waitFor()
  },
)

story(
  'the profile looks right, empty and full',
  async ({ admin, join, visit, checkAppearance }) => {
    const name = 'Maximiliana-Konstantina'
    const jobs = [
      await newJob(admin, 'Whole-house renovation with a two-storey addition'),
      await newJob(admin, 'Attic'),
    ]
    const sub = await join(
      'subcontractor',
      name,
      jobs.map(({ id }) => id),
    )
    const ready = (page: Page) =>
      page.getByRole('heading', { level: 1, name: `${name} Sub` }).waitFor()
    const [first] = jobs
    await admin.request('PUT', `/api/jobs/${first?.id}/ratings/${sub.id}`, {
      ...{
        score: 4,
        note: 'Neat work, but the crew was a day late twice and nobody called ahead.',
      },
    })
    await admin.request('PUT', `/api/subcontractors/${sub.id}/notes`, {
      text: 'Prefers mornings.\nPays her crew weekly.',
    })
    for (const task of ['Hang the doors', 'Case the windows on the second floor'])
      await admin.request('POST', '/api/tasks', {
        jobId: first?.id,
        name: task,
        assigneeId: sub.id,
        deadline: '2026-03-05',
      })
    await admin.request('POST', '/api/schedule', {
      ...{ jobId: first?.id, title: 'Trim', startDate: '2199-03-05', endDate: '2199-03-09' },
      assignedSubcontractorId: sub.id,
    })
    await checkAppearance(admin, `/subcontractors/${sub.id}`, 'subcontractor', ready)

    const unrated = await join('subcontractor', 'Stan')
    await checkAppearance(admin, `/subcontractors/${unrated.id}`, 'subcontractor-none', (page) =>
      page.getByText('No upcoming bookings').waitFor(),
    )

    const page = await visit(admin, `/subcontractors/${sub.id}`, { width: 390 })
    await ready(page)
    await page.getByRole('button', { name: 'Rate', exact: true }).click()
    await page.getByRole('dialog').getByRole('radiogroup', { name: 'Rating' }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Save Rating' }).click()
    await page.getByText('Choose a rating from 1 to 5').waitFor()
    await checkThemes(page, 'rate-390')
  },
)

async function openSub(page: Page, name: string) {
  await openScreen(page, 'Subcontractors')
  await card(page, name).getByRole('link', { name: 'View Profile' }).click()
  await main(page).getByRole('heading', { level: 1, name }).waitFor()
}

const writes: readonly Write[] = [
  {
    row: 'PUT /api/jobs/:id/ratings/:userId',
    shownOn: ['Subcontractors'],
    make: async (page) => {
      await openSub(page, 'Rita Sub')
      await button(page, 'Rate').click()
      await dialog(page).getByRole('radio').first().focus()
      await page.keyboard.press('4')
      await dialog(page).getByRole('button', { name: 'Save Rating' }).click()
      await written(page, 'Rating saved successfully')
    },
  },
  {
    row: 'DELETE /api/jobs/:id/ratings/:userId',
    shownOn: ['Subcontractors'],
    make: async (page) => {
      await openSub(page, 'Rita Sub')
      await button(page, 'Remove the rating').click()
      await confirm(page, 'Remove')
      await written(page, 'Rating removed successfully')
    },
  },
  {
    row: 'PUT /api/subcontractors/:id/notes',
    shownOn: [],
    make: async (page) => {
      await openSub(page, 'Rita Sub')
      await button(page, 'Edit private notes').click()
      await dialog(page).getByLabel('Notes').fill('Ask for the invoice twice.')
      await dialog(page).getByRole('button', { name: 'Save' }).click()
      await written(page, 'Notes saved successfully')
    },
  },
  {
    row: 'POST /api/users/:id/reset-link',
    shownOn: [],
    make: async (page) => {
      await button(page, 'Reset link for Rita Sub').click()
      await written(page, 'Reset link copied to clipboard')
    },
  },
]

story('ratings, notes and links are fresh after each write', async (stage) => {
  const job = await newJob(stage.admin, 'Garage slab')
  await stage.join('subcontractor', 'Rita', [job.id])
  await followed(stage, writes)
})
