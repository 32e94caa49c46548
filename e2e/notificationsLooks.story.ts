import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from './harness/apiClient.ts'
import { newJob } from './harness/jobs.ts'
import { sendPhoto } from './harness/photos.ts'
import { png } from './harness/png.ts'
import { main } from './harness/screen.ts'
import { story } from './harness/story.ts'

/** A job of which no weekly update is drafted on a Friday, which would be one notification more. */
async function startJob(admin: ApiClient, name: string, fields: object = {}): Promise<string> {
  await admin.request('PUT', '/api/settings', { weeklyUpdates: false })
  return newJob(admin, name, fields)
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

const SETTINGS = '/account?tab=notifications'

/** What a browser says when it has subscribed. */
const device = {
  endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/gAAAAABo',
  keys: {
    p256dh: Buffer.alloc(65, 4).toString('base64url'),
    auth: Buffer.alloc(16, 7).toString('base64url'),
  },
}

const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })

story('the bell, the list and the settings look right', async (stage) => {
  const { admin, join, checkAppearance } = stage
  const nobody = await join('client', 'Ned')
  await checkAppearance(nobody.api, '/notifications', 'notifications-none', (page) =>
    page.getByText('Nothing new').waitFor(),
  )
  const long =
    'Whole-house renovation with a second-storey addition for the Featherstonehaugh-Wellesley family'
  const jobId = await startJob(admin, long, { status: 'in_progress' })
  const kitchen = await startJob(admin, 'Kitchen remodel', { status: 'in_progress' })
  const sub = await join('subcontractor', 'Bartholomew-Maximilian', [jobId, kitchen])
  await sendPhotos(sub.api, jobId, 3)
  await say(sub.api, jobId, 'The panel is labelled.')
  const taskId = (
    await admin.request<{ id: string }>('POST', '/api/tasks', {
      jobId: kitchen,
      name: 'Order the tile, grout and underlayment for both bathrooms before the plumber comes back',
      assigneeId: sub.id,
    })
  ).id
  await sub.api.request('PUT', `/api/tasks/${taskId}`, { status: 'in_progress' })
  await sub.api.request('PUT', `/api/tasks/${taskId}`, { status: 'completed' })
  await sendPhotos(sub.api, kitchen, 1)
  const notified = () => admin.request<{ name: string }[]>('GET', '/api/notifications')
  await expect
    .poll(async () => (await notified()).map(({ name }) => name))
    .toContain('task.completed')
  const read = async (at: Page) => {
    await main(at)
      .getByRole('link', { name: /added 3 photos/ })
      .waitFor()
  }
  await checkAppearance(admin, '/notifications', 'notifications', { ready: read, narrow: true })
  await checkAppearance(admin, '/', 'notifications-bell', async (at) => {
    await at.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    await at.getByRole('button', { name: /^Notifications/ }).click()
    await panel(at)
      .getByRole('link', { name: /added 3 photos/ })
      .waitFor()
  })
  await admin.request('PUT', `/api/jobs/${jobId}/mute`)
  await admin.request('POST', '/api/push-subscriptions', device)
  await admin.request('PUT', '/api/notification-settings', {
    quietFrom: '21:00',
    quietTo: '06:30',
  })
  await checkAppearance(admin, SETTINGS, 'notification-settings', {
    ready: (at) => at.getByRole('button', { name: /^Unmute/ }).waitFor(),
    narrow: true,
  })
  await checkAppearance(admin, `/jobs/${jobId}`, 'notifications-muted-job', (at) =>
    at.getByRole('button', { name: /^Muted/ }).waitFor(),
  )
})
