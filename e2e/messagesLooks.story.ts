import type { Message } from '@plumbline/contract/messages.ts'
import type { Page } from 'playwright-core'
import type { ApiClient } from './harness/apiClient.ts'
import { newJob } from './harness/jobs.ts'
import { story } from './harness/story.ts'

const say = (api: ApiClient, jobId: string, content: string) =>
  api.request<Message>('POST', '/api/messages', { jobId, content })

const messageItem = (page: Page, text: string) =>
  page.getByRole('log').getByRole('listitem').filter({ hasText: text })

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
