import { type Photo, photoRoutes } from '@plumbline/contract/photos.ts'
import { taskRoutes } from '@plumbline/contract/tasks.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { open, people } from '../../testing/open.tsx'
import { photo } from '../../testing/photos.ts'
import { startServer } from '../../testing/server.ts'
import { task } from '../../testing/tasks.ts'

const server = await startServer()
afterAll(server.close)

const cabinets = task(1, { name: 'Hang upper cabinets', assigneeId: people.subcontractor.id })
const image = (name: string, type = 'image/jpeg') => new File([new Uint8Array(3)], name, { type })

let arrived: Photo[] = []
beforeEach(() => {
  server.reset()
  arrived = []
  server.on(taskRoutes.list, { body: [cabinets], headers: { 'X-Total-Count': '1' } })
  server.on(taskRoutes.totals, { body: { total: 1, pending: 1, inProgress: 0, completed: 0 } })
  server.on(taskRoutes.one, { body: cabinets })
  server.on(taskRoutes.conversation, { body: [] })
  server.on(photoRoutes.list, () => ({
    body: arrived,
    headers: { 'X-Total-Count': String(arrived.length) },
  }))
})

const sidePanel = () =>
  screen.findByRole('dialog', { name: 'Hang upper cabinets' }, { timeout: 25_000 })
async function add(...files: File[]) {
  const panel = await sidePanel()
  await within(panel).findByRole('button', { name: 'Add photos' })
  const input = panel.querySelector('input[type=file]')
  if (!(input instanceof HTMLInputElement)) throw new Error('No file input')
  await userEvent.upload(input, files, { applyAccept: false })
}

test('photos chosen in the side panel of a task go to that task and appear there', async () => {
  const bodies: string[] = []
  server.on(photoRoutes.create, ({ body }) => {
    bodies.push(body)
    const created = photo(bodies.length)
    arrived.push(created)
    return { body: created }
  })
  open(server, `/tasks?task=${cabinets.id}`, 'subcontractor')
  await add(image('IMG_0001.jpg'), image('IMG_0002.jpg'))
  expect(
    await screen.findByText('2 photos uploaded successfully', {}, { timeout: 10_000 }),
  ).toBeTruthy()
  const panel = within(await sidePanel())
  expect(await panel.findByRole('link', { name: 'Open photo: Photo 1' })).toBeTruthy()
  expect(panel.getByRole('link', { name: 'Open photo: Photo 2' })).toBeTruthy()
  await waitFor(() =>
    expect(panel.queryByRole('list', { name: 'Photos being uploaded' })).toBeNull(),
  )
  for (const body of bodies) {
    expect(body).toContain(`name="jobId"\r\n\r\n${cabinets.jobId}`)
    expect(body).toContain(`name="taskId"\r\n\r\n${cabinets.id}`)
  }
})

test.each([
  ['admin', true, 'Everyone on the job can see the photos.'],
  ['subcontractor', true, 'Everyone on the job, the client too, can see the photos at once.'],
  [
    'subcontractor',
    false,
    'The office and the subs see these photos right away. The client sees them once the office shares them.',
  ],
] as const)(
  'the %s sees who will see the photos (subs share at once: %s), and hidden ones are marked',
  async (who, subPhotosShared, sentence) => {
    arrived = [photo(1), photo(2, { clientVisible: false })]
    open(server, `/tasks?task=${cabinets.id}`, who, { subPhotosShared })
    const panel = within(await sidePanel())
    expect(await panel.findByText(sentence)).toBeTruthy()
    const marks = await panel.findAllByText(': Hidden from the client')
    expect(marks).toHaveLength(1)
    const marked = marks[0]?.closest('li')
    expect(marked && within(marked).getByRole('link').getAttribute('aria-label')).toBe(
      'Open photo: Photo 2',
    )
  },
)

test('a file that is not a picture is rejected without sending it, and can be removed', async () => {
  open(server, `/tasks?task=${cabinets.id}`, 'admin')
  await add(image('plan.pdf', 'application/pdf'))
  const uploads = within(await screen.findByRole('list', { name: 'Photos being uploaded' }))
  expect(uploads.getByText('Choose a JPEG, PNG, WebP, AVIF, GIF or HEIC picture')).toBeTruthy()
  await userEvent.click(uploads.getByRole('button', { name: 'Remove plan.pdf' }))
  await waitFor(() =>
    expect(screen.queryByRole('list', { name: 'Photos being uploaded' })).toBeNull(),
  )
  expect(server.seen.some(({ method }) => method === 'POST')).toBe(false)
})
