import type { Message } from '@plumbline/contract/messages.ts'
import type { Page } from 'playwright-core'
import type { ApiClient } from './harness/apiClient.ts'
import { button } from './harness/screen.ts'
import { type StoryContext, story } from './harness/story.ts'

const readersLine = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor()

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

story('the composer and its messages look right', async (stage) => {
  const { admin, checkAppearance } = stage
  const names = ['Bartholomew', 'Ann', 'Wilhelmina', 'Cy', 'Dee', 'Ed']
  const { id, client, subs } = await newJob(stage, 'Addition', names)
  await say(subs[0]?.api ?? admin, id, 'The trench is full of water, pumping until noon.')
  await say(admin, id, 'Ana, rain costs us two days on the footings. The end date stands.')
  await say(client.api, id, 'Understood, thank you!')
  await say(
    admin,
    id,
    'Part of the price. If anything ever costs more, it comes in writing.',
    'client',
  )
  const { id: wrong } = await say(subs[1]?.api ?? admin, id, 'Wrong job')
  await admin.request('DELETE', `/api/messages/${wrong}`)
  await say(admin, id, 'Loud tools after nine, please.', 'crew')
  await checkAppearance(admin, `/messages?jobId=${id}`, 'message-readers', (page) =>
    page.getByText('3 more').waitFor(),
  )
  await checkAppearance(client.api, `/messages?jobId=${id}`, 'message-readers-client', (page) =>
    readersLine(page, 'Only the office reads this'),
  )
})

story('the question before a message is removed looks right', async (stage) => {
  const { admin, checkAppearance } = stage
  const { id } = await newJob(stage, 'Cellar', [])
  await say(admin, id, 'The price of the stair was wrong, please ignore the offer of yesterday.')
  await checkAppearance(admin, `/messages?jobId=${id}`, 'message-remove', {
    narrow: true,
    ready: async (page) => {
      const question = page.getByRole('alertdialog', { name: 'Remove this message?' })
      if (!(await question.isVisible())) await button(page, 'Remove message').click()
      await question.getByText('Its text is deleted for everyone.').waitFor()
    },
  })
})
