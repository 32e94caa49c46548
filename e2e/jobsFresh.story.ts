import type { ApiClient } from './harness/apiClient.ts'
import { followed, openJob, type Write, written } from './harness/freshness.ts'
import { button, confirm, dialog, main } from './harness/screen.ts'
import { story } from './harness/story.ts'

interface Job {
  readonly id: string
}

const newJob = (admin: ApiClient, job: object) => admin.request<Job>('POST', '/api/jobs', job)

const JOB = 'Pergola'

const writes: readonly Write[] = [
  {
    row: 'POST /api/jobs',
    shownOn: ['Dashboard', 'Pending Bids', 'Work in Progress'],
    make: async (page) => {
      await button(page, 'Create New Job').click()
      await dialog(page).getByLabel('Name', { exact: true }).fill('Porch')
      await dialog(page).getByLabel('Address', { exact: true }).fill('7 Elm St, Batavia')
      await dialog(page).getByLabel('Approved Amount').fill('1200')
      await dialog(page).getByLabel('Status').selectOption('in_progress')
      await button(page, 'Create Job').click()
      await written(page, 'Job created successfully')
    },
  },
  {
    row: 'PUT /api/jobs/:id',
    shownOn: ['Tasks', 'Messages'],
    make: async (page) => {
      await openJob(page, JOB)
      await button(page, 'Edit Job').click()
      await dialog(page).getByLabel('Name', { exact: true }).fill(`${JOB} and stairs`)
      await button(page, 'Save Changes').click()
      await written(page, 'Job updated successfully')
    },
  },
  {
    row: 'POST /api/jobs/:id/subcontractors',
    shownOn: ['Subcontractors'],
    make: async (page) => {
      await openJob(page, `${JOB} and stairs`)
      await button(page, /Manage Subcontractors/).click()
      await dialog(page).getByRole('combobox').fill('Walt')
      await page.getByRole('option', { name: /Walt Sub/ }).click()
      await page.getByText('Subcontractor added to the job', { exact: true }).waitFor()
      await dialog(page).getByRole('button', { name: 'Remove Walt Sub' }).waitFor()
      await dialog(page).getByRole('button', { name: 'Close' }).click()
    },
  },
  {
    row: 'DELETE /api/jobs/:id/subcontractors/:userId',
    shownOn: ['Subcontractors'],
    make: async (page) => {
      await openJob(page, `${JOB} and stairs`)
      await button(page, /Manage Subcontractors/).click()
      await dialog(page).getByRole('button', { name: 'Remove Walt Sub' }).click()
      await confirm(page, 'Take off the job')
      await page.getByText('Subcontractor removed from the job', { exact: true }).waitFor()
      await page.getByRole('alertdialog').waitFor({ state: 'detached' })
      await dialog(page).getByRole('button', { name: 'Close' }).click()
    },
  },
  {
    row: 'DELETE /api/jobs/:id',
    shownOn: ['Dashboard', 'Photos', 'Messages'],
    make: async (page) => {
      await openJob(page, `${JOB} and stairs`)
      await button(page, 'Delete Job').click()
      await confirm(page, 'Delete the job')
      await written(page, 'Job deleted successfully')
      await main(page).getByRole('heading', { level: 1, name: 'Jobs' }).waitFor()
    },
  },
]

story('jobs and their subs are fresh after each write', async (stage) => {
  const { admin, join } = stage
  const { id: jobId } = await newJob(admin, {
    name: JOB,
    address: '418 Alder Ct, Elgin',
    status: 'in_progress',
  })
  await join('subcontractor', 'Walt')
  await admin.request('POST', '/api/tasks', { jobId, name: 'Lay the boards' })
  await followed(stage, writes)
})
