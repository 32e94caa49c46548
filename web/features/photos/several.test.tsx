import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { type Photo, photoRoutes } from '@plumbline/contract/photos.ts'
import { DAY_MS } from '@plumbline/contract/time.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { open, people } from '../../testing/open.tsx'
import { photo } from '../../testing/photos.ts'
import { job } from '../../testing/rows.ts'
import { startServer } from '../../testing/server.ts'

const server = await startServer()
afterAll(server.close)

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
let photos: Photo[] = []
beforeEach(() => {
  server.reset()
  photos = [1, 2, 3, 4].map((n) =>
    photo(n, {
      createdAt: daysAgo(n < 3 ? 0 : 1),
      ...(n === 2 && { uploadedById: people.subcontractor.id }),
    }),
  )
  server.on(photoRoutes.list, () => ({
    body: photos,
    headers: { 'X-Total-Count': String(photos.length) },
  }))
  server.on(jobRoutes.list, { body: [job(2)] })
  server.on(jobRoutes.one, { body: job(2) })
})

const box = (n: number) => screen.findByRole('checkbox', { name: `Select: Photo ${n}` })
const button = (name: string) => screen.findByRole('button', { name })
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const selectionEnded = () => waitFor(() => expect(screen.queryByText(/selected$/)).toBeNull())
const ids = (...numbers: number[]) => numbers.map((n) => photo(n).id)
const sent = () =>
  server.seen
    .filter(({ method }) => method === 'POST')
    .map(({ url, body }) => [url, JSON.parse(body)])

test('a whole day can be selected and deselected', async () => {
  open(server, '/photos', 'admin')
  await userEvent.click(await box(1))
  const [today, yesterday] = await screen.findAllByRole('button', { name: 'Select day' })
  await userEvent.click(yesterday as HTMLElement)
  expect(await screen.findByText('3 selected')).toBeTruthy()
  await userEvent.click(today as HTMLElement)
  expect(await screen.findByText('4 selected')).toBeTruthy()
  for (const one of screen.getAllByRole('button', { name: 'Deselect day' }))
    await userEvent.click(one)
  // Selecting goes on.
  expect(await screen.findByText('0 selected')).toBeTruthy()
  await userEvent.click(await button('Cancel'))
  await selectionEnded()
  // The button is gone, so the focus is on the screen.
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

test('selected photos can be moved to another job', async () => {
  server.on(photoRoutes.move, { body: { changed: 2 } })
  open(server, '/photos', 'admin')
  await userEvent.click(await box(1))
  await userEvent.click(await box(3))
  await userEvent.click(await button('Move'))
  const form = await dialog('Move Photos')
  await userEvent.click(form.getByRole('button', { name: 'Move' }))
  expect(await form.findByText('Choose a job')).toBeTruthy()
  await userEvent.click(form.getByRole('combobox', { name: 'Job' }))
  await userEvent.click(await form.findByRole('option', { name: /Job 2/ }))
  await userEvent.click(form.getByRole('button', { name: 'Move' }))
  expect(await screen.findByText('2 photos moved successfully')).toBeTruthy()
  await selectionEnded()
  expect(sent()).toEqual([['/api/photos/move', { ids: ids(1, 3), jobId: job(2).id }]])
})

test('selected photos can get the same caption', async () => {
  server.on(photoRoutes.caption, { body: { changed: 1 } })
  open(server, '/photos', 'admin')
  await userEvent.click(await box(4))
  await userEvent.click(await button('Caption'))
  const form = await dialog('Caption Photos')
  await userEvent.type(form.getByLabelText('Caption'), 'North wall')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('1 photo updated successfully')).toBeTruthy()
  expect(sent()).toEqual([['/api/photos/caption', { ids: ids(4), caption: 'North wall' }]])
})

test('selected photos are deleted after a confirmation, which can be canceled', async () => {
  server.on(photoRoutes.removeSeveral, () => {
    photos = photos.slice(2)
    return { body: undefined }
  })
  open(server, '/photos', 'admin')
  await userEvent.click(await box(1))
  await userEvent.click(await box(2))
  const ask = async () => {
    await userEvent.click(await button('Delete'))
    const title = 'Are you sure you want to delete these 2 photos?'
    return within(await screen.findByRole('alertdialog', { name: title }))
  }
  await userEvent.click((await ask()).getByRole('button', { name: 'Cancel' }))
  expect(sent()).toEqual([])
  await userEvent.click((await ask()).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('2 photos deleted successfully')).toBeTruthy()
  await selectionEnded()
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Photo 1' })).toBeNull())
})

test('selected photos can be saved as a zip file', async () => {
  open(server, '/photos', 'admin')
  await userEvent.click(await box(1))
  await userEvent.click(await box(2))
  const save = await screen.findByRole('link', { name: 'Save' })
  expect(save.getAttribute('href')).toBe(`/api/photos/zip?ids=${ids(1, 2).join(',')}`)
})

test('a sub can select only their own photos, without sharing or moving them', async () => {
  open(server, '/photos', 'subcontractor')
  await userEvent.click(await box(2))
  expect(screen.getAllByRole('checkbox')).toHaveLength(1)
  const bar = within(screen.getByRole('region', { name: 'Selected photos' }))
  expect(bar.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Caption',
    'Delete',
  ])
  expect(bar.getByRole('link', { name: 'Save' })).toBeTruthy()
})
