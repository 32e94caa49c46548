import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { peopleRoutes } from '@plumbline/contract/people.ts'
import { type Task, taskRoutes } from '@plumbline/contract/tasks.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { open, people } from '../../testing/open.tsx'
import { job } from '../../testing/rows.ts'
import { startServer } from '../../testing/server.ts'
import { task } from '../../testing/tasks.ts'

const server = await startServer()
afterAll(server.close)

let tasks: Task[] = []
beforeEach(() => {
  server.reset()
  tasks = []
  server.on(taskRoutes.list, () => ({ body: tasks }))
  server.on(taskRoutes.totals, { body: { total: 0, pending: 0, inProgress: 0, completed: 0 } })
  server.on(jobRoutes.one, { body: job(1) })
  server.on(jobRoutes.subcontractors, { body: [people.subcontractor] })
  server.on(peopleRoutes.list, { body: [people.admin, people.subcontractor] })
  server.on(taskRoutes.createSeveral, ({ body }) => {
    const { tasks: added }: { tasks: { name: string }[] } = JSON.parse(body)
    const created = added.map(({ name }, index) => task(tasks.length + index + 1, { name }))
    tasks = [...tasks, ...created]
    return { body: { tasks: created, addedToJob: false } }
  })
})
const sent = () =>
  server.seen.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body))
const field = () => screen.findByRole('textbox', { name: 'Add a task' })
const start = () => open(server, `/tasks?jobId=${job(1).id}`, 'admin')

test('Enter adds a task, and the next one can be typed at once', async () => {
  start()
  const box = await field()
  await userEvent.type(box, 'Footings{Enter}')
  await userEvent.type(box, '  Posts {Enter}{Enter}')
  expect(box).toHaveProperty('value', '')
  expect(document.activeElement).toBe(box)
  expect(await screen.findByRole('button', { name: 'Posts' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Footings' })).toBeTruthy()
  expect(await screen.findByText('Task created successfully')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Being added' })).toBeNull())
  const common = { jobId: job(1).id, assigneeId: null }
  expect(sent()).toEqual([
    { ...common, tasks: [{ name: 'Footings' }] },
    { ...common, tasks: [{ name: 'Posts' }] },
  ])
})

test('a pasted list is previewed, then added for one person', async () => {
  start()
  const box = await field()
  await userEvent.click(box)
  await userEvent.click(screen.getByRole('combobox', { name: 'Assign to' }))
  await userEvent.click(await screen.findByRole('option', { name: /Tomás/ }))
  await userEvent.click(box)
  await userEvent.paste(`- Footings\n- Posts\n${'x'.repeat(201)}`)
  const status = within(screen.getByText('2 tasks').parentElement as HTMLElement)
  expect(status.getByText('1 line left out: longer than 200 characters')).toBeTruthy()
  expect(sent()).toEqual([])
  expect(screen.getByRole('button', { name: 'Add 2 tasks' })).toBeTruthy()
  await userEvent.type(box, '{Enter}')
  expect(await screen.findByText('2 tasks created successfully')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add 2 tasks' })).toBeNull()
  const names = [{ name: 'Footings' }, { name: 'Posts' }]
  const assigneeId = people.subcontractor.id
  expect(sent()).toEqual([{ jobId: job(1).id, tasks: names, assigneeId }])
})

test('a pasted list can be discarded, and one line is pasted as text', async () => {
  start()
  const box = await field()
  await userEvent.click(box)
  await userEvent.paste('Footings\nPosts')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByText('2 tasks')).toBeNull()
  await userEvent.click(box)
  await userEvent.paste('Beams\n')
  expect(box).toHaveProperty('value', 'Beams')
  expect(sent()).toEqual([])
})

test('a task that could not be added remains and can be sent again', async () => {
  server.on(taskRoutes.createSeveral, { failure: 'internal' })
  start()
  await userEvent.type(await field(), 'Footings{Enter}')
  expect(await screen.findByText('Failed to create task')).toBeTruthy()
  const added = within(screen.getByRole('list', { name: 'Being added' }))
  expect(added.getByText('Footings')).toBeTruthy()
  server.on(taskRoutes.createSeveral, { body: { tasks: [task(1)], addedToJob: false } })
  await userEvent.click(await added.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Being added' })).toBeNull())
  // It is the same write, in case the first one reached the server.
  const keys = server.seen.filter(({ method }) => method === 'POST')
  expect(new Set(keys.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
})
