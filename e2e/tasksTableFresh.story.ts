import type { Page } from 'playwright-core'
import { followed, openScreen, type Write, written } from './harness/freshness.ts'
import { newJob } from './harness/jobs.ts'
import { button, dialog, item, main } from './harness/screen.ts'
import { story } from './harness/story.ts'
import * as table from './harness/table.ts'

const { bar, views } = table

const grid = (page: Page) => table.grid(page, 'Tasks')

const row = (page: Page, name: string) => table.rowOf(grid(page), 'button', name)

const writes: readonly Write[] = [
  {
    row: 'POST /api/tasks/change',
    shownOn: ['Dashboard', 'Tasks'],
    make: async (page) => {
      await openScreen(page, 'Tasks')
      await table.show(page, 'Table')
      await grid(page).getByRole('checkbox', { name: 'Select all' }).click()
      await bar(page).getByText('2 selected').waitFor()
      await bar(page).getByRole('button', { name: 'Status' }).click()
      await dialog(page).getByLabel('Status').selectOption('Completed')
      await button(page, 'Update 2 Tasks').click()
      await written(page, '2 tasks updated')
      await row(page, 'Task 1').getByText('Completed').waitFor()
      await bar(page).getByRole('button', { name: 'Deadline' }).click()
      await dialog(page).getByLabel('Deadline').fill('2099-02-03')
      await button(page, 'Update 2 Tasks').click()
      await row(page, 'Task 1').getByText('Feb 3, 2099').waitFor()
      await written(page, '2 tasks updated')
      await button(page, 'Clear the selection').click()
      await views(page).getByRole('link', { name: 'Open' }).click()
      await main(page).getByText('No tasks match your filters').waitFor()
      await button(page, 'Save view').waitFor({ state: 'detached' })
      await views(page).getByRole('link', { name: 'All' }).click()
      await row(page, 'Task 1').waitFor()
      await table.show(page, 'List')
      await item(page, 'Task 1').waitFor()
    },
  },
]

story(
  'tasks are changed together, and every screen follows',
  async (stage) => {
    const jobId = await newJob(stage.admin, 'Attic')
    for (const name of ['Task 1', 'Task 2'])
      await stage.admin.request('POST', '/api/tasks', { jobId, name })
    await followed(stage, writes)
  },
  { alone: true },
)
