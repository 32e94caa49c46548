import type { Page } from 'playwright-core'
import type { ApiClient } from './harness/apiClient.ts'
import { followed, openJob, openScreen, type Write, written } from './harness/freshness.ts'
import { button, confirm, dialog, main } from './harness/screen.ts'
import { story } from './harness/story.ts'

const newJob = (admin: ApiClient, name: string) =>
  admin.request<{ id: string }>('POST', '/api/jobs', { name, address: '12 Elm St' })

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
