import { failures } from '@plumbline/contract/failures.ts'
import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { photoRoutes } from '@plumbline/contract/photos.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { open, people } from '../../testing/open.tsx'
import { photo } from '../../testing/photos.ts'
import { job } from '../../testing/rows.ts'
import { startServer } from '../../testing/server.ts'

const server = await startServer()
afterAll(server.close)

const kitchen = job(1, { name: 'Kitchen remodel' })
const garage = job(2, { name: 'Garage slab' })
const created = { body: photo(1) }
/** Makes the bytes of each file unique, because equal bytes count as the same file. */
let fileCount = 0
const image = (name: string, size = 8) => {
  fileCount += 1
  const content = new Uint8Array(size)
  content[0] = fileCount
  return new File([content], name, { type: 'image/jpeg', lastModified: fileCount })
}

const posts = () =>
  server.seen.filter(({ method, url }) => method === 'POST' && url === '/api/photos')
/** The fields of an upload and the name of its file. */
const partsOf = (post: { body: string } | undefined) =>
  [
    ...(post?.body ?? '').matchAll(/name="(\w+)"(?:; filename="([^"]+)")?.*?\r\n\r\n(.*?)\r\n--/gs),
  ].map(([, name, file, value]) => [name, file ?? value])
const dialog = () => screen.findByRole('dialog', { name: 'Upload Photos' })
/** The name of the project that is chosen. */
const project = async () =>
  within(await dialog()).getByRole<HTMLInputElement>('combobox', { name: 'Project' }).value
const withoutProject = async () =>
  userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', {
      name: 'Upload without one',
    }),
  )
const uploadButton = async () => within(await dialog()).getByRole('button', { name: 'Upload' })
const choose = async (...files: File[]) =>
  userEvent.upload(within(await dialog()).getByLabelText(/^Choose (photos|more)$/), files, {
    applyAccept: false,
  })

beforeEach(() => {
  server.reset()
  server.on(photoRoutes.list, { body: [], headers: { 'X-Total-Count': '0' } })
  server.on(jobRoutes.list, { body: [kitchen, garage] })
  server.on(jobRoutes.one, { body: kitchen })
})
// Pending uploads of one test must not show up in the next.
afterEach(async () => {
  for (const button of screen.queryAllByRole('button', { name: /^(Remove|Cancel the upload of)/ }))
    await userEvent.click(button)
})

test('a photo is sent to the chosen project, with its caption', async () => {
  server.on(photoRoutes.create, created)
  open(server, `/photos?jobId=${kitchen.id}&new=photo`, 'subcontractor')
  expect(await uploadButton()).toHaveProperty('disabled', true)
  const input = within(await dialog()).getByLabelText('Choose photos')
  expect(input.getAttribute('accept')).toBe('image/*')
  expect(
    within(await dialog())
      .getByLabelText('Take a photo')
      .getAttribute('capture'),
  ).toBe('environment')
  await choose(image('IMG_0001.jpg'))
  await userEvent.type(within(await dialog()).getByLabelText('Caption'), ' Cabinets ')
  await userEvent.click(await uploadButton())
  expect(await screen.findByText('Photo uploaded successfully')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const [post] = posts()
  expect(post?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/)
  expect(partsOf(post)).toEqual([
    ['jobId', kitchen.id],
    ['caption', 'Cabinets'],
    ['photo', 'IMG_0001.jpg'],
  ])
})

test('an admin chooses whether the client sees a photo, with an explanation', async () => {
  server.on(photoRoutes.create, created)
  open(server, `/photos?jobId=${kitchen.id}&new=photo`, 'admin')
  const form = within(await dialog())
  const shown = form.getByRole<HTMLInputElement>('checkbox', { name: 'Show to the client' })
  expect(shown.checked).toBe(true)
  expect(form.getByText('Everyone on the job can see the photos.')).toBeTruthy()
  await userEvent.click(shown)
  expect(
    form.getByText('The office and the subs on the job can see the photos, the client cannot.'),
  ).toBeTruthy()
  await choose(image('IMG_0001.jpg'))
  await userEvent.click(await uploadButton())
  expect(await screen.findByText('Photo uploaded successfully')).toBeTruthy()
  expect(partsOf(posts()[0])).toEqual([
    ['jobId', kitchen.id],
    ['clientVisible', 'false'],
    ['photo', 'IMG_0001.jpg'],
  ])
})

test.each([
  [true, 'Everyone on the job, the client too, can see the photos at once.'],
  [
    false,
    'The office and the subs see these photos right away. The client sees them once the office shares them.',
  ],
])(
  'a sub sees who will see a photo, with photos of subs shown at once: %s',
  async (shared, text) => {
    open(server, `/photos?jobId=${kitchen.id}&new=photo`, 'subcontractor', {
      subPhotosShared: shared,
    })
    const form = within(await dialog())
    expect(form.getByText(text)).toBeTruthy()
    expect(form.queryByRole('checkbox')).toBeNull()
  },
)

test.each([
  ['admin', 'Only the office sees photos without a project.'],
  ['subcontractor', 'Only you and the office see photos without a project.'],
] as const)('the %s reads who sees a photo without a project', async (who, text) => {
  open(server, '/photos?new=photo', who)
  const form = within(await dialog())
  expect(form.getByText(text)).toBeTruthy()
  expect(form.queryByRole('checkbox', { name: 'Show to the client' })).toBeNull()
})

test('without a file, Enter shows that one is missing', async () => {
  open(server, '/photos?new=photo', 'admin')
  await userEvent.type(within(await dialog()).getByLabelText('Caption'), 'Cabinets{Enter}')
  expect(await screen.findByText('Please select a file')).toBeTruthy()
  expect(posts()).toHaveLength(0)
})

test('an upload without a project asks first, and shows who will see the photos', async () => {
  server.on(photoRoutes.create, created)
  open(server, '/photos?new=photo', 'subcontractor')
  await choose(image('1.jpg'))
  await userEvent.click(await uploadButton())
  const question = await screen.findByRole('alertdialog', { name: 'Upload without a project?' })
  expect(within(question).getByText(/^Only you and the office see photos/)).toBeTruthy()
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(posts()).toHaveLength(0)
  await userEvent.click(await uploadButton())
  await withoutProject()
  expect(await screen.findByText('Photo uploaded successfully')).toBeTruthy()
  expect(partsOf(posts()[0])).toEqual([['photo', '1.jpg']])
})

test('the only project is preselected', async () => {
  server.on(jobRoutes.list, { body: [kitchen] })
  open(server, '/photos?new=photo', 'subcontractor')
  await waitFor(async () => expect(await project()).toBe('Kitchen remodel'))
})

test('of several projects, none is preselected, also after photos of one', async () => {
  const own = { jobId: garage.id, uploadedById: people.admin.id }
  server.on(photoRoutes.list, { body: [photo(3, own)], headers: { 'X-Total-Count': '1' } })
  open(server, '/photos?new=photo', 'admin')
  await choose(image('1.jpg'))
  await userEvent.type(within(await dialog()).getByLabelText('Caption'), 'Cabinets are level')
  await userEvent.click(await uploadButton())
  expect(await screen.findByRole('alertdialog', { name: 'Upload without a project?' })).toBeTruthy()
  expect(posts()).toEqual([])
})

test('several photos are sent one by one, with one toast', async () => {
  const waiting: (() => void)[] = []
  server.on(photoRoutes.create, () => new Promise((done) => waiting.push(() => done(created))))
  open(server, `/photos?jobId=${kitchen.id}&new=photo`, 'admin')
  await choose(image('1.jpg'), image('2.jpg'), image('3.jpg'))
  await userEvent.click(await uploadButton())
  await waitFor(() => expect(waiting).toHaveLength(1))
  expect(within(await dialog()).getAllByText('Waiting')).toHaveLength(2)
  expect(await screen.findByText('Sending 1 of 3')).toBeTruthy()
  // happy-dom stores nothing, like a private window.
  expect(
    within(await dialog()).getByText('This browser keeps photos only until this tab is closed.'),
  ).toBeTruthy()
  waiting[0]?.()
  await waitFor(() => expect(waiting).toHaveLength(2))
  waiting[1]?.()
  await waitFor(() => expect(waiting).toHaveLength(3))
  waiting[2]?.()
  expect(await screen.findByText('3 photos uploaded successfully')).toBeTruthy()
  expect(posts()).toHaveLength(3)
})

test('after closing early, uploads continue as tiles, where they can be canceled', async () => {
  const waiting: (() => void)[] = []
  server.on(photoRoutes.create, () => new Promise((done) => waiting.push(() => done(created))))
  open(server, `/photos?jobId=${kitchen.id}&new=photo`, 'admin')
  await choose(image('1.jpg'), image('2.jpg'))
  await userEvent.click(await uploadButton())
  await waitFor(() => expect(waiting).toHaveLength(1))
  await userEvent.click(
    within(await dialog()).getByRole('button', { name: 'Continue in the background' }),
  )
  expect(await screen.findByRole('article', { name: 'Upload of 1.jpg' })).toBeTruthy()
  const photos = screen.getByRole('link', { name: 'Photos' })
  const describedBy = () => document.getElementById(photos.getAttribute('aria-describedby') ?? '')
  await waitFor(() => expect(describedBy()?.textContent).toBe('2 waiting to be sent'))
  await userEvent.click(screen.getByRole('button', { name: 'Cancel the upload of 2.jpg' }))
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Upload of 2.jpg' })).toBeNull())
  waiting[0]?.()
  expect(await screen.findByText('Photo uploaded successfully')).toBeTruthy()
  expect(await screen.findByText('No photos for selected project')).toBeTruthy()
  expect(photos.getAttribute('aria-describedby')).toBeNull()
})

test('an interrupted photo waits for a signal and is sent again with the same key', async () => {
  server.on(photoRoutes.create, 'hangup')
  open(server, `/photos?jobId=${kitchen.id}&new=photo`, 'admin')
  await choose(image('1.jpg'))
  await userEvent.click(await uploadButton())
  expect(await within(await dialog()).findByText('Waits for a signal')).toBeTruthy()
  expect(await screen.findByText('1 of 1 wait for a signal')).toBeTruthy()
  expect(await screen.findByText(/1 photo is waiting to be sent/)).toBeTruthy()
  expect(screen.queryByText('Failed to upload photo')).toBeNull()
  server.on(photoRoutes.create, created)
  expect(await screen.findByText('Photo uploaded successfully')).toBeTruthy()
  const keys = posts().map(({ headers }) => headers['idempotency-key'])
  expect(keys.length).toBeGreaterThan(1)
  expect(new Set(keys).size).toBe(1)
})

test('an upload to a busy server is retried', async () => {
  let attempts = 0
  server.on(photoRoutes.create, () => {
    attempts += 1
    return attempts === 1 ? { failure: 'unavailable' } : created
  })
  open(server, `/photos?jobId=${kitchen.id}&new=photo`, 'admin')
  await choose(image('1.jpg'))
  await userEvent.click(await uploadButton())
  expect(await screen.findByText('Photo uploaded successfully')).toBeTruthy()
  expect(attempts).toBe(2)
})

test('the server errors of one photo do not count for the next', async () => {
  let attempts = 0
  server.on(photoRoutes.create, () => {
    attempts += 1
    // The fifth error of a photo would be its last.
    return attempts === 5 || attempts === 7 ? created : { failure: 'internal' }
  })
  open(server, `/photos?jobId=${kitchen.id}&new=photo`, 'admin')
  await choose(image('1.jpg'), image('2.jpg'))
  await userEvent.click(await uploadButton())
  await waitFor(() => {
    // Returning to the tab ends the pause after an error.
    document.dispatchEvent(new Event('visibilitychange'))
    expect(screen.getByText('2 photos uploaded successfully')).toBeTruthy()
  })
  expect(attempts).toBe(7)
})

test('a photo is not sent as another person who has signed in meanwhile', async () => {
  server.on(photoRoutes.create, created)
  open(server, `/photos?jobId=${kitchen.id}&new=photo`, 'subcontractor')
  await choose(image('1.jpg'))
  let sessionReads = 0
  server.on('GET /api/auth/user', () => {
    sessionReads += 1
    return { body: people.admin }
  })
  await userEvent.click(await uploadButton())
  await waitFor(() => expect(sessionReads).toBeGreaterThan(0))
  expect(within(await dialog()).getByText('1.jpg')).toBeTruthy()
  expect(posts()).toHaveLength(0)
})

test('the same file is not sent to one project twice, unless it is confirmed', async () => {
  server.on(photoRoutes.create, created)
  open(server, `/photos?jobId=${kitchen.id}&new=photo`, 'admin')
  const file = image('1.jpg')
  await choose(file)
  await userEvent.click(await uploadButton())
  expect(await screen.findByText('Photo uploaded successfully')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Upload Photos' }))
  const other = image('2.jpg')
  await choose(file, other, new File([other], other.name, other))
  await userEvent.click(await uploadButton())
  expect(await within(await dialog()).findByText('Already uploaded')).toBeTruthy()
  expect(await within(await dialog()).findByText('Already in the queue')).toBeTruthy()
  await waitFor(() => expect(posts()).toHaveLength(2))
  await userEvent.click(
    within(await dialog()).getByRole('button', { name: 'Upload 1.jpg once more' }),
  )
  await waitFor(() => expect(posts()).toHaveLength(3))
  const keys = posts().map(({ headers }) => headers['idempotency-key'])
  expect(new Set(keys).size).toBe(3)
})

test('a rejected photo with another caption gets a new key', async () => {
  server.on(photoRoutes.create, { failure: 'noSpace' })
  open(server, `/photos?jobId=${kitchen.id}&new=photo`, 'admin')
  await choose(image('1.jpg'))
  await userEvent.click(await uploadButton())
  expect(await screen.findByText('Failed to upload photo')).toBeTruthy()
  expect(within(await dialog()).getByText(failures.noSpace.message)).toBeTruthy()
  expect(await screen.findByText('1 was not sent')).toBeTruthy()
  server.on(photoRoutes.create, created)
  await userEvent.type(within(await dialog()).getByLabelText('Caption'), 'Smaller')
  await userEvent.click(await uploadButton())
  expect(await screen.findByText('Photo uploaded successfully')).toBeTruthy()
  const keys = posts().map(({ headers }) => headers['idempotency-key'])
  expect(new Set(keys).size).toBe(2)
})

test('a file that is not a picture or too large is never sent', async () => {
  open(server, '/photos?new=photo', 'admin')
  await choose(
    new File(['x'], 'plan.pdf', { type: 'application/pdf' }),
    image('huge.jpg', 25 * 1024 * 1024 + 1),
  )
  const list = within(await within(await dialog()).findByRole('list', { name: 'Chosen photos' }))
  expect(list.getByText('Choose a JPEG, PNG, WebP, AVIF, GIF or HEIC picture')).toBeTruthy()
  expect(list.getByText('A file may have at most 25 MB')).toBeTruthy()
  expect(await uploadButton()).toHaveProperty('disabled', true)
  await userEvent.click(within(await dialog()).getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText('No photos yet')).toBeTruthy()
})
