import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from './harness/apiClient.ts'
import { newJob } from './harness/jobs.ts'
import { sendPhoto } from './harness/photos.ts'
import { png } from './harness/png.ts'
import { main } from './harness/screen.ts'
import { story } from './harness/story.ts'

/** Adds a job without weekly updates. A draft on a Friday would be an additional notification. */
async function startJob(admin: ApiClient, name: string): Promise<string> {
  await admin.request('PUT', '/api/settings', { weeklyUpdates: false })
  return newJob(admin, name, { status: 'in_progress' })
}
const say = (api: ApiClient, jobId: string, content: string) =>
  api.request('POST', '/api/messages', { jobId, content })
const sendPhotos = async (api: ApiClient, jobId: string, count: number) => {
  for (let n = 1; n <= count; n += 1)
    await sendPhoto(
      api,
      { content: png(40, 30, n), name: `IMG_${n}.png`, type: 'image/png' },
      { jobId },
    )
}

const bell = (page: Page, unread?: number | string) =>
  page.getByRole('button', {
    name: unread ? `Notifications, ${unread} unread` : 'Notifications',
    exact: true,
  })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })

story(
  'three people, one of them on two computers, are each notified of their own events',
  async ({ admin, join, visit }) => {
    const jobId = await startJob(admin, 'Boat house')
    const sub = await join('subcontractor', 'Jaquino', [jobId])
    const client = await join('client', 'Pizarra', [jobId])
    const [owner, ownerAtHome] = await Promise.all([visit(admin, '/'), visit(admin, '/jobs')])
    // Two notifications: the sub and the client have joined.
    await bell(owner, 2).waitFor()
    await bell(ownerAtHome, 2).waitFor()
    await admin.request('POST', '/api/notifications/read')
    await bell(owner).waitFor()
    await bell(ownerAtHome).waitFor()
    const [phone, home] = await Promise.all([
      visit(sub.api, '/', { width: 390 }),
      visit(client.api, '/'),
    ])

    // Six photos are one notification.
    await sendPhotos(sub.api, jobId, 6)
    await bell(owner, 1).waitFor()
    await expect.poll(() => owner.title()).toMatch(/^\(1\) Dashboard/)
    await bell(home, 1).waitFor()
    await bell(owner, 1).click()
    const photos = panel(owner).getByRole('link', { name: 'Jaquino Sub added 6 photos' })
    await photos.waitFor()
    await panel(owner).getByText('Boat house').first().waitFor()
    await photos.click()
    await owner.waitForURL(`/photos?jobId=${jobId}`)
    await panel(owner).waitFor({ state: 'detached' })
    // It is marked as read on both computers.
    await bell(owner).waitFor()
    await bell(ownerAtHome).waitFor()
    await expect.poll(() => ownerAtHome.title()).toMatch(/^Work in Progress/)

    // People are not notified about their own actions.
    expect(await bell(phone).count()).toBe(1)
    await say(admin, jobId, 'The inspector comes at ten.')
    await bell(phone, 1).waitFor()
    await bell(home, 2).waitFor()
    expect(await bell(owner).count()).toBe(1)

    // On a phone, the panel is a sheet.
    await bell(phone, 1).tap()
    await panel(phone).getByRole('link', { name: 'Ada Admin wrote a message' }).tap()
    await phone.waitForURL(`/messages?jobId=${jobId}`)
    await phone.getByRole('log').getByText('The inspector comes at ten.').waitFor()
    await bell(phone).waitFor()

    // The Messages link also shows unread messages.
    await say(sub.api, jobId, 'I will be there.')
    const messages = owner.getByRole('link', { name: 'Messages', exact: true })
    await expect.poll(() => messages.getAttribute('aria-describedby')).toBeTruthy()
    await messages.click()
    await main(owner)
      .getByRole('link', { name: /Boat house/ })
      .click()
    await owner.getByRole('log').getByText('I will be there.').waitFor()
    await bell(owner).waitFor()
    await expect.poll(() => messages.getAttribute('aria-describedby')).toBeNull()
  },
)
