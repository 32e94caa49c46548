import type { Photo } from '@plumbline/contract/photos.ts'
import type { Task } from '@plumbline/contract/tasks.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { open, people } from '../testing/open.tsx'
import { startServer } from '../testing/server.ts'

const server = await startServer()
afterAll(server.close)

const jobId = '0198c0de-0000-7000-8000-0000000000a1'
const task: Task = {
  id: '0198c0de-0000-7000-8000-0000000000b1',
  jobId,
  jobName: 'Kitchen remodel',
  assigneeId: people.subcontractor.id,
  assigneeName: 'Tomás Ortiz',
  name: 'Hang upper cabinets',
  description: null,
  status: 'in_progress',
  deadline: null,
  createdAt: '2026-11-20T02:00:00.000Z',
  updatedAt: '2026-11-20T02:00:00.000Z',
}
const image = (name: string, type = 'image/jpeg') => new File([new Uint8Array(3)], name, { type })

let arrived: Partial<Photo>[] = []
beforeEach(() => {
  server.reset()
  arrived = []
  server.on('GET /api/tasks', { body: [task], headers: { 'X-Total-Count': '1' } })
  server.on('GET /api/task-totals', { body: { total: 1, pending: 0, inProgress: 1, completed: 0 } })
  server.on(`GET /api/tasks/${task.id}`, { body: task })
  server.on(`GET /api/tasks/${task.id}/correspondence`, { body: [] })
  server.on('GET /api/photos', () => ({
    body: arrived,
    headers: { 'X-Total-Count': String(arrived.length) },
  }))
})

const drawer = () =>
  screen.findByRole('dialog', { name: 'Hang upper cabinets' }, { timeout: 25_000 })
async function add(...files: File[]) {
  const panel = await drawer()
  await within(panel).findByRole('button', { name: 'Add photos' })
  const input = panel.querySelector('input[type=file]')
  if (!(input instanceof HTMLInputElement)) throw new Error('No place for files')
  await userEvent.upload(input, files, { applyAccept: false })
}

test('photos chosen in the drawer of a task go to that task and stand in it', async () => {
  const bodies: string[] = []
  server.on('POST /api/photos', ({ body }) => {
    bodies.push(body)
    const n = bodies.length
    arrived.push({
      id: `0198c0de-0000-7000-8000-00000000000${n}`,
      url: `/api/photos/${n}/image`,
      caption: `Photo ${n}`,
    })
    return { status: 201, body: {} }
  })
  open(server, `/tasks?task=${task.id}`, 'subcontractor')
  await add(image('IMG_0001.jpg'), image('IMG_0002.jpg'))
  expect(
    await screen.findByText('2 photos uploaded successfully', {}, { timeout: 10_000 }),
  ).toBeTruthy()
  const panel = within(await drawer())
  expect(await panel.findByRole('link', { name: 'Open photo: Photo 1' })).toBeTruthy()
  expect(panel.getByRole('link', { name: 'Open photo: Photo 2' })).toBeTruthy()
  await waitFor(() => expect(panel.queryByRole('list', { name: 'Photos on their way' })).toBeNull())
  for (const body of bodies) {
    expect(body).toContain(`name="jobId"\r\n\r\n${jobId}`)
    expect(body).toContain(`name="taskId"\r\n\r\n${task.id}`)
  }
})

test('what is no picture is said there, never sent, and can be taken out', async () => {
  open(server, `/tasks?task=${task.id}`, 'admin')
  await add(image('plan.pdf', 'application/pdf'))
  const way = within(await screen.findByRole('list', { name: 'Photos on their way' }))
  expect(way.getByText('Choose a JPEG, PNG, WebP, AVIF, GIF or HEIC picture')).toBeTruthy()
  await userEvent.click(way.getByRole('button', { name: 'Remove plan.pdf' }))
  await waitFor(() =>
    expect(screen.queryByRole('list', { name: 'Photos on their way' })).toBeNull(),
  )
  expect(server.seen.some(({ method }) => method === 'POST')).toBe(false)
})
