import {
  type Notification,
  notificationRoutes,
  type Unread,
} from '@plumbline/contract/notifications.ts'
import { peopleRoutes } from '@plumbline/contract/people.ts'
import { photoRoutes } from '@plumbline/contract/photos.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { jobId, notification } from '../../testing/notifications.ts'
import { company, open as openAt, type people } from '../../testing/open.tsx'
import { startServer } from '../../testing/server.ts'
import { clickInToast } from '../../testing/toasts.ts'
import { byDay } from './days.ts'

const server = await startServer()
afterAll(server.close)

let all: Notification[] = []
let unread: Unread = { notifications: 0, messages: 0 }
beforeEach(() => {
  server.reset()
  all = [
    notification(1),
    notification(2, { name: 'task.overdue', actorName: null, subject: 'Order tile', count: 1 }),
    notification(3, { name: 'message.created', count: 1, read: true }),
  ]
  unread = { notifications: 2, messages: 3 }
  server.on(photoRoutes.list, { body: [] })
  server.on(notificationRoutes.list, ({ query }) => ({
    body: all.filter(
      ({ kind, read }) =>
        (query.get('kind') ?? kind) === kind && !(query.get('unread') === 'true' && read),
    ),
  }))
  server.on(notificationRoutes.mark, ({ params, body }) => {
    const { read } = JSON.parse(body)
    all = all.map((one) => (one.id === params.id ? { ...one, read } : one))
    unread = { ...unread, notifications: all.filter((one) => !one.read).length }
    return { body: undefined }
  })
  server.on(notificationRoutes.markAll, () => {
    all = all.map((one) => ({ ...one, read: true }))
    unread = { ...unread, notifications: 0 }
    return { body: undefined }
  })
})

/** Opens a screen, and serves the unread counts. */
const open = (path: string, who: keyof typeof people) => {
  openAt(server, path, who)
  server.on(notificationRoutes.unread, () => ({ body: unread }))
}
const bell = () => screen.findByRole('button', { name: /^Notifications/ })
const rows = async () =>
  within(await screen.findByRole('main')).findAllByRole('link', { description: /PM|AM/ })
const marked = () =>
  server.seen
    .filter(({ method, url }) => method === 'PUT' && url.startsWith('/api/notifications/'))
    .map(({ params, body }) => [params.id, JSON.parse(body).read])

test('the bell, the title, the sidebar and the phone bar show unread counts', async () => {
  open('/photos', 'admin')
  expect(await screen.findByRole('button', { name: 'Notifications, 2 unread' })).toBeTruthy()
  await waitFor(() => expect(document.title).toBe('(2) Photos · Ridgeline Builders'))
  const messages = screen.getAllByRole('link', { name: 'Messages', description: '3 unread' })
  expect(messages.map(({ textContent }) => textContent)).toEqual(['Messages', 'Messages'])
})

test('a hundred or more unread are 99+; none has no label', async () => {
  unread = { notifications: 100, messages: 0 }
  open('/photos', 'subcontractor')
  expect(await screen.findByRole('button', { name: 'Notifications, 99+ unread' })).toBeTruthy()
  await waitFor(() => expect(document.title).toMatch(/^\(99\+\) /))
  const messages = screen.getAllByRole('link', { name: 'Messages' })
  expect(messages.map((link) => link.hasAttribute('aria-describedby'))).toEqual([false, false])
})

test('viewing as another person, there is no bell and no request', async () => {
  server.on(peopleRoutes.viewAs, { body: undefined })
  open('/view-as/0198c0de-0000-7000-8000-000000000003/photos', 'client')
  await screen.findByRole('navigation', { name: 'Main' })
  expect(screen.queryByRole('button', { name: /^Notifications/ })).toBeNull()
  expect(server.seen.filter(({ url }) => url.includes('notifications'))).toEqual([])
})

test('the bell lists the newest notifications; following one marks it as read', async () => {
  open('/photos', 'admin')
  await userEvent.click(await bell())
  const panel = within(await screen.findByRole('dialog', { name: 'Notifications' }))
  const photos = await panel.findByRole('link', { name: 'Tom Kowalski added 6 photos' })
  expect(photos.getAttribute('href')).toBe(`/photos?jobId=${jobId}`)
  expect(panel.getByRole('link', { name: '“Order tile” is overdue' })).toBeTruthy()
  expect(panel.getByRole('heading', { name: 'Today' })).toBeTruthy()
  await userEvent.click(photos)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByRole('button', { name: 'Notifications, 1 unread' })).toBeTruthy()
  expect(marked()).toEqual([[all[0]?.id, true]])
})

test('Escape closes the panel and gives the focus back to the bell', async () => {
  open('/photos', 'admin')
  await userEvent.click(await bell())
  await screen.findByRole('link', { name: 'Tom Kowalski added 6 photos' })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const button = await bell()
  await waitFor(() => expect(document.activeElement).toBe(button))
})

test('the screen keeps its filters in the address', async () => {
  open('/notifications', 'admin')
  expect(await rows()).toHaveLength(3)
  await userEvent.click(screen.getByRole('button', { name: 'Unread' }))
  await waitFor(async () => expect(await rows()).toHaveLength(2))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'overdue')
  await waitFor(async () => expect(await rows()).toHaveLength(1))
  expect(window.location.search).toBe('?show=unread&kind=overdue')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'bid')
  expect(await screen.findByText('No notifications match these filters')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(async () => expect(await rows()).toHaveLength(3))
})

test('a client can filter by the kinds of a client', async () => {
  open('/notifications', 'client')
  const kinds = await screen.findByRole('combobox', { name: 'Kind' })
  expect(
    within(kinds)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Everything',
    'Messages and comments',
    'Schedule and progress',
    'New photos',
    'Proposals and change orders',
    'Invoices',
    'Weekly updates',
  ])
})

test.each([
  ['/notifications', 'Nothing new'],
  ['/notifications?show=unread', 'Nothing unread'],
])('%s without notifications shows %s', async (path, text) => {
  all = []
  unread = { notifications: 0, messages: 0 }
  open(path, 'admin')
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Mark all as read' })).toHaveProperty('disabled', true)
})

test('a list that cannot be read says so', async () => {
  open('/photos', 'admin')
  server.on(notificationRoutes.list, 'hangup')
  await userEvent.click(await bell())
  expect(await screen.findByText('Notifications could not be loaded.')).toBeTruthy()
})

test('arrows, J and K move, M marks as read and unread', async () => {
  open('/notifications', 'admin')
  const [first, second, third] = await rows()
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document, { key })
  document.querySelector('main')?.focus()
  press('j')
  expect(document.activeElement).toBe(first)
  press('ArrowDown')
  press('j')
  expect(document.activeElement).toBe(third)
  press('k')
  expect(document.activeElement).toBe(second)
  press('m')
  await waitFor(() => expect(marked()).toEqual([[all[1]?.id, true]]))
  expect(await screen.findByRole('button', { name: 'Notifications, 1 unread' })).toBeTruthy()
  press('m')
  await waitFor(() => expect(marked().at(-1)).toEqual([all[1]?.id, false]))
})

test('marking is reverted when the server rejects it', async () => {
  open('/notifications', 'admin')
  await rows()
  server.on(notificationRoutes.mark, { failure: 'notFound' })
  const [mark] = screen.getAllByRole('button', { name: 'Mark as read' })
  await userEvent.click(mark as HTMLElement)
  expect(await screen.findByText('Failed to mark it as read')).toBeTruthy()
  await waitFor(() =>
    expect(screen.getAllByRole('button', { name: 'Mark as read' })).toHaveLength(2),
  )
})

test('all notifications can be marked as read at once', async () => {
  open('/notifications', 'admin')
  await rows()
  await screen.findByRole('button', { name: 'Notifications, 2 unread' })
  await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }))
  expect(await screen.findByText('All notifications marked as read')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Notifications' })).toBeTruthy()
  expect(document.title).toBe('Notifications · Ridgeline Builders')
})

test('a job can be muted from a notification, and Undo unmutes it', async () => {
  open('/notifications', 'admin')
  await rows()
  server.on(notificationRoutes.mute, { body: undefined })
  server.on(notificationRoutes.unmute, { body: undefined })
  const [mute] = screen.getAllByRole('button', { name: 'Mute this job' })
  await userEvent.click(mute as HTMLElement)
  expect(await screen.findByText('You are no longer notified of “Kitchen remodel”')).toBeTruthy()
  await clickInToast('Undo')
  expect(await screen.findByText('You are notified of “Kitchen remodel” again')).toBeTruthy()
  expect(
    server.seen
      .filter(({ url }) => url.endsWith('/mute'))
      .map(({ method, params }) => [method, params.id]),
  ).toEqual([
    ['PUT', jobId],
    ['DELETE', jobId],
  ])
})

test('notifications are grouped by days of the company', () => {
  const at = (updatedAt: string) => notification(1, { updatedAt })
  const days = byDay(
    [
      at('2026-11-19T15:00:00.000Z'),
      at('2026-11-19T04:00:00.000Z'),
      at('2026-11-18T16:00:00.000Z'),
      at('2026-11-02T16:00:00.000Z'),
    ],
    company.timeZone,
    new Date('2026-11-19T20:00:00.000Z'),
  )
  expect(days.map(({ title, notifications }) => [title, notifications.length])).toEqual([
    ['Today', 1],
    ['Yesterday', 2],
    ['Nov 2, 2026', 1],
  ])
})
