import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { newJob } from './harness/jobs.ts'
import { SESSION_ENDED } from './harness/page.ts'
import { sendPhoto } from './harness/photos.ts'
import { png } from './harness/png.ts'
import { main } from './harness/screen.ts'
import { story } from './harness/story.ts'

const box = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const log = (page: Page, text: string) => page.getByRole('log').getByText(text)
const empty = (page: Page) => page.getByRole('heading', { name: 'No messages yet' })
const viewers = (page: Page) => page.getByRole('list', { name: 'Also looking at this job' })

story('four people at once each see the changes they should', async (stage) => {
  const { admin, join, visit, expectError } = stage
  // The job is deleted at the end.
  expectError(/^GET \/api\/jobs\/.*: 404$/)
  const jobId = await newJob(admin, 'Summer house', { status: 'in_progress' })
  const office = await join('admin', 'Rosamunde')
  const sub = await join('subcontractor', 'Siegbert', [jobId])
  const client = await join('client', 'Kunigunde', [jobId])
  const conversation = `/messages?jobId=${jobId}`
  const [owner, desk, phone, home] = await Promise.all([
    visit(admin, conversation),
    visit(office.api, `/jobs/${jobId}`),
    visit(sub.api, conversation, { width: 390 }),
    visit(client.api, conversation),
  ])
  for (const page of [owner, phone, home]) await empty(page).waitFor()

  // Presence, typing and messages for different audiences.
  // Typing is shown only by tabs whose stream is open. Before that, they are not on the job either.
  for (const name of ['Ada Admin', 'Siegbert Sub', 'Kunigunde Client'])
    await viewers(desk).getByText(name).waitFor()
  await box(phone).fill('The footings are poured.')
  await owner.getByText('Siegbert is typing…').waitFor()
  await box(phone).press('Enter')
  await log(owner, 'The footings are poured.').waitFor()
  await owner.getByRole('button', { name: 'Client', exact: true }).click()
  await box(owner).fill('You can see the footings now.')
  await home.getByText('Ada is typing…').waitFor()
  await box(owner).press('Enter')
  await log(home, 'You can see the footings now.').waitFor()
  await box(home).fill('Wonderful!')
  await box(home).press('Enter')
  await log(owner, 'Wonderful!').waitFor()
  expect(await log(home, 'The footings are poured.').count()).toBe(0)
  expect(await phone.getByText(/is typing|You can see|Wonderful/).count()).toBe(0)

  // Progress and photos.
  await Promise.all([home.goto('/'), phone.goto(`/photos?jobId=${jobId}`)])
  await phone.getByText('No photos for selected project').waitFor()
  await home.getByRole('progressbar').first().waitFor()
  await admin.request('PUT', `/api/jobs/${jobId}`, { progress: 45 })
  await home.getByText('45%').first().waitFor()
  await main(desk).getByText('45%').first().waitFor()
  const picture = { content: png(320, 240, 200), name: 'IMG_0001.png', type: 'image/png' }
  await sendPhoto(admin, picture, { jobId, caption: 'North wall' })
  await phone.getByRole('article', { name: 'North wall' }).waitFor()

  // A job that a person loses access to disappears from their screen.
  await phone.goto(conversation)
  await log(phone, 'The footings are poured.').waitFor()
  await admin.request('DELETE', `/api/jobs/${jobId}/subcontractors/${sub.id}`)
  await phone.getByText('Job not found').waitFor()
  await admin.request('DELETE', `/api/jobs/${jobId}`)
  await desk.getByText('Job not found').waitFor()
  await home.getByText('No projects yet').waitFor()
})

story(
  'tabs of a browser share one stream, which another takes over, even after a disconnect',
  async (stage) => {
    const { admin, join, visit, expectError } = stage
    expectError(/ERR_INTERNET_DISCONNECTED/)
    const jobId = await newJob(admin, 'Byre')
    const sub = await join('subcontractor', 'Tankred', [jobId])
    const say = (content: string) => sub.api.request('POST', '/api/messages', { jobId, content })
    const streams: string[] = []
    const first = await visit(admin, `/messages?jobId=${jobId}`)
    first.context().on('request', (request) => {
      if (request.url().includes('/api/events')) streams.push(request.url())
    })
    await empty(first).waitFor()
    await say('One')
    await log(first, 'One').waitFor()
    const second = await first.context().newPage()
    await second.goto(`/messages?jobId=${jobId}`)
    await log(second, 'One').waitFor()
    await say('Two')
    await Promise.all([log(first, 'Two').waitFor(), log(second, 'Two').waitFor()])
    expect(streams.length).toBeLessThanOrEqual(1)
    await first.close()
    await say('Three')
    await log(second, 'Three').waitFor()
    // The second tab continues the stream where the first one ended, so no message appears twice.
    expect(new URL(streams.at(-1) ?? '').searchParams.get('after')).toMatch(/^\d+-\d+$/)
    await second.context().setOffline(true)
    await say('Four')
    await second.context().setOffline(false)
    await log(second, 'Four').waitFor()
    for (const text of ['One', 'Two', 'Three', 'Four'])
      expect(await log(second, text).count()).toBe(1)
  },
)

story('signing out everywhere signs out open tabs of other browsers', async (stage) => {
  const { join, visit, expectError } = stage
  expectError(SESSION_ENDED)
  const sub = await join('subcontractor', 'Ulrike')
  const page = await visit(sub.api, '/tasks')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await stage.admin.request('DELETE', `/api/users/${sub.id}/sessions`)
  await page.waitForURL(/\/api\/login\?returnTo=/)
})
