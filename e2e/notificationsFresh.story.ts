import type { Page } from 'playwright-core'
import type { ApiClient } from './harness/apiClient.ts'
import { followed, openJob, type Write, written } from './harness/freshness.ts'
import { newJob } from './harness/jobs.ts'
import { button, item, main } from './harness/screen.ts'
import { story } from './harness/story.ts'

/** A job of which no weekly update is drafted on a Friday, which would be one notification more. */
async function startJob(admin: ApiClient, name: string, fields: object = {}): Promise<string> {
  await admin.request('PUT', '/api/settings', { weeklyUpdates: false })
  return newJob(admin, name, fields)
}

const say = (api: ApiClient, jobId: string, content: string) =>
  api.request('POST', '/api/messages', { jobId, content })

/** What a browser says when it has subscribed. */
const device = {
  endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/gAAAAABo',
  keys: {
    p256dh: Buffer.alloc(65, 4).toString('base64url'),
    auth: Buffer.alloc(16, 7).toString('base64url'),
  },
}

const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })

const openList = async (page: Page) => {
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await panel(page).getByRole('link', { name: 'All notifications' }).click()
  await main(page).getByRole('heading', { level: 1, name: 'Notifications' }).waitFor()
}

const openSettings = async (page: Page) => {
  await openList(page)
  await main(page).getByRole('link', { name: 'Settings' }).click()
}

/** @param notify has somebody write a message to the admin */
const writesWith = (notify: () => Promise<unknown>): readonly Write[] => [
  // First: a push that this device does not receive would take it from the list.
  {
    row: 'DELETE /api/push-subscriptions/:id',
    shownOn: [],
    make: async (page) => {
      await openSettings(page)
      await button(page, /^Remove /).click()
      await written(page, 'Device removed')
    },
  },
  {
    row: 'PUT /api/notifications/:id',
    shownOn: [],
    make: async (page) => {
      await notify()
      await openList(page)
      const message = item(page, 'Vic Sub wrote a message')
      await message.hover()
      await message.getByRole('button', { name: 'Mark as read' }).click()
      await message.getByRole('button', { name: 'Mark as unread' }).waitFor()
    },
  },
  {
    row: 'POST /api/notifications/read',
    shownOn: [],
    make: async (page) => {
      await button(page, 'Mark all as read').click()
      await written(page, 'All notifications marked as read')
    },
  },
  {
    row: 'PUT /api/jobs/:id/mute',
    shownOn: [],
    make: async (page) => {
      await openJob(page, 'Mud room')
      await button(page, 'Mute notifications').click()
      await written(page, 'You are no longer notified of “Mud room”')
    },
  },
  {
    row: 'DELETE /api/jobs/:id/mute',
    shownOn: [],
    make: async (page) => {
      await button(page, /^Muted/).click()
      await written(page, 'You are notified of “Mud room” again')
    },
  },
  {
    row: 'PUT /api/notification-settings',
    shownOn: [],
    make: async (page) => {
      await openSettings(page)
      await page.getByRole('checkbox', { name: 'Push: New photos' }).click()
      await written(page, 'Notification settings saved')
    },
  },
]

// In a new company, where nothing is left to push to the device.
story(
  'notifications are fresh after each write',
  async (stage) => {
    const { admin, join } = stage
    const jobId = await startJob(admin, 'Mud room', { status: 'in_progress' })
    const sub = await join('subcontractor', 'Vic', [jobId])
    await admin.request('POST', '/api/push-subscriptions', device)
    await followed(
      stage,
      writesWith(() => say(sub.api, jobId, 'The bench is in.')),
    )
  },
  { alone: true },
)
