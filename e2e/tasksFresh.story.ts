import type { ApiClient } from './harness/apiClient.ts'
import { followed, openJob, type Write, written } from './harness/freshness.ts'
import { button, confirm, dialog, item } from './harness/screen.ts'
import { story } from './harness/story.ts'

interface Thing {
  readonly id: string
}

const newJob = (admin: ApiClient, name: string, more = {}) =>
  admin.request<Thing>('POST', '/api/jobs', { name, address: '12 Elm St', ...more })

const newTask = (admin: ApiClient, jobId: string, name: string, more = {}) =>
  admin.request<Thing>('POST', '/api/tasks', { jobId, name, ...more })

const SITE = 'Attic'

const writes: readonly Write[] = [
  {
    row: 'POST /api/tasks',
    shownOn: ['Tasks'],
    make: async (page) => {
      await openJob(page, SITE)
      await button(page, 'Add Task').click()
      await dialog(page).getByLabel('Name').fill('Set the posts')
      await button(page, 'Create Task').click()
      await written(page, 'Task created successfully')
    },
  },
  {
    row: 'POST /api/tasks/bulk',
    shownOn: ['Tasks'],
    make: async (page) => {
      await openJob(page, SITE)
      await page.getByLabel('Add a task').fill('Set the beams')
      await page.keyboard.press('Enter')
      await written(page, 'Task created successfully')
      await item(page, 'Adding…').waitFor({ state: 'detached' })
      // The field stays as it was used.
      await openJob(page, SITE)
    },
  },
  {
    row: 'PUT /api/tasks/:id',
    shownOn: ['Dashboard', 'Tasks'],
    make: async (page) => {
      await item(page, 'Hang doors').getByRole('button', { name: 'Start' }).click()
      await written(page, 'Task updated successfully')
    },
  },
  {
    row: 'POST /api/tasks/:id/correspondence',
    shownOn: [],
    make: async (page) => {
      await button(page, 'Hang doors').click()
      await dialog(page).getByRole('textbox', { name: 'Comment' }).fill('Hinges on the left')
      await dialog(page).getByRole('textbox', { name: 'Comment' }).press('Enter')
      await item(page, 'Hinges on the left').waitFor()
      await page.keyboard.press('Escape')
      await dialog(page).waitFor({ state: 'detached' })
    },
  },
  {
    row: 'POST /api/schedule',
    shownOn: [],
    make: async (page) => {
      await openJob(page, SITE)
      await button(page, 'Add Entry').click()
      await dialog(page).getByLabel('Title').fill('Drywall')
      await dialog(page).getByLabel('Start Date').fill('2026-11-03')
      await dialog(page).getByLabel('End Date').fill('2026-11-06')
      await button(page, 'Create Entry').click()
      await written(page, 'Schedule entry created successfully')
    },
  },
  {
    row: 'PUT /api/schedule/:id',
    shownOn: ['Dashboard'],
    make: async (page) => {
      await openJob(page, SITE)
      await page.getByLabel('Status of Framing').selectOption('delayed')
      await written(page, 'Schedule entry updated successfully')
    },
  },
  {
    row: 'DELETE /api/schedule/:id',
    shownOn: [],
    make: async (page) => {
      await openJob(page, SITE)
      await item(page, 'Framing').getByRole('button', { name: 'Delete entry' }).click()
      await confirm(page, 'Delete the entry')
      await written(page, 'Schedule entry deleted successfully')
    },
  },
  {
    row: 'DELETE /api/tasks/:id',
    shownOn: ['Tasks'],
    make: async (page) => {
      await openJob(page, SITE)
      await item(page, 'Hang doors').getByRole('button', { name: 'Delete task' }).click()
      await confirm(page, 'Delete the task')
      await written(page, 'Task deleted successfully')
    },
  },
]

story('tasks and schedules are fresh after each write', async (stage) => {
  const { admin } = stage
  const { id: jobId } = await newJob(admin, SITE, { status: 'in_progress' })
  await newTask(admin, jobId, 'Hang doors')
  const days = { startDate: '2026-11-02', endDate: '2026-11-04' }
  await admin.request('POST', '/api/schedule', { jobId, title: 'Framing', ...days })
  await followed(stage, writes)
})
