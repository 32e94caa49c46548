import type { Role } from '@plumbline/contract/policy.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { accessibilityFaults } from './harness/accessibility.ts'
import { ApiClient } from './harness/apiClient.ts'
import { PASSWORD, setup } from './harness/company.ts'
import { apiClientOf, closePage, type PageOptions } from './harness/page.ts'
import { story } from './harness/story.ts'

type Job = Record<'id' | 'name' | 'startDate' | 'endDate' | 'customerName', string> & {
  approvedAmount: number | null
}
type Visit = (api: ApiClient, path: string, options?: PageOptions) => Promise<Page>

/** Runs the server in a time zone far from the company's. */
const farAway = { env: { TZ: 'Pacific/Auckland' } }

async function setUp(page: Page) {
  await page.getByLabel('Company name').fill(setup.companyName)
  await page.getByLabel('Holdings company').fill(setup.holdingsName)
  await page.getByLabel('First name').fill(setup.firstName)
  await page.getByLabel('Last name').fill(setup.lastName)
  await page.getByLabel('Email').fill(setup.email)
  await page.getByLabel('Password').fill(setup.password)
  await page.getByRole('button', { name: 'Start empty' }).click()
}

async function createJob(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Create Job' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Job' })
  const fieldTexts = {
    Name: 'Kitchen remodel',
    Address: '418 Alder Ct, Elgin',
    'Customer Name': 'Cleo Client',
    'Customer Email': 'cleo@example.com',
    'Customer Phone': '(847) 555-0142',
    'Customer Address': '418 Alder Ct, Elgin',
    'Approved Amount': '48250.75',
    'Start Date': '2026-10-31',
    'End Date': '2046-01-01',
  }
  for (const [label, text] of Object.entries(fieldTexts))
    await dialog.getByLabel(label, { exact: true }).fill(text)
  await dialog.getByRole('button', { name: 'Create Job' }).click()
  await page.getByText('Job created successfully', { exact: true }).waitFor()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('heading', { name: 'Kitchen remodel' }).waitFor()
  const [job] = await (await apiClientOf(page)).request<Job[]>('GET', '/api/jobs')
  return job?.id ?? ''
}

/**
 * Invites a person, who opens the link and chooses a password.
 * @returns an API client with the session of their browser
 */
async function joinInBrowser(
  visit: Visit,
  admin: ApiClient,
  firstName: string,
  role: Role,
  projectIds: string[] = [],
) {
  const email = `${firstName.toLowerCase()}@example.com`
  const specialty = role === 'subcontractor' ? 'Carpentry' : null
  const invite = { email, firstName, lastName: 'Person', role, specialty, projectIds }
  const { inviteLink } = await admin.request<{ inviteLink: string }>(
    'POST',
    '/api/users/invite',
    invite,
  )
  const { pathname } = new URL(inviteLink)
  const page = await visit(new ApiClient(admin.url), pathname, { script: false })
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(`Welcome, ${firstName}`)
  expect(await page.getByLabel('Email').inputValue()).toBe(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Join' }).click()
  await page.waitForURL('/')
  return apiClientOf(page)
}

story(
  'a new company: a job is created, and invited people see exactly what they may',
  async ({ visit, expectError, startServer }) => {
    const { url } = await startServer(farAway)
    expectError(/^GET \/api\/jobs\/[\w-]+.*: 404$/)
    const page = await visit(new ApiClient(url), '/', { timeZone: 'America/Denver' })
    await page.getByRole('button', { name: 'Set up your company' }).click()
    await page.getByRole('heading', { name: 'Set up your company' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await expect.poll(() => page.getByLabel('Time zone').inputValue()).toBe('America/Denver')
    await setUp(page)
    await page.getByText('Create your first job to get started').waitFor()

    const id = await createJob(page)
    const admin = await apiClientOf(page)
    const cleo = await joinInBrowser(visit, admin, 'Cleo', 'client', [id])
    const sam = await joinInBrowser(visit, admin, 'Sam', 'subcontractor')

    const job = await cleo.request<Job>('GET', `/api/jobs/${id}`)
    expect(job).toMatchObject({
      name: 'Kitchen remodel',
      customerName: 'Cleo Client',
      approvedAmount: 4825075,
      startDate: '2026-10-31',
      endDate: '2046-01-01',
    })
    expect(await cleo.request('GET', '/api/jobs')).toEqual([job])

    for (const timeZone of ['Pacific/Honolulu', 'Pacific/Auckland']) {
      const theirs = await visit(cleo, '/jobs', { timeZone })
      const card = theirs.getByRole('article', { name: 'Kitchen remodel' })
      await card.waitFor()
      expect(await card.getByText(/^\$|, 20/).allTextContents(), timeZone).toEqual([
        '$48,250.75',
        'Oct 31, 2026',
        'Jan 1, 2046',
      ])
      await theirs.goto(`/jobs/${id}`)
      for (const text of ['$48,250.75', 'Oct 31, 2026', 'Jan 1, 2046']) {
        await theirs.getByRole('main').getByText(text, { exact: true }).first().waitFor()
      }
      await closePage(theirs)
    }

    const screen = await visit(sam, '/jobs')
    await screen.getByText('No jobs yet').waitFor()
    await screen.goto(`/jobs/${id}`)
    await screen.getByText('Job not found', { exact: true }).waitFor()
  },
)
