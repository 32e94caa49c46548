import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from './harness/apiClient.ts'
import { followed, openJob, type Write, written } from './harness/freshness.ts'
import { png } from './harness/png.ts'
import { button, confirm, dialog, item, toast } from './harness/screen.ts'
import { story } from './harness/story.ts'

interface Thing {
  readonly id: string
}

const newJob = (admin: ApiClient, name: string, more = {}) =>
  admin.request<Thing>('POST', '/api/jobs', { name, address: '12 Elm St', ...more })
const newTask = (admin: ApiClient, jobId: string, name: string, more = {}) =>
  admin.request<Thing>('POST', '/api/tasks', { jobId, name, ...more })

/** Creates a task on the screen, up to the request. */
async function create(page: Page, name: string, job: string, assignee?: string) {
  await page.getByRole('button', { name: 'Create Task' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create Task' })
  await dialog.getByRole('combobox', { name: 'Job' }).fill(job)
  await dialog.getByRole('option', { name: new RegExp(job) }).click()
  await dialog.getByLabel('Name').fill(name)
  if (assignee) {
    await dialog.getByLabel('Assignee').fill(assignee)
    await dialog.getByRole('option', { name: new RegExp(assignee) }).click()
  }
  await dialog.getByLabel('Deadline').fill('2026-12-01')
  await dialog.getByRole('button', { name: 'Create Task' }).click()
}

story(
  'a task is created, started, completed and commented on',
  async ({ admin, join, visit }) => {
    const job = await newJob(admin, 'Kitchen remodel')
    const sub = await join('subcontractor', 'Sam')
    const office = await visit(admin, '/tasks')
    await toast(office, 'No tasks yet')
    await create(office, 'Hang upper cabinets', 'Kitchen', 'Sam')
    await toast(office, 'Task created successfully')
    await toast(office, 'Sam Sub was added to Kitchen remodel.')
    await item(office, 'Hang upper cabinets').getByText('Due: Dec 1, 2026').waitFor()

    const phone = await visit(sub.api, `/jobs/${job.id}`, { width: 390 })
    await item(phone, 'Hang upper cabinets').getByRole('button', { name: 'Start' }).click()
    await toast(phone, 'Task updated successfully')
    await item(phone, 'Hang upper cabinets').getByText('In Progress').waitFor()
    await phone.getByRole('button', { name: 'Undo' }).waitFor()
    await phone.getByRole('button', { name: 'Hang upper cabinets' }).click()
    await phone.waitForURL(/task=/)
    const drawer = phone.getByRole('dialog', { name: 'Hang upper cabinets' })
    await drawer.getByText('Status changed from Not Started to In Progress').waitFor()
    await drawer.getByRole('textbox', { name: 'Comment' }).fill('Shim, or scribe the filler?')
    await drawer.getByRole('textbox', { name: 'Comment' }).press('Enter')
    await drawer.getByRole('listitem').filter({ hasText: 'Shim, or scribe the filler?' }).waitFor()
    expect(await drawer.getByRole('textbox', { name: 'Comment' }).inputValue()).toBe('')

    const choosing = phone.waitForEvent('filechooser')
    await drawer.getByRole('button', { name: 'Add photos' }).click()
    const picture = (name: string, shade: number) => ({
      name,
      mimeType: 'image/png',
      buffer: png(320, 240, shade),
    })
    await (await choosing).setFiles([picture('IMG_1.png', 90), picture('IMG_2.png', 180)])
    await toast(phone, '2 photos uploaded successfully')
    // Escape closes the drawer, not the toast above it.
    await phone.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
    await phone.getByRole('button', { name: 'Hang upper cabinets' }).click()
    await drawer.getByRole('region', { name: 'Photos' }).getByRole('link').nth(1).waitFor()

    await office.reload()
    await item(office, 'Hang upper cabinets').getByRole('button', { name: 'Complete' }).click()
    await toast(office, 'Task updated successfully')
    // A toast stays while the pointer is over it.
    await office.getByRole('button', { name: 'Undo' }).hover()
    await item(office, 'Hang upper cabinets').getByText('Completed').waitFor()
    const steps = item(office, 'Hang upper cabinets').getByRole('button', {
      name: /Start|Complete/,
    })
    await expect.poll(() => steps.count()).toBe(0)
    await office.getByRole('button', { name: 'Undo' }).click()
    await item(office, 'Hang upper cabinets').getByText('In Progress').waitFor()
  },
  { alone: true },
)

story(
  'filters are kept in the address; a sub sees their own tasks',
  async ({ admin, join, visit, checkAppearance }) => {
    const [deck, bath] = [await newJob(admin, 'Deck'), await newJob(admin, 'Bath')]
    const sub = await join('subcontractor', 'Sue')
    await newTask(admin, deck.id, 'Footings', { assigneeId: sub.id, deadline: '2026-01-05' })
    await newTask(admin, deck.id, 'Joists', { status: 'in_progress' })
    await newTask(admin, bath.id, 'Tile the shower pan and the two walls beside the window', {
      status: 'completed',
    })
    const page = await visit(admin, `/tasks?jobId=${deck.id}`)
    await item(page, 'Footings').getByText('Late').waitFor()
    expect(await item(page, 'Tile').count()).toBe(0)
    await page
      .getByText('Total', { exact: true })
      .locator('..')
      .getByText('2', { exact: true })
      .waitFor()
    await page.getByRole('button', { name: 'Show the tasks of all jobs' }).click()
    await item(page, 'Tile').waitFor()
    const options = await page.getByLabel('Show').locator('option').allTextContents()
    expect(options).toEqual(['All Tasks', 'My Tasks', 'Not Started', 'In Progress', 'Completed'])
    await page.getByLabel('Show').selectOption('in_progress')
    await page.waitForURL(/show=in_progress/)
    await item(page, 'Footings').waitFor({ state: 'detached' })
    await item(page, 'Joists').waitFor()
    await page.getByLabel('Show').selectOption('mine')
    await toast(page, 'No tasks match your filters')

    const own = await visit(sub.api, '/tasks')
    await own.getByRole('heading', { name: 'My Tasks' }).waitFor()
    await item(own, 'Footings').getByRole('button', { name: 'Start' }).waitFor()
    expect(await own.getByRole('listitem').filter({ hasText: 'Joists' }).count()).toBe(0)
    expect(await own.getByRole('button', { name: 'Create Task' }).count()).toBe(0)
    const client = await join('client', 'Carl')
    const denied = await visit(client.api, '/tasks')
    await denied
      .getByText('Access Denied: This page is only available to administrators and subcontractors.')
      .waitFor()
    await checkAppearance(admin, '/tasks', 'tasks', (looked) => item(looked, 'Footings').waitFor())
  },
)

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
