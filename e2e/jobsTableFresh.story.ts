import type { Page } from 'playwright-core'
import { followed, openScreen, type Write, written } from './harness/freshness.ts'
import { newJob } from './harness/jobs.ts'
import { button, card, confirm, dialog, main } from './harness/screen.ts'
import { story } from './harness/story.ts'
import * as table from './harness/table.ts'

const { bar, views } = table

const grid = (page: Page) => table.grid(page, 'Jobs')

const row = (page: Page, name: string) => table.rowOf(grid(page), 'link', name)

const writes: readonly Write[] = [
  {
    row: 'POST /api/messages/several',
    shownOn: ['Messages'],
    make: async (page) => {
      await openScreen(page, 'Work in Progress')
      await table.show(page, 'Table')
      await grid(page).getByRole('checkbox', { name: 'Select all' }).click()
      await bar(page).getByText('2 selected').waitFor()
      await bar(page).getByRole('button', { name: 'Message' }).click()
      await dialog(page).getByLabel('To').selectOption('The client of each job')
      await dialog(page).getByLabel('Message').fill('We are closed on Friday.')
      await button(page, 'Send to 2 Jobs').click()
      await written(page, 'Message sent to 2 jobs')
      await openScreen(page, 'Messages')
    },
  },
  {
    row: 'POST /api/jobs/change',
    shownOn: ['Dashboard', 'Work in Progress', 'Account Receivables'],
    make: async (page) => {
      await openScreen(page, 'Work in Progress')
      await table.show(page, 'Table')
      await grid(page).getByRole('checkbox', { name: 'Select all' }).click()
      await bar(page).getByText('2 selected').waitFor()
      await bar(page).getByRole('button', { name: 'Status' }).click()
      await dialog(page).getByLabel('Status').selectOption('Completed')
      await dialog(page).getByLabel('Finished On').fill('2026-02-03')
      await button(page, 'Update 2 Jobs').click()
      await written(page, '2 jobs updated')
      await bar(page).getByRole('button', { name: 'Manager' }).click()
      await dialog(page).getByLabel('Project Manager').selectOption({ index: 1 })
      await button(page, 'Update 2 Jobs').click()
      await written(page, '2 jobs updated')
      await row(page, 'Job 1').getByText('Completed').waitFor()
      await row(page, 'Job 1').getByText('Feb 3, 2026').waitFor()
      await button(page, 'Clear the selection').click()
      await views(page).getByRole('link', { name: 'Late' }).click()
      await main(page).getByText('No jobs match your filters').waitFor()
      await views(page).getByRole('link', { name: 'All' }).click()
      await row(page, 'Job 1').waitFor()
      await table.show(page, 'Cards')
      await card(page, 'Job 1').waitFor()
    },
  },
  {
    row: 'POST /api/saved-views',
    shownOn: [],
    make: async (page) => {
      await openScreen(page, 'Work in Progress')
      await table.show(page, 'Table')
      const end = grid(page).getByRole('columnheader', { name: 'End' })
      await end.getByRole('button').click()
      await button(page, 'Save view').click()
      await dialog(page).getByLabel('Name').fill('Soonest first')
      await dialog(page).getByRole('button', { name: 'Save View' }).click()
      await written(page, 'View saved successfully')
      await views(page).getByRole('link', { name: 'Soonest first' }).waitFor()
    },
  },
  {
    row: 'PUT /api/saved-views/:id',
    shownOn: [],
    make: async (page) => {
      await views(page).getByRole('link', { name: 'All' }).click()
      await button(page, 'Rename view').waitFor({ state: 'detached' })
      await views(page).getByRole('link', { name: 'Soonest first' }).click()
      await page.waitForURL(/sort=end/)
      await button(page, 'Rename view').click()
      await dialog(page).getByLabel('Name').fill('Ends soon')
      await dialog(page).getByRole('button', { name: 'Rename' }).click()
      await written(page, 'View renamed successfully')
      await views(page).getByRole('link', { name: 'Ends soon' }).waitFor()
    },
  },
  {
    row: 'DELETE /api/saved-views/:id',
    shownOn: [],
    make: async (page) => {
      await button(page, 'Delete view').click()
      await confirm(page, 'Delete')
      await written(page, 'View deleted successfully')
      await views(page).getByText('Ends soon').waitFor({ state: 'detached' })
    },
  },
]

story(
  'jobs are changed together and lists kept as views, and every screen follows',
  async (stage) => {
    for (const name of ['Job 1', 'Job 2'])
      await newJob(stage.admin, name, { startDate: '2026-01-05', approvedAmount: 100_000 })
    await followed(stage, writes)
  },
  { alone: true },
)
