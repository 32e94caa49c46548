import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { peopleRoutes } from '@plumbline/contract/people.ts'
import { photoRoutes } from '@plumbline/contract/photos.ts'
import { tagOf } from '@plumbline/contract/route.ts'
import { savedViewRoutes } from '@plumbline/contract/savedViews.ts'
import { type Task, taskRoutes } from '@plumbline/contract/tasks.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newQueryClient } from '../../api/query.ts'
import { open, people } from '../../testing/open.tsx'
import { job } from '../../testing/rows.ts'
import { startServer } from '../../testing/server.ts'
import { task } from '../../testing/tasks.ts'
import { clickInToast } from '../../testing/toasts.ts'
import { useDesktopWindow } from '../../testing/windowSize.ts'
import { useChangedToast } from './useChangedToast.ts'

const server = await startServer()
afterAll(server.close)

let tasks: Task[] = []
beforeEach(() => {
  server.reset()
  tasks = [task(1, { name: 'Hang upper cabinets', description: 'All eleven' }), task(2)]
  server.on(taskRoutes.list, () => ({ body: tasks }))
  server.on(taskRoutes.totals, { body: { total: 2, pending: 1, inProgress: 1, completed: 0 } })
  server.on(taskRoutes.one, ({ params }) => {
    const found = tasks.find(({ id }) => id === params.id)
    return found ? { body: found } : { failure: 'notFound' }
  })
  server.on(taskRoutes.conversation, { body: [] })
  server.on(photoRoutes.list, { body: [], headers: { 'X-Total-Count': '0' } })
  server.on(jobRoutes.one, { body: job(1) })
  server.on(jobRoutes.subcontractors, { body: [people.subcontractor] })
  server.on(peopleRoutes.list, { body: [people.admin, people.subcontractor] })
})
afterEach(() => vi.useRealTimers())
const puts = () => server.seen.filter(({ method }) => method === 'PUT')
const lists = () => server.seen.filter(({ url }) => url.startsWith('/api/tasks?'))

test.each([
  ['admin', 'Tasks', 'No tasks yet', 2],
  ['subcontractor', 'My Tasks', 'No tasks assigned', 0],
] as const)('the screen of the %s without tasks says so', async (who, title, empty, creates) => {
  tasks = []
  open(server, '/tasks', who)
  expect(await screen.findByText(empty)).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title)
  expect(screen.queryAllByRole('button', { name: 'Create Task' })).toHaveLength(creates)
})

test('the filters are kept in the address, sent, and can be cleared', async () => {
  open(server, `/tasks?show=mine&search=cabinet&jobId=${job(1).id}`, 'admin')
  await screen.findByRole('button', { name: 'Hang upper cabinets' })
  expect(lists().at(-1)?.query.toString()).toBe(
    `search=cabinet&jobId=${job(1).id}&mine=true&openFirst=true&limit=60`,
  )
  await screen.findByRole('button', { name: 'Show the tasks of all jobs' })
  await waitFor(() => expect(screen.getAllByRole('link', { name: 'Job 1' })).toHaveLength(3))
  tasks = []
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'completed')
  expect(await screen.findByText('No tasks match your filters')).toBeTruthy()
  expect(lists().at(-1)?.query.get('status')).toBe('completed')
  tasks = [task(3)]
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(location.search).toBe(''))
})

test('a second press of Overdue shows all tasks again, and neither changes the search', async () => {
  open(server, '/tasks?search=tile', 'admin')
  const overdue = await screen.findByRole('button', { name: 'Overdue' })
  await userEvent.click(overdue)
  await waitFor(() => expect(overdue.getAttribute('aria-pressed')).toBe('true'))
  expect(new URLSearchParams(location.search).toString()).toBe('search=tile&overdue=true')
  await userEvent.click(overdue)
  await waitFor(() => expect(overdue.getAttribute('aria-pressed')).toBe('false'))
  expect(location.search).toBe('?search=tile')
})

test('an open task shows that it is due today in the company time zone, or late', async () => {
  // It is the evening of Nov 20 in Chicago, but already Nov 21 in UTC.
  vi.useFakeTimers({ now: new Date('2026-11-21T03:00:00.000Z'), toFake: ['Date'] })
  const tonight = '2026-11-21T05:59:59.000Z'
  tasks = [
    task(1, { deadline: tonight }),
    task(2, { deadline: '2026-11-21T18:00:00.000Z' }),
    task(3, { deadline: '2026-11-20T16:00:00.000Z' }),
    task(4, { deadline: tonight, status: 'completed' }),
  ]
  open(server, '/tasks', 'admin')
  await screen.findByRole('button', { name: 'Task 1' })
  expect(screen.getAllByText(/^Due: /).map((due) => due.textContent)).toEqual([
    'Due: Nov 20, 2026 Today',
    'Due: Nov 21, 2026, 12:00 PM',
    'Due: Nov 20, 2026, 10:00 AM Late',
    'Due: Nov 20, 2026',
  ])
})

test('an edit sends its changes and version; a newer version is shown first', async () => {
  const [cabinets] = tasks as [Task]
  open(server, `/tasks?task=${cabinets.id}`, 'admin')
  const panel = within(await screen.findByRole('dialog', { name: cabinets.name }))
  const description = 'The office and the subs on this job can read this'
  expect(panel.getByRole('textbox', { name: 'Comment', description })).toBeTruthy()
  await userEvent.click(await panel.findByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Task' }))
  expect(dialog.getByRole('textbox', { name: 'Description', description })).toBeTruthy()
  const name = dialog.getByLabelText(/^Name/)
  await userEvent.clear(name)
  await userEvent.type(name, 'Hang cabinets')

  const newer = { ...cabinets, description: 'Only ten', updatedAt: '2026-11-02T12:00:00.000Z' }
  tasks = [newer]
  server.on(taskRoutes.update, { failure: 'stale' })
  await userEvent.click(dialog.getByRole('button', { name: 'Save Changes' }))
  expect(await dialog.findByText('Only ten', { selector: 'b' })).toBeTruthy()
  // The typed text stays. Unchanged fields take the values of the newer version.
  expect(name).toHaveProperty('value', 'Hang cabinets')
  expect(dialog.getByLabelText('Description')).toHaveProperty('value', 'Only ten')

  server.on(taskRoutes.update, { body: { ...newer, name: 'Hang cabinets', addedToJob: false } })
  await userEvent.click(dialog.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText('Task updated successfully')).toBeTruthy()
  expect(puts().map(({ body }) => JSON.parse(body))).toEqual([
    { name: 'Hang cabinets' },
    { name: 'Hang cabinets' },
  ])
  expect(puts().map(({ headers }) => headers['if-match'])).toEqual([tagOf(cabinets), tagOf(newer)])
})

test('a task that could not be created remains in its dialog', async () => {
  server.on(jobRoutes.list, { body: [job(1)] })
  server.on(taskRoutes.create, { failure: 'internal' })
  open(server, '/tasks', 'admin')
  await userEvent.click(await screen.findByRole('button', { name: 'Create Task' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Task' }))
  await userEvent.click(dialog.getByRole('combobox', { name: 'Job' }))
  await userEvent.click(await dialog.findByRole('option', { name: /Job 1/ }))
  await userEvent.type(dialog.getByLabelText(/^Name/), 'Form boards')
  await userEvent.click(dialog.getByRole('button', { name: 'Create Task' }))
  expect(await screen.findByText('Failed to create task')).toBeTruthy()
  expect(dialog.getByLabelText(/^Name/)).toHaveProperty('value', 'Form boards')
})

test('a new task requires a job first, then a name', async () => {
  server.on(jobRoutes.list, { body: [job(1)] })
  open(server, '/tasks?new=task', 'admin')
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Task' }))
  const create = () => userEvent.click(dialog.getByRole('button', { name: 'Create Task' }))
  const box = dialog.getByRole('combobox', { name: 'Job' })
  await create()
  expect(await dialog.findByText('Choose a job')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(box))
  await userEvent.click(box)
  await userEvent.click(await dialog.findByRole('option', { name: /Job 1/ }))
  await create()
  expect(await dialog.findByText('Name is required')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText(/^Name/)))
  expect(server.seen.some(({ method }) => method === 'POST')).toBe(false)
})

const startFirstTask = async () => {
  open(server, '/tasks', 'admin')
  const row = (await screen.findByRole('button', { name: 'Hang upper cabinets' })).closest('li')
  const item = within(row as HTMLElement)
  await userEvent.click(item.getByRole('button', { name: 'Start' }))
  return item
}

test('a step that could not be saved is reverted', async () => {
  server.on(taskRoutes.update, { failure: 'internal' })
  const item = await startFirstTask()
  expect(await screen.findByText('Failed to update task')).toBeTruthy()
  expect(await item.findByText('Not Started')).toBeTruthy()
  expect(puts()).toHaveLength(1)
})

test('an expired session while a step is saved leads to sign-in', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  server.on(taskRoutes.update, { failure: 'unauthorized' })
  await startFirstTask()
  expect(await screen.findByText('You are logged out. Logging in again...')).toBeTruthy()
  await waitFor(() => expect(assign.mock.calls).toEqual([['/api/login?returnTo=%2Ftasks']]))
})

test.each(['0198c0de-0000-7000-8000-000000000999', 'nonsense'])(
  'a link to the missing task %s shows that it was not found',
  async (id) => {
    open(server, `/tasks?task=${id}`, 'subcontractor')
    expect(await screen.findByRole('dialog', { name: 'Task not found' })).toBeTruthy()
  },
)

test('after an assignment by keyboard the focus is back, and Undo sends the one before', async () => {
  useDesktopWindow()
  tasks = [task(1, { assigneeId: people.admin.id }), task(2, { assigneeId: people.admin.id })]
  server.on(savedViewRoutes.list, { body: [] })
  server.on(taskRoutes.updateSeveral, { body: { changed: 2, joinedJobs: 0 } })
  open(server, '/tasks?view=table', 'admin')
  const grid = within(await screen.findByRole('grid', { name: 'Tasks' }))
  await userEvent.click(await grid.findByRole('checkbox', { name: 'Select all' }))
  const bar = within(await screen.findByRole('region', { name: 'Selection' }))
  const button = bar.getByRole('button', { name: 'Assign' })
  button.focus()
  await userEvent.keyboard('{Enter}')
  await userEvent.type(await bar.findByLabelText('Find a person'), 'ortiz{Enter}')
  await screen.findByText('2 tasks updated')
  await waitFor(() => expect(bar.queryByLabelText('Find a person')).toBeNull())
  expect(document.activeElement).toBe(button)

  const ids = tasks.map(({ id }) => id)
  const sent = () =>
    server.seen.filter(({ url }) => url === '/api/tasks/change').map(({ body }) => JSON.parse(body))
  await clickInToast('Undo')
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()).toEqual([
    { ids, assigneeId: people.subcontractor.id },
    { ids, assigneeId: people.admin.id },
  ])
})

test.each([
  ['all of it can be taken back', 'in_progress', { changed: 2, joinedJobs: 0 }, true],
  ['tasks had different values', 'not_started', { changed: 2, joinedJobs: 0 }, false],
  ['one had the new value already', 'in_progress', { changed: 1, joinedJobs: 0 }, false],
  ['the person would stay on a job', 'in_progress', { changed: 2, joinedJobs: 1 }, false],
] as const)('whether a change of tasks offers Undo: %s', (_, status, reply, offers) => {
  const chosen = [task(1, { status: 'in_progress' }), task(2, { status })]
  const client = newQueryClient()
  const { result } = renderHook(() => useChangedToast(chosen, 'status'), {
    wrapper: ({ children }) => (
      <QueryClientProvider {...{ client }}>{children}</QueryClientProvider>
    ),
  })
  expect(result.current(reply, 'Tomás Ortiz').action !== undefined).toBe(offers)
})
