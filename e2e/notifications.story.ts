import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from './harness/apiClient.ts'
import { followed, openJob, type Write, written } from './harness/freshness.ts'
import { newJob } from './harness/jobs.ts'
import { focused } from './harness/keyboard.ts'
import { accessibilityFaults, loadAxe } from './harness/page.ts'
import { sendPhoto } from './harness/photos.ts'
import { png } from './harness/png.ts'
import { button, item, main, toast } from './harness/screen.ts'
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

const bell = (page: Page, unread?: number | string) =>
  page.getByRole('button', {
    name: unread ? `Notifications, ${unread} unread` : 'Notifications',
    exact: true,
  })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
/** The lines of a list of notifications. */
const lines = (within: ReturnType<typeof main>) => within.locator('[data-row]')
/** Where nobody has been notified of anything that came before. */
const readAll = (api: ApiClient) => api.request('POST', '/api/notifications/read')

story(
  'four people at once, each notified of what concerns them',
  async ({ admin, join, visit }) => {
    const jobId = await startJob(admin, 'Lake house', { status: 'in_progress' })
    const office = await join('admin', 'Olga')
    const sub = await join('subcontractor', 'Sam', [jobId])
    const client = await join('client', 'Cleo', [jobId])
    const [owner, ownerAtHome] = await Promise.all([visit(admin, '/'), visit(admin, '/jobs')])
    await bell(owner, 3).waitFor()
    await bell(ownerAtHome, 3).waitFor()
    await readAll(admin)
    await bell(owner).waitFor()
    await bell(ownerAtHome).waitFor()
    const [desk, phone, home] = await Promise.all([
      visit(office.api, '/'),
      visit(sub.api, '/', { width: 390 }),
      visit(client.api, '/'),
    ])
    // Others have joined since the office was there.
    await bell(desk, 2).waitFor()

    // Six photos are one line.
    await sendPhotos(sub.api, jobId, 6)
    await bell(owner, 1).waitFor()
    await expect.poll(() => owner.title()).toMatch(/^\(1\) Dashboard/)
    await bell(home, 1).waitFor()
    await bell(owner, 1).click()
    const photos = panel(owner).getByRole('link', { name: 'Sam Sub added 6 photos' })
    await photos.waitFor()
    await panel(owner).getByText('Lake house').first().waitFor()
    await photos.click()
    await owner.waitForURL(`/photos?jobId=${jobId}`)
    await panel(owner).waitFor({ state: 'detached' })
    // It is read here, and on the other computer.
    await bell(owner).waitFor()
    await bell(ownerAtHome).waitFor()
    await expect.poll(() => ownerAtHome.title()).toMatch(/^Work in Progress/)

    // Own actions notify nobody of themselves.
    expect(await bell(phone).count()).toBe(1)
    await say(admin, jobId, 'The inspector comes at ten.')
    await bell(phone, 1).waitFor()
    await bell(home, 2).waitFor()
    expect(await bell(owner).count()).toBe(1)

    // On a phone it is a sheet.
    await bell(phone, 1).tap()
    await panel(phone).getByRole('link', { name: 'Ada Admin wrote a message' }).tap()
    await phone.waitForURL(`/messages?jobId=${jobId}`)
    await phone.getByRole('log').getByText('The inspector comes at ten.').waitFor()
    await bell(phone).waitFor()

    // What is unread stands beside Messages too.
    await say(sub.api, jobId, 'I will be there.')
    const messages = owner.getByRole('link', { name: 'Messages', exact: true })
    await expect.poll(() => messages.getAttribute('aria-describedby')).toBeTruthy()
    await messages.click()
    await main(owner)
      .getByRole('link', { name: /Lake house/ })
      .click()
    await owner.getByRole('log').getByText('I will be there.').waitFor()
    await bell(owner).waitFor()
    await expect.poll(() => messages.getAttribute('aria-describedby')).toBeNull()
  },
)

story('the list by keyboard, its filters, and a job that is muted', async (stage) => {
  const { admin, join, visit } = stage
  const jobId = await startJob(admin, 'Porch roof', { status: 'in_progress' })
  const sub = await join('subcontractor', 'Tom', [jobId])
  await admin.request('POST', '/api/tasks', {
    jobId,
    name: 'Order shingles',
    assigneeId: sub.id,
    deadline: '2024-03-01',
  })
  await sendPhotos(sub.api, jobId, 1)
  await say(sub.api, jobId, 'The shingles are late.')
  const page = await visit(admin, '/')
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  await loadAxe(page)
  await page.getByRole('button', { name: /^Notifications/ }).focus()
  await page.keyboard.press('Enter')
  await panel(page).getByRole('link', { name: 'Tom Sub wrote a message' }).waitFor()
  expect((await accessibilityFaults(page, {})).join('\n')).toBe('')
  await page.keyboard.press('ArrowDown')
  expect((await focused(page)).name).toBe('Tom Sub wrote a message')
  await page.keyboard.press('j')
  expect((await focused(page)).name).toBe('Tom Sub added a photo')
  await page.keyboard.press('m')
  await panel(page)
    .getByRole('listitem')
    .filter({ hasText: 'Tom Sub added a photo' })
    .getByRole('button', { name: 'Mark as unread' })
    .waitFor()
  await page.keyboard.press('Escape')
  await panel(page).waitFor({ state: 'detached' })
  await expect.poll(async () => (await focused(page)).name).toMatch(/^Notifications/)

  await page.goto('/notifications?kind=photo')
  await main(page).getByRole('link', { name: 'Tom Sub added a photo' }).waitFor()
  expect(await main(page).getByRole('link', { name: 'Tom Sub wrote a message' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Unread', exact: true }).click()
  await main(page)
    .getByRole('link', { name: 'Tom Sub added a photo' })
    .waitFor({ state: 'detached' })
  await page.getByText('No notifications match these filters').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await main(page).getByRole('link', { name: 'Tom Sub wrote a message' }).waitFor()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await toast(page, 'All notifications marked as read')
  await bell(page).waitFor()

  // Nothing more is heard of it, until it is.
  await page.goto(`/jobs/${jobId}`)
  await page.getByRole('button', { name: 'Mute notifications' }).click()
  await page.getByRole('button', { name: /^Muted/ }).waitFor()
  await say(sub.api, jobId, 'They came.')
  const other = await startJob(admin, 'Pantry', { status: 'in_progress' })
  await admin.request('POST', `/api/jobs/${other}/subcontractors`, { subcontractorId: sub.id })
  await say(sub.api, other, 'Shelves are up.')
  await bell(page, 1).click()
  await panel(page).getByText('Pantry', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Muted/ }).click()
  await toast(page, 'You are notified of “Porch roof” again')
  await say(sub.api, jobId, 'All of them.')
  await bell(page, 2).waitFor()
})

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

story('a long list is read page by page, and counted to 99', async ({ admin, join, visit }) => {
  const sub = await join('subcontractor', 'Una')
  for (let n = 1; n <= 104; n += 1) {
    const jobId = await startJob(admin, `Job ${n}`, { status: 'in_progress' })
    await admin.request('POST', `/api/jobs/${jobId}/subcontractors`, { subcontractorId: sub.id })
    await say(sub.api, jobId, 'Done.')
  }
  const page = await visit(admin, '/notifications')
  await bell(page, '99+').waitFor()
  await expect.poll(() => page.title()).toMatch(/^\(99\+\) Notifications/)
  await lines(main(page)).first().waitFor()
  expect(await lines(main(page)).count()).toBe(30)
  for (const shown of [60, 90]) {
    await page.getByText(/^\d+ of \d+ notifications$/).scrollIntoViewIfNeeded()
    await expect.poll(() => lines(main(page)).count()).toBeGreaterThanOrEqual(shown)
  }
})

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
