import { crewRoutes } from '@plumbline/contract/crew.ts'
import { messageRoutes } from '@plumbline/contract/messages.ts'
import { taskRoutes } from '@plumbline/contract/tasks.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteOffline } from '../api/connection.ts'
import { crewDay } from '../testing/crew.ts'
import { adminReaders, jobId, message } from '../testing/messages.ts'
import { open, people } from '../testing/open.tsx'
import { startServer } from '../testing/server.ts'
import { task } from '../testing/tasks.ts'

const server = await startServer()
afterAll(server.close)

const sub = people.subcontractor
const cabinets = task(1, { name: 'Hang cabinets', assigneeId: sub.id, assigneeName: 'Tomás Ortiz' })
afterEach(() => vi.restoreAllMocks())
beforeEach(() => {
  server.reset()
  server.on(taskRoutes.list, { body: [cabinets] })
  server.on(taskRoutes.totals, { body: { total: 1, pending: 1, inProgress: 0, completed: 0 } })
  server.on(messageRoutes.conversations, {
    body: [{ jobId, jobName: 'Kitchen remodel', lastMessage: null, unread: 0 }],
  })
  server.on(messageRoutes.list, { body: [] })
  server.on(messageRoutes.markRead, { body: undefined })
  server.on(messageRoutes.readers, { body: adminReaders })
})

const disconnect = () => {
  server.on('GET /api/auth/user', 'hangup')
  act(() => noteOffline())
}
const writes = () => server.seen.filter(({ method }) => method !== 'GET')
const line = () => screen.findByText(/^Offline since .* 1 action is waiting to be sent\.$/)

test('a step is shown as taken, waits, and can be taken back', async () => {
  open(server, '/tasks', 'subcontractor')
  const name = await screen.findByRole('button', { name: 'Hang cabinets' })
  const row = within(name.closest('li') ?? document.body)
  disconnect()
  await userEvent.click(row.getByRole('button', { name: 'Start' }))
  expect(await row.findByText('Waiting for a connection')).toBeTruthy()
  expect(row.getByText('In Progress')).toBeTruthy()
  expect(row.getByRole('button', { name: 'Complete' })).toBeTruthy()
  expect(await line()).toBeTruthy()
  expect(screen.queryByText('Error')).toBeNull()
  expect(writes()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Show what waits to be sent' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Waiting to be sent' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Take back: Start: Hang cabinets' }))
  expect(await dialog.findByText('Everything was sent.')).toBeTruthy()
  expect(row.getByText('Not Started')).toBeTruthy()
})

test('a message that breaks off leaves the box, waits in the conversation, and is sent', async () => {
  open(server, `/messages?jobId=${jobId}`, 'admin')
  await screen.findByText(/(read|reads) this$/)
  server.on(messageRoutes.create, 'hangup')
  server.on('GET /api/auth/user', 'hangup')
  const box = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
  await userEvent.type(box, 'Tiles are here.{Enter}')
  const log = within(screen.getByRole('log'))
  expect(await log.findByText('Waiting for a connection')).toBeTruthy()
  expect(log.getByText('Tiles are here.')).toBeTruthy()
  expect(box.value).toBe('')
  expect(screen.queryByText('Error')).toBeNull()
  server.on(messageRoutes.create, { body: message(1, people.admin, 'Tiles are here.') })
  server.on(messageRoutes.list, { body: [message(1, people.admin, 'Tiles are here.')] })
  server.on('GET /api/auth/user', { body: people.admin })
  act(() => void dispatchEvent(new Event('online')))
  expect(await screen.findByText('What waited was sent')).toBeTruthy()
  await waitFor(() => expect(log.queryByText('Waiting for a connection')).toBeNull())
  expect(log.getAllByText('Tiles are here.')).toHaveLength(1)
  const posts = server.seen.filter(({ url }) => url === '/api/messages')
  expect(new Set(posts.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
})

test('a refused message stays in the conversation, with its text and the reason', async () => {
  server.on(messageRoutes.create, { failure: 'notFound' })
  open(server, `/messages?jobId=${jobId}`, 'admin')
  await screen.findByText(/(read|reads) this$/)
  disconnect()
  await userEvent.type(screen.getByRole('textbox', { name: 'Message' }), 'Tiles are here.{Enter}')
  const log = within(screen.getByRole('log'))
  await log.findByText('Waiting for a connection')
  server.on('GET /api/auth/user', { body: people.admin })
  act(() => void dispatchEvent(new Event('online')))
  const reason = 'The job was deleted meanwhile, or you are no longer on it.'
  expect(await log.findByText(`Not sent. ${reason}`)).toBeTruthy()
  expect(await screen.findByText('Message: Kitchen remodel')).toBeTruthy()
  expect(screen.getByText('1 action was not sent.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show what waits to be sent' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Waiting to be sent' }))
  expect(dialog.getByText('Tiles are here.')).toBeTruthy()
  server.on(messageRoutes.create, { body: message(1, people.admin, 'Tiles are here.') })
  const again = dialog.getByRole('button', { name: 'Send again: Message: Kitchen remodel' })
  await userEvent.click(again)
  expect(await dialog.findByText('Everything was sent.')).toBeTruthy()
})

test('a refusal of a day waits with its reason', async () => {
  const day = crewDay(1, {
    ...{ assignedDate: '2999-11-20', confirmed: false, subcontractorId: sub.id },
  })
  server.on(crewRoutes.list, { body: [day] })
  server.on('GET /api/absences', { body: [] })
  server.on('GET /api/dashboard', {
    body: {
      ...{ role: 'subcontractor', activeTasks: 0, completedTasks: 0, thisWeek: 0 },
      ...{ currentTasks: [], now: null },
    },
  })
  open(server, '/', 'subcontractor')
  const refuse = await screen.findByRole('button', { name: /^I can’t: Cabinet install/ })
  disconnect()
  await userEvent.click(refuse)
  const form = within(await screen.findByRole('dialog', { name: /^You can’t come/ }))
  await userEvent.type(form.getByRole('textbox', { name: /^Why/ }), 'Truck is broken')
  await userEvent.click(form.getByRole('button', { name: 'Tell the office' }))
  expect(await screen.findByText('Waiting for a connection')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByText('Declined')).toBeTruthy()
  expect(screen.getByText('Truck is broken')).toBeTruthy()
  expect(writes()).toEqual([])
})

test('a message that nothing answers for a while waits', async () => {
  open(server, `/messages?jobId=${jobId}`, 'admin')
  await screen.findByText(/(read|reads) this$/)
  const time = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal)
  server.on(messageRoutes.create, () => new Promise(() => undefined))
  await userEvent.type(screen.getByRole('textbox', { name: 'Message' }), 'Tiles are here.{Enter}')
  await waitFor(() => expect(writes().map(({ url }) => url)).toContain('/api/messages'))
  server.on('GET /api/auth/user', 'hangup')
  act(() => time.abort())
  const log = within(screen.getByRole('log'))
  expect(await log.findByText('Waiting for a connection')).toBeTruthy()
})
