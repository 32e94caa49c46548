import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ApiClient } from './harness/apiClient.ts'
import { newJob } from './harness/jobs.ts'
import { main, toast } from './harness/screen.ts'
import { story } from './harness/story.ts'

story(
  'a bid to follow up is approved on its page; its card has no button for it',
  async ({ admin, visit }) => {
    const bid = await admin.request<{ id: string }>('POST', '/api/pending-bids', {
      name: 'Porch roof',
      address: '418 Alder Ct, Elgin',
    })
    const followUp = { status: 'follow_up', followUpDate: '2026-12-01' }
    await admin.request('PUT', `/api/pending-bids/${bid.id}`, followUp)
    const office = await visit(admin, '/pending-bids?status=follow_up')
    const card = office.getByRole('article', { name: 'Porch roof' })
    await card.getByText('Follow up Dec 1, 2026').waitFor()
    expect(await card.getByRole('button').count()).toBe(0)
    await card.getByRole('link', { name: 'View Details' }).click()
    await main(office).getByRole('button', { name: 'Approve' }).click()
    await office.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await toast(office, 'Bid successfully converted to job')
    await main(office).getByRole('link', { name: 'View Job' }).waitFor()
  },
)

story('links with new=1 open the form of their screen', async ({ admin, visit }) => {
  const page = await visit(admin, '/jobs?new=1')
  await page.getByRole('dialog', { name: 'Create New Job' }).waitFor()
  const forms = [
    ['/tasks', 'Create Task'],
    ['/schedule', 'Add Schedule Entry'],
    ['/pending-bids', 'Create New Bid'],
    ['/users', 'Invite User'],
    ['/photos', 'Upload Photos'],
    ['/subcontractors', 'Add Subcontractor'],
    ['/schedule-templates', 'New Template'],
    ['/rental-properties', 'Add Property'],
  ] as const
  for (const [path, name] of forms) {
    await page.goto(`${path}?new=1`)
    await page.getByRole('dialog', { name }).waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(new URL(page.url()).searchParams.get('new')).toBe(null)
  }
})

story('the end of an entry follows its start', async ({ admin, visit }) => {
  const job = await newJob(admin, 'Sunroom')
  const page = await visit(admin, `/jobs/${job}`)
  await page.getByRole('button', { name: 'Add Entry' }).click()
  const form = page.getByRole('dialog')
  const [start, end] = [form.getByLabel('Start Date'), form.getByLabel('End Date')]
  await form.getByLabel('Title').fill('Framing')
  await start.fill('2027-02-01')
  expect(await end.inputValue()).toBe('2027-02-01')
  await end.fill('2027-02-05')
  await start.fill('2027-03-01')
  expect(await end.inputValue()).toBe('2027-03-05')
  // One set by hand is checked as ever.
  await end.fill('2027-02-05')
  await form.getByRole('button', { name: 'Create Entry' }).click()
  await form.getByText('The end date cannot be before the start date').waitFor()
  // Typing passes through other years, months and days.
  await start.focus()
  await page.keyboard.type('02032027')
  expect(await start.inputValue()).toBe('2027-02-03')
  expect(await end.inputValue()).toBe('2027-02-05')
  await form.getByRole('button', { name: 'Create Entry' }).click()
  await toast(page, 'Schedule entry created successfully')
})

story('a session that ends logs no error of the application', async (stage) => {
  const { admin, visit, join, expectError } = stage
  await newJob(admin, 'Carport')
  const { api } = await join('admin', 'Olga')
  const page = await visit(api, '/jobs', { live: false })
  await page.getByRole('article', { name: 'Carport' }).waitFor()
  await api.call('POST', '/api/logout')
  // The browser itself notes what is refused; the application adds nothing to that.
  expectError(/^GET \/api\/[^:]*: 401$/)
  await page.getByRole('link', { name: 'Subcontractors' }).click()
  await page.waitForURL(/\/api\/login/)
})

story('a page that is opened with an ended session asks for nothing', async (stage) => {
  const { admin, visit } = stage
  const ended = new ApiClient(admin.url, `${admin.cookie.split('=')[0]}=gone`)
  const page = await visit(ended, '/')
  await page.getByRole('button', { name: /^Admin/ }).waitFor()
  await page.goto('/jobs')
  await page.waitForURL(/\/api\/login/)
})

story('the schedule of a job has room for those who only read it', async (stage) => {
  const { admin, join, checkAppearance } = stage
  const jobId = await newJob(admin, 'Sunroom addition', { status: 'in_progress' })
  const sub = await join('subcontractor', 'Sam', [jobId])
  const client = await join('client', 'Cleo', [jobId])
  const entry = (title: string, day: number, more: object = {}) =>
    admin.request('POST', '/api/schedule', {
      jobId,
      title,
      startDate: `2026-11-${10 + day}`,
      endDate: `2026-11-${11 + day}`,
      ...more,
    })
  await entry('Demolition and haul-away', 0, { status: 'completed', percentComplete: 100 })
  await entry('Framing', 2, {
    status: 'in_progress',
    percentComplete: 40,
    priority: 'high',
    assignedSubcontractorId: sub.id,
    weatherDependent: true,
    indoorWork: false,
  })
  await entry('Rough-in electrical, and the panel of the old garage that has to move first', 4)
  await entry('Final inspection', 6, { scheduleType: 'inspection', status: 'delayed' })
  const shown = (page: Page) => page.getByRole('button', { name: 'Final inspection' }).waitFor()
  await checkAppearance(client.api, `/jobs/${jobId}`, 'schedule-client', shown)
  await checkAppearance(sub.api, `/jobs/${jobId}`, 'schedule-sub', shown)
})
