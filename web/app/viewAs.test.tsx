import { dashboardRoutes } from '@plumbline/contract/dashboard.ts'
import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { messageRoutes } from '@plumbline/contract/messages.ts'
import { peopleRoutes } from '@plumbline/contract/people.ts'
import { photoRoutes } from '@plumbline/contract/photos.ts'
import { scheduleRoutes } from '@plumbline/contract/schedule.ts'
import { taskRoutes } from '@plumbline/contract/tasks.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { call } from '../api/call.ts'
// Loaded before the first test, whose time should include only its screen.
import './App.tsx'
import { open, people } from '../testing/open.tsx'
import { job as jobOf } from '../testing/rows.ts'
import { startServer } from '../testing/server.ts'
import { task } from '../testing/tasks.ts'

const server = await startServer()
afterAll(server.close)

const { admin, client, subcontractor: sub } = people
const job = jobOf(1, { clientId: client.id, clientName: 'Maria Okafor' })
const asClient = `/view-as/${client.id}`
const frame = () => screen.findByRole('region', { name: 'View as' })
const shown = () => screen.findByRole('heading', { level: 1, name: job.name })

beforeEach(() => {
  server.reset()
  server.on(peopleRoutes.viewAs, { body: undefined })
  server.on(jobRoutes.one, { body: job })
  server.on(jobRoutes.list, { body: [job], headers: { 'X-Total-Count': '1' } })
  server.on(jobRoutes.subcontractors, { body: [sub] })
  server.on(taskRoutes.ofJob, {
    body: [task(1, { assigneeId: sub.id, assigneeName: 'Tomás Ortiz', status: 'not_started' })],
  })
  server.on(scheduleRoutes.ofJob, { body: [] })
  server.on(photoRoutes.list, { body: [], headers: { 'X-Total-Count': '0' } })
})

test('an admin opens a job as its client or one of its subs', async () => {
  open(server, `/jobs/${job.id}`, 'admin')
  await shown()
  await userEvent.click(screen.getByRole('button', { name: 'View as…' }))
  const menu = within(await screen.findByRole('dialog', { name: 'View as' }))
  const links = menu
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    [expect.stringContaining('Maria Okafor'), `${asClient}/jobs/${job.id}`],
    [expect.stringContaining('Tomás Ortiz'), `/view-as/${sub.id}/jobs/${job.id}`],
  ])
})

test('only admins have the menu View as, which says when the job has no people', async () => {
  server.on(jobRoutes.one, { body: jobOf(1) })
  server.on(jobRoutes.subcontractors, { body: [] })
  const { unmount } = open(server, `/jobs/${job.id}`, 'admin')
  await shown()
  await userEvent.click(screen.getByRole('button', { name: 'View as…' }))
  expect(await screen.findByText('This job has no client and no subs yet.')).toBeTruthy()
  unmount()
  open(server, `/jobs/${job.id}`, 'client')
  await shown()
  expect(screen.queryByRole('button', { name: 'View as…' })).toBeNull()
})

test('a view begins as the admin, reads as the person, and is named in the frame', async () => {
  open(server, `${asClient}/jobs/${job.id}`, 'client')
  await shown()
  expect((await frame()).textContent).toContain(
    'Viewing as Maria Okafor, client. Nothing can be changed.',
  )
  const [begun, ...reads] = server.seen
  expect([begun?.method, begun?.url, begun?.headers['x-view-as']]).toEqual([
    'POST',
    `/api/users/${client.id}/view-as`,
    undefined,
  ])
  expect(reads.length).toBeGreaterThan(3)
  for (const { method, headers } of reads)
    expect([method, headers['x-view-as']]).toEqual(['GET', client.id])
})

test('links, sidebar and palette remain in the view; Leave opens the same page', async () => {
  const user = userEvent.setup()
  open(server, `${asClient}/jobs/${job.id}`, 'client')
  await shown()
  const sidebar = within(screen.getByRole('navigation', { name: 'Main' }))
  const jobs = sidebar.getByRole('link', { name: 'Work in Progress' })
  expect([jobs.getAttribute('href'), jobs.getAttribute('aria-current')]).toEqual([
    `${asClient}/jobs`,
    'page',
  ])
  expect(sidebar.getByRole('link', { name: 'Dashboard' }).getAttribute('href')).toBe(`${asClient}/`)
  expect(screen.queryByRole('button', { name: 'Logout' })).toBeNull()
  await user.click(jobs)
  await screen.findByRole('heading', { level: 1, name: 'My Projects' })
  expect(location.pathname).toBe(`${asClient}/jobs`)
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox', { name: 'Find' }), job.name)
  const option = await screen.findByRole('option', { name: new RegExp(`^${job.name}`) })
  await user.click(option)
  await shown()
  expect(location.pathname).toBe(`${asClient}/jobs/${job.id}`)

  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  await user.click(within(await frame()).getByRole('button', { name: 'Leave' }))
  expect(assign.mock.calls).toEqual([[`/jobs/${job.id}`]])
})

test('a view as a sub has no task steps and uploads, which the sub has', async () => {
  const address = `/jobs/${job.id}`
  const { unmount } = open(server, address, 'subcontractor')
  await shown()
  expect(await screen.findByRole('button', { name: /^Start/ })).toBeTruthy()
  expect(screen.getAllByRole('button', { name: /^Upload|^Take/ })).not.toHaveLength(0)
  unmount()
  open(server, `/view-as/${sub.id}${address}`, 'subcontractor')
  await shown()
  expect(await screen.findByText('Task 1')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Start/ })).toBeNull()
  expect(screen.queryAllByRole('button', { name: /^Upload|^Take/ })).toHaveLength(0)
})

test('a write in a view is rejected before it is sent', async () => {
  server.visit(asClient)
  const comment = call(taskRoutes.comment, { params: { id: job.id }, body: { message: 'Hello' } })
  await expect(comment).rejects.toThrow('You are viewing as somebody else')
  expect(server.seen).toEqual([])
})

test('after leaving a view, the screen has the focus', async () => {
  vi.spyOn(document, 'referrer', 'get').mockReturnValue(`${location.origin}${asClient}/jobs`)
  open(server, '/jobs', 'admin')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
})

test('messages are read without being marked as read', async () => {
  const message = {
    id: admin.id,
    jobId: job.id,
    senderId: admin.id,
    senderName: 'Dana Reyes',
    senderRole: 'admin',
    content: 'See you on Monday',
    audience: 'all',
    createdAt: '2026-11-19T15:00:00.000Z',
    removedAt: null,
    removedByName: null,
  } as const
  server.on(messageRoutes.conversations, { body: [] })
  server.on(messageRoutes.list, { body: [message], headers: { 'X-Total-Count': '1' } })
  open(server, `${asClient}/messages?jobId=${job.id}`, 'client')
  expect(await screen.findByText('See you on Monday')).toBeTruthy()
  expect(screen.getByLabelText('Message')).toHaveProperty('disabled', true)
  expect(screen.getByRole('button', { name: 'Send message' })).toMatchObject({
    disabled: true,
    title: 'You are viewing as somebody else; nothing can be changed',
  })
  expect(server.seen.filter(({ method }) => method !== 'GET')).toHaveLength(1)
})

test('the account screen is not part of a view', async () => {
  open(server, `${asClient}/account`, 'client')
  const message = 'My account is not part of this view.'
  expect(await screen.findByRole('heading', { name: message })).toBeTruthy()
  expect(screen.queryByRole('link', { name: /My account/ })).toBeNull()
})

test.each([
  ['forbidden', 'This person cannot be viewed'],
  ['notFound', 'This person no longer exists'],
] as const)('a view that is %s says so, and can only be left', async (failure, message) => {
  server.on(peopleRoutes.viewAs, { failure })
  open(server, `${asClient}/jobs?status=completed`, 'client')
  expect(await screen.findByRole('heading', { name: message })).toBeTruthy()
  expect(screen.queryAllByRole('button')).toEqual([])
  const leave = screen.getByRole('link', { name: 'Leave' })
  expect(leave.getAttribute('href')).toBe('/jobs?status=completed')
  expect(screen.queryByRole('region', { name: 'View as' })).toBeNull()
})

test('when signed out, a view opens sign-in, to return to the view', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  server.on(peopleRoutes.viewAs, { failure: 'unauthorized' })
  open(server, asClient)
  await waitFor(() => expect(assign).toHaveBeenCalled())
  expect(assign.mock.calls).toEqual([[`/api/login?returnTo=${encodeURIComponent(asClient)}`]])
})

test('the address of a view without a screen opens the dashboard', async () => {
  server.on(dashboardRoutes.read, { failure: 'unavailable' })
  open(server, asClient, 'client')
  expect(await frame()).toBeTruthy()
  expect(await screen.findByRole('main')).toBeTruthy()
  expect(screen.queryByText('404 Page Not Found')).toBeNull()
})
