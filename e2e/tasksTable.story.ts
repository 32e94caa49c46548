import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { checkThemes } from './harness/appearance.ts'
import { followed, openScreen, type Write, written } from './harness/freshness.ts'
import { newJob } from './harness/jobs.ts'
import { accessibilityFaults, setTheme } from './harness/page.ts'
import { button, dialog, item, main, toast } from './harness/screen.ts'
import { story } from './harness/story.ts'
import * as table from './harness/table.ts'

const { bar, views } = table
const grid = (page: Page) => table.grid(page, 'Tasks')
const row = (page: Page, name: string) => table.rowOf(grid(page), 'button', name)

/** The names of the rows that are rendered, from the top. */
const names = (page: Page) =>
  grid(page)
    .getByRole('row')
    .getByRole('button', { name: /^Task \d+$/ })
    .allTextContents()

/** Counts presses of the pointer from now on. */
const countTaps = (page: Page) =>
  page.evaluate(() => {
    const counted = Object.assign(window, { taps: 0 })
    addEventListener('pointerdown', () => (counted.taps += 1), { capture: true })
  })
const taps = (page: Page) => page.evaluate(() => (window as { taps?: number }).taps)

story(
  'tasks as a table: sorted, counted, and twelve of them assigned with three taps',
  async ({ admin, join, visit, checkAppearance }) => {
    const jobId = await newJob(admin, 'Kitchen remodel')
    const sub = await join('subcontractor', 'Sam')
    // The two first ones are late, the last has no deadline.
    for (let n = 1; n <= 12; n += 1) {
      const deadline =
        n < 3 ? `2020-01-0${n}` : n < 12 ? `2099-01-${String(n).padStart(2, '0')}` : ''
      await admin.request('POST', '/api/tasks', { jobId, name: `Task ${n}`, deadline })
    }
    const page = await visit(admin, '/tasks')
    await item(page, 'Task 12').waitFor()
    await table.show(page, 'Table')
    await page.waitForURL('/tasks?view=table')
    await row(page, 'Task 1').getByText('Late').waitFor()
    expect(await row(page, 'Task 3').getByText('Late').count()).toBe(0)
    await main(page).getByText('12 tasks').waitFor()
    const upwards = Array.from({ length: 12 }, (_, n) => `Task ${n + 1}`)
    expect(await names(page)).toEqual(upwards)
    const deadline = grid(page).getByRole('columnheader', { name: 'Deadline' })
    await deadline.getByRole('button').click()
    await page.waitForURL(/sort=deadline/)
    await deadline.getByRole('button').click()
    await page.waitForURL(/sort=-deadline/)
    await expect.poll(() => names(page)).toEqual(upwards.toReversed())
    expect(await deadline.getAttribute('aria-sort')).toBe('descending')
    await views(page).getByRole('link', { name: 'Overdue' }).click()
    await expect.poll(() => names(page)).toEqual(['Task 1', 'Task 2'])
    await main(page).getByText('2 not started').waitFor()
    await views(page).getByRole('link', { name: 'Open' }).click()
    await expect.poll(() => names(page)).toEqual(upwards)

    await countTaps(page)
    await grid(page).getByRole('checkbox', { name: 'Select all' }).click()
    await bar(page).getByText('12 selected').waitFor()
    await checkThemes(page, 'tasks-table-chosen')
    await bar(page).getByRole('button', { name: 'Assign' }).click()
    const people = page.getByRole('dialog', { name: 'Assign 12 Tasks' })
    await people.getByRole('button', { name: /Sam Sub/ }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await setTheme(page, 'dark')
    expect(await accessibilityFaults(page, { colorsOnly: true })).toEqual([])
    await setTheme(page, 'light')
    await people.getByRole('button', { name: /Sam Sub/ }).click()
    await toast(page, '12 tasks updated')
    await toast(page, 'Sam Sub was added to 1 job.')
    expect(await taps(page)).toBe(3)
    await row(page, 'Task 7').getByText('Sam Sub').waitFor()

    // By keys: a range of rows, the first person found, the panel of a task.
    await button(page, 'Clear the selection').click()
    await row(page, 'Task 1').focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+X')
    await bar(page).getByText('3 selected').waitFor()
    expect(await table.exportChosen(page)).toEqual([...['Task', 'Task 1', 'Task 2', 'Task 3']])
    await bar(page).getByRole('button', { name: 'Assign' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Admin')
    await page.keyboard.press('Enter')
    await toast(page, '3 tasks updated')
    await expect.poll(() => row(page, 'Task 2').getByText('Sam Sub').count()).toBe(0)
    await row(page, 'Task 3').focus()
    await page.keyboard.press('Escape')
    await bar(page).waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await dialog(page).getByRole('heading', { name: 'Task 3' }).waitFor()
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })

    await views(page).getByRole('link', { name: 'All 12', exact: true }).waitFor()
    await table.hideColumn(page, 'Assignee')
    await page.waitForURL(/columns=job%2Cstatus%2Cdeadline%2Cstep/)

    await table.expectToFit(page, row(page, 'Task 12'))
    const phone = await visit(sub.api, '/tasks?view=table', { width: 390 })
    await item(phone, 'Task 12').waitFor()
    await item(phone, 'Task 3').waitFor({ state: 'detached' })

    // On a phone and a tablet they are a list.
    await checkAppearance(admin, '/tasks?view=table', 'tasks-table', (view) =>
      main(view).getByText('Task 12', { exact: true }).waitFor(),
    )
  },
  { alone: true },
)

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
