import { formatWeekday } from '@plumbline/contract/crewDays.ts'
import { addDays, dayIn, shortDay } from '@plumbline/contract/dates.ts'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from './harness/apiClient.ts'
import { setup } from './harness/company.ts'
import { newJob } from './harness/jobs.ts'
import { sendPhoto } from './harness/photos.ts'
import { png } from './harness/png.ts'
import { confirm, dialog, item, toast } from './harness/screen.ts'
import { type StoryContext, story } from './harness/story.ts'

interface Thing {
  readonly id: string
}

async function site(admin: ApiClient, name: string) {
  const job = await admin.request<Thing>('POST', '/api/jobs', {
    name,
    address: '418 Alder Ct, Elgin',
  })
  await admin.request('POST', '/api/tasks', { jobId: job.id, name: 'Hang doors' })
  const days = { startDate: '2026-11-02', endDate: '2026-11-04' }
  await admin.request('POST', '/api/schedule', { jobId: job.id, title: 'Framing', ...days })
  return job
}

/** Every write of the job page, by its success message. */
const writes = {
  task: {
    ok: ['Task created successfully', 'Task updated successfully', 'Task deleted successfully'],
    bad: ['Failed to create task', 'Failed to update task', 'Failed to delete task'],
  },
  entry: {
    ok: [
      'Schedule entry created successfully',
      'Schedule entry updated successfully',
      'Schedule entry deleted successfully',
    ],
    bad: [
      'Failed to create schedule entry',
      'Failed to update schedule entry',
      'Failed to delete schedule entry',
    ],
  },
  progress: { ok: ['Job progress updated successfully'], bad: ['Failed to update job progress'] },
  manager: {
    ok: ['Project manager assigned successfully'],
    bad: ['Failed to assign project manager'],
  },
  job: { ok: ['Job updated successfully'], bad: ['Failed to update job'] },
} as const

/** The steps of each, up to the request. */
const steps: Readonly<Record<keyof typeof writes, readonly ((page: Page) => Promise<void>)[]>> = {
  task: [
    async (page) => {
      await page.getByRole('button', { name: 'Add Task' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add Task' })
      await dialog.getByLabel('Name').fill('Set the sink')
      await dialog.getByLabel('Deadline').fill('2026-11-20T15:00')
      await dialog.getByRole('button', { name: 'Create Task' }).click()
    },
    async (page) => {
      await item(page, 'Hang doors').getByRole('button', { name: 'Edit task' }).click()
      const dialog = page.getByRole('dialog', { name: 'Edit Task' })
      await dialog.getByLabel('Description').fill('Three of them')
      await dialog.getByRole('button', { name: 'Save Changes' }).click()
    },
    async (page) => {
      await item(page, 'Hang doors').getByRole('button', { name: 'Delete task' }).click()
      await confirm(page, 'Delete the task')
    },
  ],
  entry: [
    async (page) => {
      await page.getByRole('button', { name: 'Add Entry' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add Schedule Entry' })
      await dialog.getByLabel('Title').fill('Drywall')
      await dialog.getByRole('button', { name: 'Create Entry' }).click()
      await dialog.getByText('Start date is required').waitFor()
      await dialog.getByText('End date is required').waitFor()
      await dialog.getByLabel('Start Date').fill('2026-11-03')
      await dialog.getByLabel('End Date').fill('2026-11-06')
      await dialog.getByRole('checkbox', { name: /Framing/ }).check()
      await dialog.getByText('Starts before "Framing" ends on Nov 4, 2026').waitFor()
      await dialog.getByRole('button', { name: 'Create Entry' }).click()
    },
    async (page) => {
      await page.getByLabel('Status of Framing').selectOption('delayed')
    },
    async (page) => {
      await item(page, 'Framing').getByRole('button', { name: 'Delete entry' }).click()
      await confirm(page, 'Delete the entry')
    },
  ],
  progress: [
    async (page) => {
      await page.getByRole('slider', { name: 'Progress' }).press('ArrowRight')
      await page.getByRole('slider', { name: 'Progress' }).press('ArrowRight')
    },
  ],
  manager: [
    async (page) => {
      await page.getByRole('button', { name: 'Assign Project Manager' }).click()
      const dialog = page.getByRole('dialog', { name: 'Assign Project Manager' })
      const assign = dialog.getByRole('button', { name: 'Assign' })
      await dialog.getByRole('radio', { name: /Ada Admin/ }).focus()
      expect(await assign.isDisabled()).toBe(true)
      await page.keyboard.press('Enter')
      await toast(page, 'Please select a project manager')
      await dialog.getByRole('radio', { name: /Ada Admin/ }).check()
      await assign.click()
    },
  ],
  job: [
    async (page) => {
      await page.getByRole('button', { name: 'Edit Job' }).click()
      const dialog = page.getByRole('dialog', { name: 'Edit Job' })
      await dialog.getByLabel('Customer Phone').fill('(630) 555-0142')
      await dialog.getByRole('button', { name: 'Save Changes' }).click()
    },
  ],
}
const kinds = Object.keys(steps) as (keyof typeof writes)[]

story('every action of the job page shows its success message', async ({ admin, visit }) => {
  const { id } = await site(admin, 'Kitchen remodel')
  const page = await visit(admin, `/jobs/${id}`)
  for (const kind of kinds) {
    for (const [index, step] of steps[kind].entries()) {
      await step(page)
      await toast(page, writes[kind].ok[index] ?? '')
    }
  }
  await page.getByText('Assigned', { exact: true }).waitFor()
  expect(await admin.request('GET', `/api/jobs/${id}`)).toMatchObject({
    progress: 10,
    customerPhone: '(630) 555-0142',
  })
  await page.getByRole('button', { name: 'Delete Job' }).click()
  await page
    .getByText('Its 1 task and 1 schedule entry will be deleted too. This cannot be undone.')
    .waitFor()
  await confirm(page, 'Delete the job')
  await toast(page, 'Job deleted successfully')
  await page.waitForURL(/\/jobs$/)
})

story(
  'errors are shown, and optimistic changes are undone',
  async ({ admin, visit, expectError }) => {
    const { id } = await site(admin, 'Bath')
    expectError(/: 502$/)
    const page = await visit(admin, `/jobs/${id}`)
    await page.getByRole('heading', { name: 'Bath' }).waitFor()
    await page.route(/\/api\/(jobs|tasks|schedule)/, (route) =>
      route.request().method() === 'GET'
        ? route.continue()
        : route.fulfill({ status: 502, body: 'Bad gateway' }),
    )
    for (const kind of kinds) {
      for (const [index, step] of steps[kind].entries()) {
        await step(page)
        await toast(page, writes[kind].bad[index] ?? '')
        for (const role of ['alertdialog', 'dialog'] as const) {
          const cancel = page.getByRole(role).getByRole('button', { name: 'Cancel' })
          if ((await cancel.count()) > 0) await cancel.click()
        }
      }
    }
    expect(await page.getByRole('slider', { name: 'Progress' }).getAttribute('aria-valuenow')).toBe(
      '0',
    )
    expect(await page.getByLabel('Status of Framing').inputValue()).toBe('scheduled')
  },
)

story(
  'two people edit one job: the later one sees what changed and keeps their input',
  async (stage) => {
    const { admin, visit, expectError } = stage
    const { id } = await site(admin, 'Porch')
    expectError(/^PUT \/api\/jobs\/.*: 412$/)
    const page = await visit(admin, `/jobs/${id}`)
    await page.getByRole('button', { name: 'Edit Job' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Job' })
    await dialog.getByLabel('Notes', { exact: true }).fill('Key at the neighbour')
    await admin.request('PUT', `/api/jobs/${id}`, { status: 'on_hold' })
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await dialog.getByText('Someone else changed this while you were editing.').waitFor()
    await dialog.getByText('Status: Not Started On Hold').waitFor()
    expect(await dialog.getByLabel('Notes', { exact: true }).inputValue()).toBe(
      'Key at the neighbour',
    )
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await toast(page, 'Job updated successfully')
    expect(await admin.request('GET', `/api/jobs/${id}`)).toMatchObject({
      status: 'on_hold',
      notes: 'Key at the neighbour',
    })
  },
)

story(
  'each role sees its own jobs; other jobs are not found',
  async ({ admin, join, visit, checkAppearance, expectError }) => {
    const { id } = await site(
      admin,
      'A whole-house renovation with an addition over the garage and a new porch',
    )
    const other = await admin.request<Thing>('POST', '/api/jobs', {
      name: 'Other',
      address: '1 Oak St',
      approvedAmount: 500,
    })
    const sub = await join('subcontractor', 'Sam', [id])
    const client = await join('client', 'Cleo', [id])
    const seen = await visit(sub.api, `/jobs/${id}`)
    await item(seen, 'Hang doors').waitFor()
    expect(await seen.getByText('Approved Amount').count()).toBe(0)
    for (const name of ['Edit Job', 'Add Task', 'Add Entry', 'Edit task', 'Delete entry']) {
      expect(await seen.getByRole('button', { name }).count()).toBe(0)
    }
    const theirs = await visit(client.api, `/jobs/${id}`)
    await item(theirs, 'Framing').waitFor()
    expect(await theirs.getByText('Hang doors').count()).toBe(0)
    expect(await theirs.getByRole('link', { name: 'View Tasks' }).count()).toBe(0)
    expectError(/^GET \/api\/jobs\/.*: 404$/)
    const nowhere = await visit(sub.api, `/jobs/${other.id}`)
    await nowhere.getByText('Job not found').waitFor()
    await nowhere.getByRole('link', { name: 'Back to Jobs' }).click()
    await nowhere.waitForURL(/\/jobs$/)
    await checkAppearance(admin, `/jobs/${id}`, 'job', (page) => item(page, 'Framing').waitFor())
  },
)

const today = dayIn(setup.timeZone, new Date())

/** A job in the middle of its work, which ends two days later than promised, with its client and a sub. */
async function kitchen({ admin, join }: Pick<StoryContext, 'admin' | 'join'>) {
  const client = await join('client', 'Maya')
  const sub = await join('subcontractor', 'Tom')
  const jobId = await newJob(admin, 'Kitchen remodel', {
    ...{ clientId: client.id, customerName: 'Maya Okafor', status: 'in_progress', progress: 65 },
    ...{ customerPhone: '(847) 555-0121', customerEmail: 'maya.okafor@example.com' },
    ...{ startDate: addDays(today, -20), endDate: addDays(today, 14) },
  })
  const entry = (title: string, from: number, to: number, fields: object = {}) =>
    admin.request<Thing>('POST', '/api/schedule', {
      ...{ jobId, title, startDate: addDays(today, from), endDate: addDays(today, to) },
      ...fields,
    })
  const toms = { assignedSubcontractorId: sub.id }
  await entry('Rough plumbing', -9, -8, { status: 'completed' })
  await entry('Cabinet install', -3, 3, { ...toms, status: 'in_progress', percentComplete: 55 })
  await entry('Countertop template', 5, 5)
  const countertop = await entry('Countertop', 11, 12, toms)
  await entry('Draw to bill', 13, 13, { internal: true, status: 'cancelled' })
  await admin.request('PUT', `/api/jobs/${jobId}/baseline`)
  const later = { endDate: addDays(today, 14), reason: 'Inspection' }
  await admin.request('PUT', `/api/schedule/${countertop.id}`, later)
  await admin.request('POST', '/api/tasks', { jobId, name: 'Hang doors', assigneeId: sub.id })
  for (const shade of [90, 160])
    await sendPhoto(admin, { content: png(640, 480, shade) }, { jobId })
  return { path: `/jobs/${jobId}`, client, sub }
}

story('the job page says what is now, next and then, and when it ends', async (stage) => {
  const { admin, visit, checkAppearance } = stage
  const { path, client, sub } = await kitchen(stage)
  const cells = (page: Page) => page.getByRole('region', { name: 'Now and next' })
  const until = shortDay(addDays(today, 3))
  const template = formatWeekday(addDays(today, 5))
  const countertop = [11, 14].map((days) => shortDay(addDays(today, days))).join(' – ')

  const page = await visit(admin, path)
  await cells(page).getByText(`Tom Sub · until ${until}`).waitFor()
  await cells(page).getByText(`${template} · nobody assigned`).waitFor()
  await cells(page).getByText(`${countertop} · Tom Sub`).waitFor()
  await cells(page).getByText('2 days later than planned · Inspection').waitFor()
  expect(await cells(page).getByRole('term').allTextContents()).toEqual([
    ...['Now', 'Next', 'Then', 'Finish'],
  ])
  await cells(page).getByRole('button', { name: 'Countertop template' }).click()
  await dialog(page).getByRole('heading', { name: 'Countertop template' }).waitFor()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
  const photos = page.getByRole('region', { name: 'Photos' })
  await photos.getByText(/^Today, .* · Ada Admin$/).waitFor()
  expect(await photos.getByRole('link').allTextContents()).toEqual(['', '', 'View Photos 2'])
  await page.getByRole('link', { name: 'Email Maya' }).waitFor()

  // Neither the money nor who is missing is for the others.
  for (const [api, amounts] of [
    [client.api, 1],
    [sub.api, 0],
  ] as const) {
    const theirs = await visit(api, path, { width: 390 })
    await cells(theirs).getByText('2 days later than planned · Inspection').waitFor()
    expect(await theirs.getByText('nobody assigned').count()).toBe(0)
    expect(await theirs.getByText('Approved Amount').count()).toBe(amounts)
  }
  for (const api of [admin, client.api])
    await checkAppearance(api, path, api === admin ? 'jobPhotos' : 'jobOfClient', (opened) =>
      cells(opened).waitFor(),
    )
})

story('the sections of the job page are reached by links that stay in sight', async (stage) => {
  const { admin, visit } = stage
  const { id } = await site(admin, 'Sunroom')
  for (let day = 10; day < 28; day++)
    await admin.request('POST', '/api/schedule', {
      ...{ jobId: id, title: `Step ${day}` },
      ...{ startDate: `2026-11-${day}`, endDate: `2026-11-${day}` },
    })
  for (const width of [1440, 390] as const) {
    const page = await visit(admin, `/jobs/${id}`, { width })
    const links = page.getByRole('navigation', { name: 'On this page' })
    const current = links.locator('[aria-current="location"]')
    const isCurrent = (name: string) => current.filter({ hasText: name }).waitFor()
    await links.getByRole('link', { name: 'Schedule 19' }).waitFor()
    await isCurrent('Tasks')
    for (const [name, title] of [
      ['Schedule', 'Schedule'],
      ['Subcontractors', 'Subcontractors'],
      ['Updates', 'Weekly updates'],
      ['Tasks', 'Tasks'],
    ] as const) {
      await links.getByRole('link', { name }).focus()
      await page.keyboard.press('Enter')
      await isCurrent(name)
      const section = page.getByRole('region', { name: title, exact: true })
      const heading = await section.getByRole('heading', { name: title }).boundingBox()
      const bar = await links.boundingBox()
      // Not below the links.
      expect(heading?.y).toBeGreaterThan((bar?.y ?? 0) + (bar?.height ?? 0) - 1)
      expect(heading?.y).toBeLessThan(900)
      expect(await current.count()).toBe(1)
    }
  }
})

story(
  'what can be done with a task shows when it is pointed at, has the focus, or is touched',
  async (stage) => {
    const { admin, visit } = stage
    const { id } = await site(admin, 'Attic')
    const start = (page: Page) => item(page, 'Hang doors').getByRole('button', { name: 'Start' })
    const opacity = (button: Locator) =>
      button.evaluate((element) => getComputedStyle(element.parentElement ?? element).opacity)
    const page = await visit(admin, `/jobs/${id}`)
    await start(page).waitFor()
    expect(await opacity(start(page))).toBe('0')
    await item(page, 'Hang doors').hover()
    expect(await opacity(start(page))).toBe('1')
    await page.getByRole('heading', { level: 1 }).hover()
    expect(await opacity(start(page))).toBe('0')
    await page.getByRole('button', { name: 'Hang doors' }).focus()
    await page.keyboard.press('Tab')
    expect(await opacity(start(page))).toBe('1')
    await page.keyboard.press('Enter')
    await toast(page, 'Task updated successfully')
    const phone = await visit(admin, `/jobs/${id}`, { width: 390 })
    const complete = item(phone, 'Hang doors').getByRole('button', { name: 'Complete' })
    await complete.waitFor()
    expect(await opacity(complete)).toBe('1')
  },
)
