import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from './harness/apiClient.ts'
import { followed, openJob, openScreen, type Write, written } from './harness/freshness.ts'
import { button, confirm, dialog, item, main, toast } from './harness/screen.ts'
import { story } from './harness/story.ts'

interface Entry {
  readonly title: string
  readonly startDate: string
  readonly endDate: string
  readonly assignedSubcontractorName: string | null
}
const newJob = (admin: ApiClient, name: string) =>
  admin.request<{ id: string }>('POST', '/api/jobs', { name, address: '12 Elm St' })
const entriesOf = (admin: ApiClient, jobId: string) =>
  admin.request<Entry[]>('GET', `/api/jobs/${jobId}/schedule`)

/** Two days of digging, a pour after it, and a task. */
const steps = {
  entries: [
    { title: 'Dig footings', startDay: 0, days: 2, trade: 'Concrete' },
    { title: 'Pour footings', startDay: 0, days: 1, dependsOn: [{ entry: 0, lagDays: 1 }] },
  ],
  tasks: [{ name: 'Call for the inspection', entry: 0 }],
}
const newTemplate = (admin: ApiClient, name: string) =>
  admin.request<{ id: string }>('POST', '/api/schedule-templates', { name, templateData: steps })

/** Chooses a template and its first day in the open dialog. */
async function choose(page: Page, name: string, day: string) {
  await dialog(page).getByLabel('Schedule template').selectOption({ label: name })
  await dialog(page).getByLabel('Work starts').fill(day)
}

story(
  'a template is applied with the days and subs that were shown before',
  async ({ admin, join, visit, checkAppearance }) => {
    const job = await newJob(admin, 'Porch')
    await newTemplate(admin, 'Footings')
    await join('subcontractor', 'Sam')
    const page = await visit(admin, `/jobs/${job.id}`)
    await page.getByText('No schedule entries yet.').waitFor()
    await button(page, 'Apply Template').click()
    // A Friday, so that the weekend is left out.
    await choose(page, 'Footings', '2027-03-05')
    const planned = dialog(page).getByRole('list', { name: 'Planned entries' })
    await planned.getByText('Mar 5 – Mar 8').waitFor()
    await planned.getByText('Mar 10').waitFor()
    await dialog(page).getByLabel('Concrete').fill('Sam')
    await dialog(page).getByRole('option', { name: /Sam/ }).click()
    await dialog(page).getByRole('button', { name: 'Apply' }).click()
    await toast(page, '2 entries and 1 task added to the job')
    await item(page, 'Dig footings').getByText('Sam Sub').waitFor()
    await item(page, 'Call for the inspection').first().waitFor()
    expect(await entriesOf(admin, job.id)).toMatchObject([
      { title: 'Dig footings', startDate: '2027-03-05', endDate: '2027-03-08' },
      { title: 'Pour footings', startDate: '2027-03-10', endDate: '2027-03-10' },
    ])
    await checkAppearance(admin, `/jobs/${job.id}`, 'apply-template', async (looked) => {
      await button(looked, 'Apply Template').click()
      await choose(looked, 'Kitchen Remodel', '2027-03-01')
      await dialog(looked).getByText('22 entries and 18 tasks').waitFor()
    })
  },
)

story('New Job and Approve start a job with a template', async ({ admin, visit }) => {
  const page = await visit(admin, '/jobs?new=job')
  await dialog(page).getByLabel('Name', { exact: true }).fill('Deck on Oak')
  await dialog(page).getByLabel('Address', { exact: true }).fill('9 Oak St')
  await dialog(page).getByLabel('Start Date').fill('2027-03-01')
  await dialog(page).getByLabel('Schedule template').selectOption({ label: 'Deck' })
  expect(await dialog(page).getByLabel('Work starts').inputValue()).toBe('2027-03-01')
  await button(page, 'Create Job').click()
  await toast(page, '14 entries and 10 tasks added from Deck.')
  await toast(page, 'Job created successfully')
  const jobs = await admin.request<{ id: string; name: string }[]>('GET', '/api/jobs')
  const deck = jobs.find(({ name }) => name === 'Deck on Oak')?.id ?? ''
  const [first] = await entriesOf(admin, deck)
  expect(first).toMatchObject({ title: 'Utility locate and layout', startDate: '2027-03-01' })

  const bid = { name: 'Oak Street roof', address: '9 Oak St' }
  const { id } = await admin.request<{ id: string }>('POST', '/api/pending-bids', bid)
  await page.goto(`/pending-bids/${id}`)
  await button(page, 'Approve').click()
  await choose(page, 'Roof Replacement', '2027-04-05')
  await dialog(page).getByRole('button', { name: 'Approve' }).click()
  await toast(page, 'Bid successfully converted to job')
  await toast(page, '13 entries and 10 tasks added from Roof Replacement.')
  await main(page).getByRole('link', { name: 'View Job' }).click()
  await item(page, 'Material delivery').waitFor()
})

story(
  'a job becomes a template, which is changed, retired and deleted',
  async ({ admin, visit, checkAppearance }) => {
    const job = await newJob(admin, 'Pergola')
    const days = { startDate: '2027-03-01', endDate: '2027-03-02' }
    await admin.request('POST', '/api/schedule', { jobId: job.id, title: 'Set posts', ...days })
    const page = await visit(admin, `/jobs/${job.id}`)
    await button(page, 'Save as Template').click()
    await dialog(page).getByLabel('Name').fill('Pergola in spring')
    await button(page, 'Save Template').click()
    await toast(page, 'Template saved successfully')
    await button(page, 'View Template').click()
    await main(page).getByRole('heading', { level: 1, name: 'Pergola in spring' }).waitFor()

    await button(page, 'Edit').click()
    await page.waitForURL(/edit=true/)
    await button(page, 'Add Entry').click()
    const second = page.getByRole('group', { name: 'Entry 2' })
    await second.getByLabel('Title').fill('Stain')
    await second.getByLabel('After').fill('1+3')
    await button(page, 'Save Changes').click()
    await toast(page, 'Template updated successfully')
    await page.getByText('after Set posts + 3 days').waitFor()
    await page.getByText('6 working days').waitFor()

    await button(page, 'Retire').click()
    await toast(page, 'Template retired successfully')
    await page.getByRole('link', { name: 'Back to Schedule Templates' }).click()
    await page.getByText('1 retired template').click()
    await page.getByRole('link', { name: 'Pergola in spring' }).click()
    await button(page, 'Delete template').click()
    await confirm(page, 'Delete')
    await toast(page, 'Template deleted successfully')
    await page.waitForURL(/schedule-templates$/)

    const templates = await admin.request<{ id: string; name: string }[]>(
      'GET',
      '/api/schedule-templates',
    )
    const kitchen = templates.find(({ name }) => name === 'Kitchen Remodel')?.id
    const ready = (looked: Page) => looked.getByText('Room Addition').waitFor()
    await checkAppearance(admin, '/schedule-templates', 'templates', ready)
    await checkAppearance(admin, `/schedule-templates/${kitchen}`, 'template', (looked) =>
      looked.getByText('Backsplash', { exact: true }).waitFor(),
    )
    await checkAppearance(
      admin,
      `/schedule-templates/${kitchen}?edit=true`,
      'template-edit',
      (looked) => button(looked, 'Add Entry').waitFor(),
    )
  },
)

async function openTemplates(page: Page) {
  await openScreen(page, 'Schedule')
  await main(page).getByRole('link', { name: 'Templates' }).click()
  await main(page).getByRole('heading', { level: 1, name: 'Schedule Templates' }).waitFor()
}

const SITE = 'Boathouse'
const writes: readonly Write[] = [
  {
    row: 'POST /api/jobs/:id/apply-template',
    shownOn: ['Tasks'],
    make: async (page) => {
      await openJob(page, SITE)
      await button(page, 'Apply Template').click()
      await choose(page, 'Piers', '2027-03-05')
      await dialog(page).getByRole('button', { name: 'Apply' }).click()
      await written(page, '2 entries and 1 task added to the job')
    },
  },
  {
    row: 'POST /api/jobs/:id/save-as-template',
    shownOn: [],
    make: async (page) => {
      await openJob(page, SITE)
      await button(page, 'Save as Template').click()
      await button(page, 'Save Template').click()
      await written(page, 'Template saved successfully')
    },
  },
  {
    row: 'POST /api/schedule-templates',
    shownOn: [],
    make: async (page) => {
      await openTemplates(page)
      await button(page, 'New Template').click()
      await dialog(page).getByLabel('Name').fill('Fence')
      await button(page, 'Create Template').click()
      await written(page, 'Template created successfully')
      await page.getByRole('form', { name: 'Edit Template' }).waitFor()
    },
  },
  {
    row: 'PUT /api/schedule-templates/:id',
    shownOn: [],
    make: async (page) => {
      await page.getByLabel('Name', { exact: true }).first().fill('Cedar fence')
      await button(page, 'Save Changes').click()
      await written(page, 'Template updated successfully')
      await main(page).getByRole('heading', { level: 1, name: 'Cedar fence' }).waitFor()
    },
  },
  {
    row: 'DELETE /api/schedule-templates/:id',
    shownOn: [],
    make: async (page) => {
      await button(page, 'Delete template').click()
      await confirm(page, 'Delete')
      await written(page, 'Template deleted successfully')
      await button(page, 'New Template').waitFor()
    },
  },
]

story('templates and what they add are fresh after each write', async (stage) => {
  await newJob(stage.admin, SITE)
  await newTemplate(stage.admin, 'Piers')
  await followed(stage, writes)
})
