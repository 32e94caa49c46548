import type { Message } from '@plumbline/contract/messages.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from './harness/apiClient.ts'
import { followed, type Write, written } from './harness/freshness.ts'
import { tabTo } from './harness/keyboard.ts'
import { button, confirm, toast } from './harness/screen.ts'
import { type StoryContext, story } from './harness/story.ts'

const log = (page: Page) => page.getByRole('log')
const messageItem = (page: Page, text: string) =>
  log(page).getByRole('listitem').filter({ hasText: text })
const box = (page: Page) => page.getByRole('textbox', { name: 'Message' })
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

story('the office writes to the crew, and the client sees nothing of it', async (stage) => {
  const { admin, visit } = stage
  const { id, client, subs } = await newJob(stage, 'Kitchen', ['Sam'])
  const [sub] = subs
  if (!sub) throw new Error('There is no sub')
  const open = `/messages?jobId=${id}`

  const office = await visit(admin, open)
  await office.getByText('Everyone on the project can read what you write').waitFor()
  await readersLine(office, 'Office, Kitchen-Cleo Client and Kitchen-Sam Sub read this')
  // The choice is made and the message written without a mouse.
  await button(office, 'Crew').focus()
  await office.keyboard.press('Enter')
  await readersLine(office, 'Office and Kitchen-Sam Sub read this')
  await box(office).fill('She pays late, so ask me before any extra work.')
  await box(office).press('Enter')
  await toast(office, 'Message sent successfully')
  await messageItem(office, 'She pays late')
    .getByTitle('The office and the subs on this job can read this')
    .waitFor()

  // The choice is kept for this job.
  await office.reload()
  await readersLine(office, 'Office and Kitchen-Sam Sub read this')
  expect(await button(office, 'Crew').getAttribute('aria-pressed')).toBe('true')

  const phone = await visit(sub.api, open, { width: 390 })
  await messageItem(phone, 'She pays late').waitFor()
  await readersLine(phone, 'Only the office reads this')
  expect(await phone.getByRole('group', { name: 'Who reads this message' }).count()).toBe(0)
  await box(phone).fill('Understood.')
  await button(phone, 'Send message').tap()
  await toast(phone, 'Message sent successfully')

  const home = await visit(client.api, open)
  await home.getByText('Only the office can read what you write').waitFor()
  await readersLine(home, 'Only the office reads this')
  await box(home).fill('Can you start at eight?')
  await box(home).press('Enter')
  await toast(home, 'Message sent successfully')
  await home.reload()
  await messageItem(home, 'Can you start at eight?').waitFor()
  expect(await log(home).getByRole('listitem').count()).toBe(1)
  expect(await home.getByText(/late|Understood/).count()).toBe(0)

  await phone.reload()
  await messageItem(phone, 'Understood.').waitFor()
  expect(await phone.getByText('Can you start at eight?').count()).toBe(0)
  await office.reload()
  await messageItem(office, 'Can you start at eight?').waitFor()
  expect(await log(office).getByRole('listitem').locator('p').allTextContents()).toEqual([
    'She pays late, so ask me before any extra work.',
    'Understood.',
    'Can you start at eight?',
  ])
})

story('a message is taken back by its sender, and by the office', async (stage) => {
  const { admin, visit } = stage
  const { id, subs } = await newJob(stage, 'Garage', ['Sam', 'Sue'])
  const [sam, sue] = subs
  if (!sam || !sue) throw new Error('There are no subs')
  await say(sam.api, id, 'Wrong job, sorry')
  await say(sue.api, id, 'The slab is a mess, who did that?')
  const open = `/messages?jobId=${id}`

  const phone = await visit(sam.api, open, { width: 390 })
  await messageItem(phone, 'The slab is a mess').waitFor()
  expect(await button(phone, 'Remove message').count()).toBe(1)
  await button(phone, 'Remove message').tap()
  await phone.getByRole('alertdialog', { name: 'Remove this message?' }).waitFor()
  await confirm(phone, 'Remove')
  await toast(phone, 'Message removed successfully')
  await messageItem(phone, 'Message removed').waitFor()

  const office = await visit(admin, open)
  await messageItem(office, 'The slab is a mess').getByLabel('Remove message').click()
  await confirm(office, 'Remove')
  await messageItem(office, 'Message removed by Ada Admin').waitFor()
  expect(await log(office).getByRole('listitem').locator('p').allTextContents()).toEqual([
    'Message removed',
    'Message removed by Ada Admin',
  ])
  expect(await button(office, 'Remove message').count()).toBe(0)
  await phone.reload()
  await messageItem(phone, 'Message removed by Ada Admin').waitFor()
  expect(await phone.getByText(/Wrong job|slab/).count()).toBe(0)
})

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

story('a conversation is printed, downloaded and cleaned up by keyboard', async (stage) => {
  const { admin, visit } = stage
  const { id } = await newJob(stage, 'Pantry', [])
  await say(admin, id, 'Wrong job')
  // The dialog of the browser could be answered by nobody.
  const page = await visit(admin, '/api/health')
  await page.addInitScript(() => {
    window.print = () => undefined
  })
  await page.goto(`/messages?jobId=${id}`)
  await messageItem(page, 'Wrong job').waitFor()
  await page.getByRole('link', { name: /Pantry/ }).focus()
  await tabTo(page, 'Print')
  await page.keyboard.press('Enter')
  await page.locator('.paper').getByText('Wrong job').waitFor({ state: 'attached' })
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await page.locator('.paper').waitFor({ state: 'detached' })
  await tabTo(page, 'CSV')
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Space')])
  expect(file.suggestedFilename()).toBe('messages.csv')
  await tabTo(page, 'Remove message')
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog', { name: 'Remove this message?' }).waitFor()
  await tabTo(page, 'Remove')
  await page.keyboard.press('Enter')
  await log(page).getByText('Message removed', { exact: true }).waitFor()
})

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
