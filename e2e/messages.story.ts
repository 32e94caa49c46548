import type { Message } from '@plumbline/contract/messages.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from './harness/apiClient.ts'
import { followed, openScreen, type Write, written } from './harness/freshness.ts'
import { newJob } from './harness/jobs.ts'
import { button } from './harness/screen.ts'
import { story } from './harness/story.ts'

const say = (api: ApiClient, jobId: string, content: string) =>
  api.request<Message>('POST', '/api/messages', { jobId, content })
const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor()
const messageItem = (page: Page, text: string) =>
  page.getByRole('log').getByRole('listitem').filter({ hasText: text })
const box = (page: Page) => page.getByRole('textbox', { name: 'Message' })

story('a sub and the office talk about a job', async ({ admin, join, visit }) => {
  const jobId = await newJob(admin, 'Kitchen remodel')
  const sub = await join('subcontractor', 'Sam', [jobId])
  const page = await visit(sub.api, '/messages')
  await page.getByText('Select a conversation').waitFor()
  await page.getByRole('link', { name: /Kitchen remodel/ }).click()
  await page.getByText('No messages yet').last().waitFor()
  await box(page).fill('Cabinets are in.')
  await box(page).press('Shift+Enter')
  await box(page).pressSequentially('Two doors are damaged.')
  await box(page).press('Enter')
  await toast(page, 'Message sent successfully')
  await messageItem(page, 'Two doors are damaged.').waitFor()
  expect(await box(page).inputValue()).toBe('')
  const [mine] = await sub.api.request<Message[]>('GET', `/api/jobs/${jobId}/messages`)
  expect(mine?.content).toBe('Cabinets are in.\nTwo doors are damaged.')

  const office = await visit(admin, '/messages')
  await office.getByRole('link', { name: /Kitchen remodel.*1 unread/ }).click()
  await office.getByText('New', { exact: true }).waitFor()
  await messageItem(office, 'Sam Sub').waitFor()
  await box(office).fill('Thanks, new doors are ordered.')
  await office.getByRole('button', { name: 'Send message' }).click()
  await toast(office, 'Message sent successfully')
  const [own, others] = await Promise.all(
    ['new doors are ordered', 'Two doors are damaged'].map((text) =>
      messageItem(office, text).locator('p').boundingBox(),
    ),
  )
  expect(own?.x ?? 0).toBeGreaterThan(others?.x ?? 0)
  await office.reload()
  await office.getByRole('link', { name: /Kitchen remodel/ }).waitFor()
  expect(await office.getByRole('link', { name: /Kitchen remodel.*unread/ }).count()).toBe(0)
})

story('projects without messages, projects of others, and more than ten', async (stage) => {
  const { admin, join, visit, expectError } = stage
  expectError(/GET \/api\/jobs\/.*: 404/)
  const nobody = await join('subcontractor', 'Nell')
  const alone = await visit(nobody.api, '/messages')
  await alone.getByText('No projects').waitFor()
  const first = await newJob(admin, 'The oldest job')
  await alone.goto(`/messages?jobId=${first}`)
  await alone.getByText('Job not found').waitFor()

  for (let n = 1; n <= 10; n += 1) await newJob(admin, `Job ${n}`)
  const page = await visit(admin, `/messages?jobId=${first}`)
  await page.getByRole('heading', { name: 'The oldest job' }).waitFor()
  expect(await page.getByRole('navigation', { name: 'Projects' }).getByRole('link').count()).toBe(
    10,
  )
  await page.getByText(/reads? this$/).waitFor()
  await box(page).fill('Is anyone there?')
  await box(page).press('Enter')
  await page
    .getByRole('navigation', { name: 'Projects' })
    .getByRole('link', { name: /The oldest job/ })
    .waitFor()
})

story('on a phone the projects and their messages are two steps', async ({ admin, visit }) => {
  const jobId = await newJob(admin, 'Garage slab')
  await say(admin, jobId, 'Poured.')
  const page = await visit(admin, '/messages', { width: 390 })
  await page.getByRole('link', { name: /Garage slab/ }).tap()
  await messageItem(page, 'Poured.').waitFor()
  expect(await page.getByRole('navigation', { name: 'Projects' }).isVisible()).toBe(false)
  await page.getByRole('link', { name: 'Back to projects' }).tap()
  await page.getByRole('navigation', { name: 'Projects' }).waitFor()
  expect(await box(page).isVisible()).toBe(false)
})

story('a long conversation loads older messages page by page', async ({ admin, visit }) => {
  const jobId = await newJob(admin, 'Primary bath')
  for (let n = 1; n <= 60; n += 1) await say(admin, jobId, `Line ${n}.`)
  const page = await visit(admin, `/messages?jobId=${jobId}`)
  await messageItem(page, 'Line 60.').waitFor()
  expect(await messageItem(page, 'Line 10.').count()).toBe(0)
  await page.getByRole('button', { name: 'Show earlier messages' }).click()
  await messageItem(page, 'Line 10.').waitFor()
  const texts = await page.getByRole('log').locator('li p').allTextContents()
  expect(texts).toEqual(Array.from({ length: 60 }, (_, n) => `Line ${n + 1}.`))
})

story('the messages screen looks right', async ({ admin, join, checkAppearance }) => {
  const nobody = await join('subcontractor', 'Ned')
  await checkAppearance(nobody.api, '/messages', 'messages-none', (page) =>
    page.getByText('No projects').waitFor(),
  )
  const jobId = await newJob(
    admin,
    'Whole-house renovation with a second-storey addition for the Featherstonehaugh-Wellesley family',
  )
  const sub = await join('subcontractor', 'Bartholomew-Maximilian', [jobId])
  await say(admin, jobId, 'Morning. The inspector comes at 10.')
  await say(sub.api, jobId, 'I will be there. The panel is labelled and the covers are off.')
  await say(
    sub.api,
    jobId,
    'One thing: the meter base is older than the plan says, and the utility may want it replaced before they let us switch over.\nPhotos are on the job.',
  )
  await say(admin, jobId, 'Ask them. If they do, we put it on the change order.')
  await say(sub.api, jobId, `https://example.com/${'a-link-without-any-space/'.repeat(6)}`)
  await checkAppearance(admin, '/messages', 'messages-list', (page) =>
    page.getByText('Whole-house').first().waitFor(),
  )
  await checkAppearance(sub.api, `/messages?jobId=${jobId}`, 'messages-open', (page) =>
    messageItem(page, 'Ask them').waitFor(),
  )
})

const writes: readonly Write[] = [
  {
    row: 'POST /api/jobs/:id/read',
    shownOn: ['Messages'],
    make: async (page) => {
      // The list counts an open conversation as read before the server has heard of it.
      const written = page.waitForResponse((response) => response.url().endsWith('/read'))
      await page.getByRole('link', { name: /Loft.*1 unread/ }).click()
      await page.getByRole('link', { name: /Loft.*unread/ }).waitFor({ state: 'detached' })
      await written
      // A fresh load of the conversation has no line before what is new.
      await openScreen(page, 'Messages')
    },
  },
  {
    row: 'POST /api/messages',
    shownOn: ['Messages'],
    make: async (page) => {
      await page.getByRole('link', { name: /Loft/ }).click()
      await page.getByRole('textbox', { name: 'Message' }).fill('Thanks')
      await button(page, 'Send message').click()
      await written(page, 'Message sent successfully')
    },
  },
]

story('messages are fresh after each write', async (stage) => {
  const { admin, join } = stage
  const jobId = await newJob(admin, 'Loft fan')
  const sub = await join('subcontractor', 'Tess', [jobId])
  await say(sub.api, jobId, 'The fan is in.')
  await followed(stage, writes)
})
