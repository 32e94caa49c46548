import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { type Photo, photoRoutes } from '@plumbline/contract/photos.ts'
import { tagOf } from '@plumbline/contract/route.ts'
import { DAY_MS } from '@plumbline/contract/time.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { open, people } from '../../testing/open.tsx'
import { photo as photoOf } from '../../testing/photos.ts'
import { job as jobOf } from '../../testing/rows.ts'
import { startServer } from '../../testing/server.ts'

const server = await startServer()
afterAll(server.close)

const kitchen = jobOf(1, { name: 'Kitchen remodel' })
const photo = (n: number, change: Partial<Photo> = {}) =>
  photoOf(n, { jobName: kitchen.name, ...change })

let photos: Photo[] = []
beforeEach(() => {
  server.reset()
  photos = [photo(1), photo(2, { uploadedById: people.subcontractor.id })]
  server.on(photoRoutes.list, ({ query }) => {
    const found = photos.filter((one) => !query.get('jobId') || one.jobId === query.get('jobId'))
    const from = Number(query.get('after') ?? 0)
    const to = from + Number(query.get('limit'))
    const link: Record<string, string> =
      to < found.length ? { Link: `</api/photos?limit=30&after=${to}>; rel="next"` } : {}
    return {
      body: found.slice(from, to),
      headers: { 'X-Total-Count': String(found.length), ...link },
    }
  })
  server.on(jobRoutes.list, { body: [kitchen] })
  server.on(jobRoutes.one, { body: kitchen })
})

const card = (name: string) => screen.findByRole('article', { name })
const requests = (method: string) => server.seen.filter((one) => one.method === method)

test('a card shows all its facts', async () => {
  photos = [
    photo(1, { caption: 'Cabinets', takenAt: '2026-03-05T17:00:00.000Z' }),
    photo(2, { caption: null, jobId: null, jobName: null }),
  ]
  open(server, '/photos', 'admin')
  const first = within(await card('Cabinets'))
  expect(first.getByText('Kitchen remodel')).toBeTruthy()
  expect(first.getByText('Mar 5, 2026')).toBeTruthy()
  const picture = first.getByRole('button', { name: 'Open photo: Cabinets' }).querySelector('img')
  expect(picture?.getAttribute('src')).toBe(`${photos[0]?.url}?size=thumb`)
  const plain = within(await card('No caption'))
  expect(plain.getByText('No project')).toBeTruthy()
  // In the company's time zone it was still the evening before.
  expect(plain.getByText('Nov 19, 2026')).toBeTruthy()
})

test('photos are grouped by the day on which they were taken', async () => {
  const at = (daysAgo: number) => ({
    takenAt: new Date(Date.now() - daysAgo * DAY_MS).toISOString(),
    createdAt: new Date().toISOString(),
  })
  photos = [photo(1, at(0)), photo(2, at(1)), photo(3, at(1)), photo(4, at(400))]
  open(server, '/photos', 'client')
  await card('Photo 4')
  const headings = screen.getAllByRole('heading', { level: 2 })
  expect(headings.map((heading) => heading.parentElement?.textContent)).toEqual([
    'Today1',
    'Yesterday2',
    expect.stringMatching(/^[A-Z][a-z]{2}, [A-Z][a-z]{2} \d+, \d{4}1$/),
  ])
})

test('the viewer can change the caption and delete, for those who may', async () => {
  server.on(photoRoutes.one, { body: photo(1) })
  server.on(photoRoutes.remove, () => {
    photos = photos.slice(1)
    return { body: undefined }
  })
  open(server, '/photos', 'subcontractor')
  await userEvent.click(await screen.findByRole('button', { name: 'Open photo: Photo 1' }))
  const viewer = () => screen.findByRole('dialog', { name: 'Photo' })
  await viewer()
  // It was uploaded by somebody else.
  expect(within(await viewer()).queryByRole('button', { name: 'Delete photo' })).toBeNull()
  const saved = (inViewer: HTMLElement) =>
    within(inViewer).getByRole('link', { name: 'Download' }).getAttribute('href')
  // The original of another person is refused to them.
  expect(saved(await viewer())).toContain('size=full')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(location.search).toBe(''))
  server.on(photoRoutes.one, { body: photo(2, { uploadedById: people.subcontractor.id }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Open photo: Photo 2' }))
  const opened = within(await viewer())
  // The button appears once the owner of the photo is loaded.
  await opened.findByRole('button', { name: 'Edit the caption' })
  expect(saved(await viewer())).toContain('size=original')
  await userEvent.click(opened.getByRole('button', { name: 'Edit the caption' }))
  const form = within(await screen.findByRole('dialog', { name: 'Edit Caption' }))
  await userEvent.click(form.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(opened.getByRole('button', { name: 'Delete photo' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Photo deleted successfully')).toBeTruthy()
  await waitFor(() => expect(location.search).toBe(''))
})

test.each([
  ['admin', 'Project Photos', true, ['Photo 1', 'Photo 2']],
  ['subcontractor', 'Project Photos', true, ['Photo 2']],
  ['client', 'Photo Gallery', false, []],
] as const)(
  'the %s has the right title, upload and captions to edit',
  async (who, title, uploads, changeable) => {
    open(server, '/photos', who)
    await card('Photo 1')
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(title)
    expect(screen.queryByRole('button', { name: 'Upload Photos' }) !== null).toBe(uploads)
    for (const name of ['Photo 1', 'Photo 2'] as const) {
      const may = (changeable as readonly string[]).includes(name)
      const one = within(await card(name))
      expect(one.queryByRole('button', { name: 'Delete photo' }) !== null).toBe(may)
      expect(one.queryByRole('button', { name: 'Edit the caption' }) !== null).toBe(may)
    }
  },
)

test('eight placeholders while loading, then nothing', async () => {
  let release = () => {}
  const hold = new Promise<void>((done) => {
    release = done
  })
  server.on(photoRoutes.list, async () => {
    await hold
    return { body: [], headers: { 'X-Total-Count': '0' } }
  })
  open(server, '/photos', 'client')
  await waitFor(() => expect(document.querySelectorAll('[data-skeleton]')).toHaveLength(8))
  release()
  expect(await screen.findByText('No photos yet')).toBeTruthy()
})

test('the project filter is kept in the address and can be removed', async () => {
  photos = [photo(1, { jobId: null, jobName: null })]
  open(server, '/photos?jobId=nonsense', 'admin')
  await card('Photo 1')
  await userEvent.click(screen.getByRole('combobox', { name: 'Project' }))
  await userEvent.click(await screen.findByRole('option', { name: /Kitchen remodel/ }))
  expect(await screen.findByText('No photos for selected project')).toBeTruthy()
  expect(location.search).toBe(`?jobId=${kitchen.id}`)
  await userEvent.click(screen.getByRole('button', { name: 'Show all projects' }))
  await card('Photo 1')
  expect(location.search).toBe('')
})

test('a long list of photos is loaded page by page', async () => {
  photos = Array.from({ length: 130 }, (_, n) => photo(n))
  open(server, '/photos', 'admin')
  expect(await screen.findByText('30 of 130 photos')).toBeTruthy()
  const [first] = screen
    .getAllByRole('listitem')
    .filter((item) => item.ariaSetSize ?? item.getAttribute('aria-setsize'))
  expect(first?.getAttribute('aria-setsize')).toBe('130')
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await screen.findByText('60 of 130 photos')).toBeTruthy()
})

test('a link to a photo that is not loaded in the list opens that photo only', async () => {
  const old = photo(900, { caption: 'Footings, last year' })
  server.on(photoRoutes.one, { body: old })
  open(server, `/photos?photo=${old.id}`, 'client')
  // The viewer is loaded when first needed, which may take a while on a slow machine.
  const viewer = within(await screen.findByRole('dialog', { name: 'Photo' }, { timeout: 25_000 }))
  expect(await viewer.findByText('Footings, last year')).toBeTruthy()
  expect(viewer.getByText('1 of 1')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(location.search).toBe(''))
}, 60_000)

test('Back right after a photo was opened closes it for good', async () => {
  open(server, '/photos', 'admin')
  await userEvent.click(await screen.findByRole('button', { name: 'Open photo: Photo 1' }))
  await screen.findByText('1 of 2')
  history.back()
  await waitFor(() => expect(location.search).toBe(''))
  // The viewer writes the shown photo to the URL a quarter of a second after it appears.
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(location.search).toBe('')
  expect(screen.queryByRole('dialog', { name: 'Photo' })).toBeNull()
})

test('a link to a deleted photo says so and links to the others', async () => {
  server.on(photoRoutes.one, { failure: 'notFound' })
  open(server, `/photos?photo=${photo(901).id}`, 'admin')
  expect(await screen.findByText('Photo not found')).toBeTruthy()
  await card('Photo 1')
  await waitFor(() => expect(location.search).toBe(''))
})

test('deleting a photo asks first', async () => {
  server.on(photoRoutes.remove, () => {
    photos = photos.slice(1)
    return { body: undefined }
  })
  open(server, '/photos', 'admin')
  await userEvent.click(within(await card('Photo 1')).getByRole('button', { name: 'Delete photo' }))
  await screen.findByRole('alertdialog', { name: 'Are you sure you want to delete this photo?' })
  expect(requests('DELETE')).toHaveLength(0)
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Photo deleted successfully')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Photo 1' })).toBeNull())
})

test.each([
  [{}, 'Everyone on this job can read this'],
  [{ clientVisible: false }, 'The office and the subs on this job can read this'],
  [{ jobId: null, jobName: null }, 'Only the office can read this'],
])('the readers of the caption of a photo with %j are shown', async (fields, description) => {
  photos = [photo(1, fields)]
  open(server, '/photos', 'admin')
  await userEvent.click(await screen.findByRole('button', { name: 'Edit the caption' }))
  expect(await screen.findByRole('textbox', { name: 'Caption', description })).toBeTruthy()
})

test('a changed caption is sent with the version it was changed on, an empty one as null', async () => {
  server.on(photoRoutes.update, { body: photo(1, { caption: null }) })
  open(server, '/photos', 'admin')
  await userEvent.click(
    within(await card('Photo 1')).getByRole('button', { name: 'Edit the caption' }),
  )
  await userEvent.clear(await screen.findByLabelText('Caption'))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Photo updated successfully')).toBeTruthy()
  const [put] = requests('PUT')
  expect(put?.params.id).toBe(photo(1).id)
  expect(JSON.parse(put?.body ?? '')).toEqual({ caption: null })
  expect(put?.headers['if-match']).toBe(tagOf(photo(1)))
})
