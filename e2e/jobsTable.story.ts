import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { checkThemes } from './harness/appearance.ts'
import { followed, openScreen, type Write, written } from './harness/freshness.ts'
import { newJob } from './harness/jobs.ts'
import { accessibilityFaults } from './harness/page.ts'
import { button, card, confirm, dialog, main } from './harness/screen.ts'
import { story } from './harness/story.ts'
import * as table from './harness/table.ts'

const { bar, views } = table
const grid = (page: Page) => table.grid(page, 'Jobs')
const row = (page: Page, name: string) => table.rowOf(grid(page), 'link', name)
/** The names of the rows that are rendered, from the top. */
const names = (page: Page) =>
  grid(page)
    .getByRole('row')
    .getByRole('gridcell')
    .getByRole('link', { name: /^Job / })
    .allTextContents()

story(
  'jobs as a table: sorted by its heads, moved through by keys, chosen and exported',
  async ({ admin, visit, checkAppearance }) => {
    const ids: string[] = []
    for (let n = 1; n <= 6; n += 1) {
      const id = await newJob(admin, `Job ${n}`, {
        ...{ startDate: '2026-01-05', endDate: `2026-03-0${n}`, approvedAmount: n * 100_000 },
        ...{ status: n === 6 ? 'completed' : 'in_progress', progress: 10 * n },
        customerName: 'Roberta Finch',
      })
      ids.push(id)
    }
    for (const [at, title, day, status] of [
      [0, 'Sheathing', '2020-01-05', 'in_progress'],
      [0, 'Siding', '2099-01-05', 'scheduled'],
      [1, 'Truss delivery', '2099-01-05', 'scheduled'],
    ] as const)
      await admin.request('POST', '/api/schedule', {
        ...{ jobId: ids[at], title, status, startDate: day, endDate: day },
      })
    const page = await visit(admin, '/jobs')
    await card(page, 'Job 6').waitFor()
    await table.show(page, 'Table')
    await page.waitForURL('/jobs?view=table')
    await row(page, 'Job 6').waitFor()
    expect(await names(page)).toEqual([6, 5, 4, 3, 2, 1].map((n) => `Job ${n}`))
    await main(page).getByText('5 in progress, 1 completed').waitFor()
    await main(page).getByText('$21,000.00').waitFor()
    await main(page).getByText('$15,000.00').waitFor()

    // What a job is at: what is late is said, and in red.
    await row(page, 'Job 1').getByText('Sheathing').waitFor()
    await row(page, 'Job 1').getByText('Late:').waitFor()
    await row(page, 'Job 1').getByText('until Jan 5, 2020').waitFor()
    await row(page, 'Job 2').getByText('from Jan 5, 2099').waitFor()

    const end = grid(page).getByRole('columnheader', { name: 'End' })
    await end.getByRole('button').click()
    await page.waitForURL(/sort=end/)
    await expect.poll(() => names(page)).toEqual([1, 2, 3, 4, 5, 6].map((n) => `Job ${n}`))
    expect(await end.getAttribute('aria-sort')).toBe('ascending')

    // Tab comes to the row that had the focus last; Space chooses, with Shift all between.
    await row(page, 'Job 1').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Shift+X')
    await bar(page).getByText('3 selected').waitFor()
    await bar(page).getByText('$9,000.00').waitFor()
    expect(await button(page, 'Create New Job').count()).toBe(0)
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await table.exportChosen(page)).toEqual(['Job', ...['Job 2', 'Job 3', 'Job 4']])
    await row(page, 'Job 6')
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] })
    await bar(page).getByText('5 selected').waitFor()
    await page.keyboard.press('Escape')
    await bar(page).waitFor({ state: 'detached' })
    await button(page, 'Create New Job').waitFor()

    await views(page).getByRole('link', { name: 'All 6', exact: true }).waitFor()
    const columns = page.getByRole('dialog', { name: 'Columns' })
    const manager = grid(page).getByRole('columnheader', { name: 'Manager' })
    expect(await manager.count()).toBe(0)
    await button(page, 'Columns').click()
    await columns.getByLabel('Manager').check()
    await manager.waitFor()
    await columns.getByLabel('Now or next').uncheck()
    await page.waitForURL(/columns=client%2Cstatus%2Cprogress%2Cmanager%2Cstart%2Cend%2Capproved/)
    await row(page, 'Job 1').getByText('Sheathing').waitFor({ state: 'detached' })
    expect(await accessibilityFaults(page)).toEqual([])
    await button(page, 'Usual columns').click()
    await manager.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await columns.waitFor({ state: 'detached' })

    await row(page, 'Job 5').focus()
    await page.keyboard.press('Enter')
    await main(page).getByRole('heading', { level: 1, name: 'Job 5' }).waitFor()
    await page.goBack()
    await row(page, 'Job 1').waitFor()
    expect(new URL(page.url()).search).toContain('view=table')

    const desk = await visit(admin, '/jobs?view=table&sort=end')
    await row(desk, 'Job 6').waitFor()
    await grid(desk).getByRole('checkbox', { name: 'Select Job 2' }).click()
    await bar(desk).waitFor()
    await table.expectToFit(desk, row(desk, 'Job 6'))
    await checkThemes(desk, 'jobs-table-chosen')

    // On a phone and a tablet they are cards.
    await checkAppearance(admin, '/jobs?view=table&sort=end', 'jobs-table', async (view) => {
      await main(view).getByText('Job 6', { exact: true }).waitFor()
    })
  },
  { alone: true },
)

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
