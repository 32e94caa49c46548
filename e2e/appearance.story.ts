import { roles } from '@plumbline/contract/policy.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { checkNarrow, checkThemes } from './harness/appearance.ts'
import { importCsv } from './harness/imports.ts'
import { lookAtAll, openForLooks } from './harness/lookAt.ts'
import { looksOf } from './harness/looks.ts'
import { overflowOf, saveScreenshot } from './harness/page.ts'
import { story } from './harness/story.ts'

interface Job {
  readonly id: string
}

const LONG_NAME =
  'Whole-house renovation with a two-storey addition, new foundation drainage and a detached carriage house'
const LONG_WORD = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'

const heading = (name: string) => (page: Page) =>
  page.getByRole('heading', { level: 1, name }).waitFor()

story('the landing page, and pages for everyone', async ({ anonymous, checkAppearance, visit }) => {
  const ready = heading('A complete job management solution')
  await checkAppearance(anonymous, '/', 'landing', { ready, narrow: true })
  await checkAppearance(anonymous, '/nowhere', 'not-found', heading('404 Page Not Found'))
  await checkNarrow(
    await visit(anonymous, '/api/login'),
    '/api/login',
    'sign-in',
    heading('Sign in'),
  )
})

story('empty screens', async ({ admin, join, checkAppearance }) => {
  const sub = await join('subcontractor', 'Stan')
  const client = await join('client', 'Nora')
  const ready = (page: Page) => page.getByText('No jobs yet').waitFor()
  await checkAppearance(admin, '/', 'dashboard-admin-none', { ready, narrow: true })
  await checkAppearance(admin, '/jobs', 'jobs-none', ready)
  await checkAppearance(sub.api, '/', 'dashboard-sub-none', (page) =>
    page.getByText('No tasks assigned').waitFor(),
  )
  await checkAppearance(client.api, '/', 'dashboard-client-none', (page) =>
    page.getByText('No projects yet').waitFor(),
  )
  await checkAppearance(sub.api, '/users', 'denied', heading('Access Denied'))
})

const looked = {
  admin: ['screens'],
  subcontractor: ['screens', 'views', 'overlays'],
  client: ['screens', 'views', 'overlays'],
} as const

for (const role of roles)
  for (const part of looked[role])
    story(`the ${part} of the ${role} can be read, and fit a desk`, async (stage) => {
      const company = await stage.sample({ longNames: true })
      const looks = await looksOf(company, role, 'desk', part)
      const page = await openForLooks(stage, company.people[role], 'desk')
      await lookAtAll(page, 'desk', looks)
    })

story('a few jobs, with the longest names', async ({ admin, join, checkAppearance }) => {
  const jobs = [
    { name: 'Porch', address: '7 Elm St', status: 'on_hold' },
    {
      name: LONG_NAME,
      address: `${LONG_WORD}, 58 Upper Reservoir Road Northwest`,
      status: 'in_progress',
      progress: 100,
    },
    {
      name: LONG_WORD,
      address: '1 Ash',
      status: 'completed',
      approvedAmount: 99_999_999_999,
      progress: 5,
    },
  ]
  const made = []
  for (const job of jobs) {
    const dates = { startDate: '2026-01-05', endDate: '2026-02-27' }
    made.push(
      await admin.request<Job>('POST', '/api/jobs', {
        approvedAmount: 1_250_000,
        ...dates,
        ...job,
      }),
    )
  }
  const ids = made.map(({ id }) => id)
  const client = await join('client', 'Bartholomew-Christopher', ids)
  const sub = await join('subcontractor', 'Maximiliane-Alexandra', ids)
  for (const [name, status] of [
    [LONG_NAME, 'in_progress'],
    [LONG_WORD, 'not_started'],
  ]) {
    const task = {
      name,
      status,
      jobId: ids[1],
      assigneeId: sub.id,
      deadline: '2026-03-05T21:00:00.000Z',
    }
    await admin.request('POST', '/api/tasks', task)
  }
  await admin.request('PUT', `/api/jobs/${ids[1]}`, { progress: 65 })
  for (const [api, path, name, ready] of [
    [admin, '/', 'dashboard-admin', heading('Dashboard')],
    [admin, '/jobs', 'jobs', heading('Jobs')],
    [
      admin,
      '/jobs?new=job',
      'create-job',
      (page: Page) => page.getByRole('dialog').getByLabel('Notes', { exact: true }).waitFor(),
    ],
    [sub.api, '/', 'dashboard-sub', heading('My Dashboard')],
    [client.api, '/', 'dashboard-client', heading('My Projects')],
  ] as const) {
    await checkAppearance(api, path, name, { ready, narrow: true })
  }
})

story('menus and dialogs over a page', async ({ admin, visit }) => {
  const phone = await visit(admin, '/', { width: 390 })
  await phone.getByRole('button', { name: 'Open menu' }).click()
  await phone.getByRole('dialog').getByRole('navigation', { name: 'Main' }).waitFor()
  await checkThemes(phone, 'menu-390')

  const page = await visit(admin, '/')
  await heading('Dashboard')(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('option').first().waitFor()
  await checkThemes(page, 'palette-1440')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard Shortcuts' }).waitFor()
  await checkThemes(page, 'keys-1440')

  const form = await visit(admin, '/jobs?new=job')
  await form.getByRole('dialog').getByRole('button', { name: 'Create Job' }).click()
  await form.getByText('Name is required').waitFor()
  await checkThemes(form, 'create-job-wrong-1440')
})

story(
  'a thousand jobs: the list opens at once, scrolls on and can be searched',
  async ({ admin, visit }) => {
    const rows = Array.from({ length: 1000 }, (_, n) =>
      [`Job ${n + 1}`, `${n + 1} Quarry Rd`, n % 2 ? 'Completed' : 'In Progress', n + 1].join(','),
    )
    await importCsv(admin, 'jobs', ['Name,Address,Status,Approved Amount', ...rows].join('\n'))
    const page = await visit(admin, '/jobs')
    await heading('Jobs')(page)
    const cards = page.getByRole('article')
    const places = page.locator('main ul > li')
    await expect.poll(() => places.count()).toBeGreaterThanOrEqual(60)
    await saveScreenshot(page, 'jobs-1000-1440-light')
    const first = await places.count()
    expect(first).toBeLessThan(200)
    await expect.poll(() => cards.count()).toBe(first)
    await page.mouse.wheel(0, 100_000)
    await expect.poll(() => places.count()).toBeGreaterThan(first)
    await page.getByText(/^[\d,]+ of 1,000 jobs$/).waitFor()
    await page.getByRole('searchbox').fill('job 777')
    await expect.poll(() => cards.getByRole('heading').allTextContents()).toEqual(['Job 777'])
    await page.goto('/')
    await page.getByText('1,000', { exact: true }).waitFor()
    expect(await overflowOf(page)).toBe(0)
  },
)
