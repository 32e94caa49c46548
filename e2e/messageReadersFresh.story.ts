import type { Message } from '@plumbline/contract/messages.ts'
import type { Page } from 'playwright-core'
import type { ApiClient } from './harness/apiClient.ts'
import { followed, type Write, written } from './harness/freshness.ts'
import { confirm } from './harness/screen.ts'
import { type StoryContext, story } from './harness/story.ts'

const log = (page: Page) => page.getByRole('log')

const messageItem = (page: Page, text: string) =>
  log(page).getByRole('listitem').filter({ hasText: text })

const say = (api: ApiClient, jobId: string, content: string, audience?: string) =>
  api.request<Message>('POST', '/api/messages', { jobId, content, audience })

/** A job with a client and that many subs, each with a session. */
async function newJob({ admin, join }: StoryContext, name: string, subs: readonly string[]) {
  const client = await join('client', `${name}-Cleo`)
  const { id } = await admin.request<{ id: string }>('POST', '/api/jobs', {
    name,
    address: '418 Alder Ct, Elgin',
    clientId: client.id,
  })
  const members = []
  for (const sub of subs) members.push(await join('subcontractor', `${name}-${sub}`, [id]))
  return { id, client, subs: members }
}

const writes: readonly Write[] = [
  {
    row: 'DELETE /api/messages/:id',
    shownOn: ['Messages'],
    make: async (page) => {
      await page.getByRole('link', { name: /Loft/ }).click()
      await messageItem(page, 'Wrong job').getByLabel('Remove message').click()
      await confirm(page, 'Remove')
      await written(page, 'Message removed successfully')
    },
  },
]

story('messages are fresh after one is removed', async (stage) => {
  const { id } = await newJob(stage, 'Loft', [])
  await say(stage.admin, id, 'Wrong job')
  await followed(stage, writes)
})
