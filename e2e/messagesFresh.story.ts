import type { Message } from '@plumbline/contract/messages.ts'
import type { ApiClient } from './harness/apiClient.ts'
import { followed, openScreen, type Write, written } from './harness/freshness.ts'
import { newJob } from './harness/jobs.ts'
import { button } from './harness/screen.ts'
import { story } from './harness/story.ts'

const say = (api: ApiClient, jobId: string, content: string) =>
  api.request<Message>('POST', '/api/messages', { jobId, content })

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
