import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from './harness/apiClient.ts'
import { owner, signIn } from './harness/company.ts'
import { followed, openJob, type Write, written } from './harness/freshness.ts'
import { holdSignIn } from './harness/page.ts'
import { button, confirm, dialog, main } from './harness/screen.ts'
import { story } from './harness/story.ts'

interface Job {
  readonly id: string
}

const newJob = (admin: ApiClient, job: object) => admin.request<Job>('POST', '/api/jobs', job)

/** The texts of the cards, part by part. */
const cards = async (page: Page) =>
  (await page.getByRole('article').allInnerTexts()).map((text) => text.split('\n').filter(Boolean))

const names = (page: Page) => page.getByRole('article').getByRole('heading').allTextContents()
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Create New Job' })
const total = (page: Page) => page.getByText(/^Total Active Approved Amount/)
const toast = (page: Page, text: string) =>
  page.getByRole('listitem').getByText(text, { exact: true })

/** Every field of the dialog and its input. */
const typed = {
  Name: 'Kitchen remodel',
  Address: '418 Alder Ct, Elgin',
  Notes: 'Key under the mat',
  'Customer Name': 'Cleo Client',
  'Customer Email': 'cleo@example.org',
  'Customer Phone': '(847) 555-0142',
  'Customer Address': '9 Mill Rd, Elgin',
  'Approved Amount': '48250.75',
  'Start Date': '2026-11-03',
  'End Date': '2026-12-18',
}

async function fill(page: Page, words: Record<string, string> = typed) {
  for (const [label, text] of Object.entries(words)) {
    await dialogOf(page).getByLabel(label, { exact: true }).fill(text)
  }
}

async function fieldValues(page: Page) {
  const dialog = dialogOf(page)
  const entries = Object.keys(typed).map(async (label) => [
    label,
    await dialog.getByLabel(label, { exact: true }).inputValue(),
  ])
  return Object.fromEntries(await Promise.all(entries)) as typeof typed
}

const create = (page: Page) => dialogOf(page).getByRole('button', { name: 'Create Job' }).click()

story(
  'no jobs yet: the text for each role',
  async ({ admin, join, visit }) => {
    const page = await visit(admin, '/jobs')
    await page.getByRole('heading', { level: 1, name: 'Jobs', exact: true }).waitFor()
    await page.getByText('No jobs yet', { exact: true }).waitFor()
    await expect.poll(() => total(page).textContent()).toBe('Total Active Approved Amount $0.00')
    await page.getByRole('button', { name: 'Create Job' }).click()
    await dialogOf(page).waitFor()
    expect(new URL(page.url()).search).toBe('?new=job')
    await page.keyboard.press('Escape')
    await dialogOf(page).waitFor({ state: 'hidden' })

    const { api } = await join('client', 'Nora')
    const theirs = await visit(api, '/jobs')
    await theirs.getByRole('heading', { level: 1, name: 'My Projects', exact: true }).waitFor()
    await theirs.getByText('No jobs yet', { exact: true }).waitFor()
    expect(await theirs.getByRole('button', { name: /Create/ }).count()).toBe(0)
    expect(await total(theirs).count()).toBe(0)
  },
  { alone: true },
)

story(
  'a job is created: every field is saved, a toast, the list shows it',
  async ({ admin, join, visit }) => {
    await join('client', 'Cleo')
    const page = await visit(admin, '/jobs')
    await page.getByRole('button', { name: 'Create New Job' }).click()
    const dialog = dialogOf(page)
    await dialog.waitFor()
    expect(await dialog.getByRole('group').locator('legend').allTextContents()).toEqual([
      'Job Information',
      'Customer Information',
      'Financial Information',
      'Project Timeline',
    ])
    await fill(page)
    await dialog.getByLabel('Status').selectOption({ label: 'In Progress' })
    await dialog.getByRole('slider', { name: 'Progress' }).press('ArrowRight')
    await dialog.getByRole('combobox', { name: 'Client' }).fill('cleo')
    await dialog.getByRole('option', { name: /Cleo Client/ }).click()
    await create(page)
    await toast(page, 'Job created successfully').waitFor()
    await toast(page, 'Success').waitFor()
    await dialog.waitFor({ state: 'hidden' })
    await expect
      .poll(() => cards(page))
      .toEqual([
        [
          'In Progress',
          '$48,250.75',
          'Kitchen remodel',
          '418 Alder Ct, Elgin',
          '5%',
          'Start',
          'Nov 3, 2026',
          'End',
          'Dec 18, 2026',
          'Client: Cleo Client',
          'View Details',
        ],
      ])
    await expect
      .poll(() => total(page).textContent())
      .toBe('Total Active Approved Amount $48,250.75')
    const [job] = await admin.request<Job[]>('GET', '/api/jobs')
    expect(job).toMatchObject({
      name: typed.Name,
      address: typed.Address,
      notes: typed.Notes,
      status: 'in_progress',
      progress: 5,
      clientName: 'Cleo Client',
      customerName: typed['Customer Name'],
      customerEmail: typed['Customer Email'],
      customerPhone: typed['Customer Phone'],
      customerAddress: typed['Customer Address'],
      approvedAmount: 4825075,
      startDate: '2026-11-03',
      endDate: '2026-12-18',
    })
    const details = page.getByRole('link', { name: 'View Details' })
    expect(await details.getAttribute('href')).toBe(`/jobs/${job?.id}`)

    // The next time it opens empty; an empty amount is $0 and empty dates are null.
    await page.getByRole('button', { name: 'Create New Job' }).click()
    expect(new Set(Object.values(await fieldValues(page)))).toEqual(new Set(['']))
    await fill(page, { Name: 'Porch', Address: '7 Elm St' })
    await create(page)
    await dialog.waitFor({ state: 'hidden' })
    await expect
      .poll(async () => (await cards(page))[0])
      .toEqual([
        'Not Started',
        '$0.00',
        'Porch',
        '7 Elm St',
        '0%',
        'Start',
        'Not set',
        'End',
        'Not set',
        'No client',
        'View Details',
      ])
    const [porch] = await admin.request<Job[]>('GET', '/api/jobs')
    expect(porch).toMatchObject({
      approvedAmount: 0,
      startDate: null,
      endDate: null,
      customerEmail: null,
      clientId: null,
    })
  },
  { alone: true },
)

story(
  'the session expires while a job is entered: Unauthorized, half a second, sign-in, and back',
  async (stage) => {
    const { server, visit, expectError } = stage
    expectError(/: 401$/)
    const api = await signIn(server.url, owner.email)
    const page = await visit(api, '/jobs?new=job')
    await fill(page, { Name: 'Attic', Address: '1 Oak St' })
    await api.request('POST', '/api/logout')
    await page.evaluate(() => {
      const note = (name: string) =>
        sessionStorage.getItem(name) ?? sessionStorage.setItem(name, String(Date.now()))
      new MutationObserver(
        () => document.body.textContent?.includes('You are logged out') && note('said'),
      ).observe(document.body, { subtree: true, childList: true })
      addEventListener('beforeunload', () => note('left'))
    })
    const goOn = await holdSignIn(page)
    await create(page)
    await toast(page, 'You are logged out. Logging in again...').waitFor()
    await toast(page, 'Unauthorized').waitFor()
    await goOn()
    await page.waitForURL(`/api/login?${new URLSearchParams({ returnTo: '/jobs?new=job' })}`)
    const waited = await page.evaluate(
      () => Number(sessionStorage.left) - Number(sessionStorage.said),
    )
    // A busy machine may take longer; the web tests hold the exact delay.
    expect(waited).toBeGreaterThan(400)
  },
)

story(
  'search, filter and totals, kept in the address',
  async ({ admin, visit }) => {
    await newJob(admin, { name: 'Kitchen remodel', address: '1 Elm St', approvedAmount: 4_825_075 })
    await newJob(admin, { name: 'Porch', address: '2 Elm St' })
    await newJob(admin, { name: 'Garage', address: '3 Elm St', approvedAmount: 4_825_075 })
    await newJob(admin, {
      name: 'Basement',
      address: '12 KITCHENER Ave',
      status: 'on_hold',
      approvedAmount: 100_000,
    })
    await newJob(admin, {
      name: 'Deck',
      address: '3 Pine St',
      status: 'completed',
      approvedAmount: 999_999,
    })
    const page = await visit(admin, '/jobs')
    const search = page.getByRole('searchbox', { name: 'Search jobs' })
    const status = page.getByRole('combobox', { name: 'Status' })
    const totalIs = (amount: string) =>
      expect.poll(() => total(page).textContent()).toBe(`Total Active Approved Amount ${amount}`)
    await expect
      .poll(() => names(page))
      .toEqual(['Deck', 'Basement', 'Garage', 'Porch', 'Kitchen remodel'])
    await totalIs('$97,501.50')
    expect(await status.getByRole('option').allTextContents()).toEqual([
      'All statuses',
      'Not Started',
      'In Progress',
      'Completed',
      'On Hold',
    ])

    await search.fill('kItChEn')
    await expect.poll(() => names(page)).toEqual(['Basement', 'Kitchen remodel'])
    await totalIs('$49,250.75')
    await status.selectOption({ label: 'On Hold' })
    await expect.poll(() => names(page)).toEqual(['Basement'])
    await totalIs('$1,000.00')
    expect(new URL(page.url()).search).toBe('?search=kItChEn&status=on_hold')

    await page.reload()
    expect(await search.inputValue()).toBe('kItChEn')
    expect(await status.inputValue()).toBe('on_hold')
    await expect.poll(() => names(page)).toEqual(['Basement'])

    await status.selectOption({ label: 'Completed' })
    await page.getByText('No jobs match your filters', { exact: true }).waitFor()
    await totalIs('$0.00')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect.poll(() => names(page)).toHaveLength(5)
    expect(new URL(page.url()).search).toBe('')
    expect(await search.inputValue()).toBe('')
  },
  { alone: true },
)

story(
  'a client sees their own as My Projects, a sub no amounts, and neither can create',
  async ({ admin, join, visit }) => {
    const { id } = await newJob(admin, {
      name: 'Sunroom',
      address: '5 Ash St',
      approvedAmount: 1_234_567,
    })
    const clara = await join('client', 'Clara', [id])
    const sam = await join('subcontractor', 'Sam', [id])
    for (const [api, title, amount] of [
      [clara.api, 'My Projects', ['$12,345.67']],
      [sam.api, 'Jobs', []],
    ] as const) {
      const page = await visit(api, '/jobs?new=job')
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
      await expect.poll(() => names(page)).toEqual(['Sunroom'])
      expect(await page.getByText(/\$/).allTextContents()).toEqual(amount)
      expect(await page.getByRole('button', { name: /Create/ }).count()).toBe(0)
      expect(await page.getByRole('dialog').count()).toBe(0)
      expect(await total(page).count()).toBe(0)
    }
  },
)

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
