import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { MAX_PHOTOS, type Photo, photoRoutes } from '@plumbline/contract/photos.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { open } from '../../testing/open.tsx'
import { photo } from '../../testing/photos.ts'
import { job } from '../../testing/rows.ts'
import { startServer } from '../../testing/server.ts'

const server = await startServer()
afterAll(server.close)

let photos: Photo[] = []
beforeEach(() => {
  server.reset()
  photos = [1, 2, 3, 4].map((n) => photo(n, { clientVisible: n !== 2 }))
  server.on(photoRoutes.list, () => ({
    body: photos,
    headers: { 'X-Total-Count': String(photos.length) },
  }))
  server.on(jobRoutes.list, { body: [job(1)] })
  server.on(jobRoutes.one, { body: job(1) })
  server.on(photoRoutes.share, ({ body }) => {
    const { ids, clientVisible } = JSON.parse(body)
    const changed = photos.filter(
      (one) => ids.includes(one.id) && one.clientVisible !== clientVisible,
    )
    photos = photos.map((one) => (changed.includes(one) ? { ...one, clientVisible } : one))
    return { body: { changed: changed.length } }
  })
})
afterEach(() => vi.useRealTimers())

/** The text for screen readers on the picture of a hidden photo. */
const MARK = ': Hidden from the client'
const card = (n: number) => screen.findByRole('article', { name: `Photo ${n}` })
const box = async (n: number) =>
  within(await card(n)).getByRole<HTMLInputElement>('checkbox', { name: `Select: Photo ${n}` })
const picture = async (n: number) =>
  within(await card(n)).getByRole('button', { name: /^(Open|Select) photo: / })
const button = (name: string) => screen.findByRole('button', { name })
const count = async () => (await screen.findByText(/^\d+ selected$/)).textContent
const selectionEnded = () => waitFor(() => expect(screen.queryByText(/selected$/)).toBeNull())
const shareRequests = () =>
  server.seen
    .filter(({ method, url }) => method === 'POST' && url === photoRoutes.share.path)
    .map(({ body }) => JSON.parse(body))
const ids = (...numbers: number[]) => numbers.map((n) => photo(n).id)

test.each(['admin', 'subcontractor'] as const)(
  'a mark shows what the client does not see, for the %s',
  async (who) => {
    open(server, '/photos', who)
    expect(within(await card(2)).getByText(MARK)).toBeTruthy()
    expect(within(await card(1)).queryByText(MARK)).toBeNull()
  },
)

test('a client cannot select photos', async () => {
  open(server, '/photos', 'client')
  await card(1)
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Select' })).toBeNull()
  ;(await picture(1)).focus()
  await userEvent.keyboard('x')
  expect(screen.queryByText(/selected$/)).toBeNull()
})

test('several photos can be hidden at once, which ends the selection', async () => {
  open(server, '/photos', 'admin')
  await userEvent.click(await box(1))
  await userEvent.click(await box(3))
  expect(await count()).toBe('2 selected')
  await userEvent.click(await button('Hide from client'))
  expect(
    await screen.findByText(
      '2 photos are now hidden from the client, who may have seen them already',
    ),
  ).toBeTruthy()
  expect(shareRequests()).toEqual([{ ids: ids(1, 3), clientVisible: false }])
  await selectionEnded()
  expect(await within(await card(3)).findByText(MARK)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

test('showing photos to the client reports how many changed', async () => {
  open(server, '/photos', 'admin')
  await userEvent.click(await box(1))
  await userEvent.click(await box(2))
  await userEvent.click(await button('Show to client'))
  expect(await screen.findByText('1 photo is now shown to the client')).toBeTruthy()
})

test('Shift selects a range, Escape ends the selection', async () => {
  open(server, '/photos', 'admin')
  const user = userEvent.setup()
  await user.click(await box(4))
  await user.keyboard('{Shift>}')
  await user.click(await box(2))
  await user.keyboard('{/Shift}')
  expect(await count()).toBe('3 selected')
  expect([(await box(1)).checked, (await box(3)).checked]).toEqual([false, true])
  await user.keyboard('{Escape}')
  await selectionEnded()
  expect((await box(3)).checked).toBe(false)
})

test('Space and X select the photo that has the focus', async () => {
  open(server, '/photos', 'admin')
  ;(await picture(2)).focus()
  await userEvent.keyboard(' ')
  expect(await count()).toBe('1 selected')
  expect((await picture(2)).getAttribute('aria-pressed')).toBe('true')
  await userEvent.keyboard('x')
  await selectionEnded()
  await userEvent.keyboard('X')
  expect((await box(2)).checked).toBe(true)
  expect(location.search).toBe('')
})

test('the focus is never lost while selecting by keyboard', async () => {
  open(server, '/photos', 'admin')
  const user = userEvent.setup()
  await card(1)
  ;(await button('Select')).focus()
  await user.keyboard('{Enter}')
  const head = (await screen.findByText('0 selected')).parentElement
  await waitFor(() => expect(document.activeElement).toBe(head))
  await user.tab()
  await user.tab()
  expect(document.activeElement).toBe(await button('Select all'))
  await user.keyboard('{Enter}')
  await screen.findByText('4 selected')
  await waitFor(() => expect(document.activeElement).toBe(head))
  await user.keyboard('{Escape}')
  await selectionEnded()
  expect(document.activeElement).toBe(screen.getByRole('main'))
  // A photo that has the focus keeps it.
  ;(await picture(2)).focus()
  await user.keyboard('x')
  expect(await count()).toBe('1 selected')
  expect(document.activeElement).toBe(await picture(2))
  await user.keyboard('{Escape}')
  await selectionEnded()
  expect(document.activeElement).toBe(await picture(2))
})

test('while photos are being hidden they cannot be shown', async () => {
  let answer: (() => void) | undefined
  server.on(photoRoutes.share, async () => {
    await new Promise<void>((done) => {
      answer = done
    })
    return { body: { changed: 1 } }
  })
  open(server, '/photos', 'admin')
  await userEvent.click(await box(1))
  await userEvent.click(await button('Hide from client'))
  await waitFor(async () => expect(await button('Show to client')).toHaveProperty('disabled', true))
  await waitFor(() => expect(answer).toBeDefined())
  answer?.()
  await selectionEnded()
})

test('while selecting, a click on a picture selects it; before, it opens it', async () => {
  open(server, '/photos', 'admin')
  await card(1)
  await userEvent.click(await button('Select'))
  expect(await count()).toBe('0 selected')
  expect(await button('Show to client')).toHaveProperty('disabled', true)
  await userEvent.click(await picture(1))
  expect(await count()).toBe('1 selected')
  await userEvent.click(await button('Select all'))
  expect(await count()).toBe('4 selected')
  await userEvent.click(await picture(1))
  expect(await count()).toBe('3 selected')
  await userEvent.click(await button('Cancel'))
  await selectionEnded()
  await userEvent.click(await picture(1))
  await waitFor(() => expect(location.search).toBe(`?photo=${photo(1).id}`))
})

test('a long press of a finger selects, a short one does not', async () => {
  open(server, '/photos', 'admin')
  const first = await picture(1)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const press = (ms: number) => {
    fireEvent.pointerDown(first, { pointerType: 'touch' })
    vi.advanceTimersByTime(ms)
    fireEvent.pointerUp(first, { pointerType: 'touch' })
  }
  press(300)
  vi.advanceTimersByTime(1000)
  expect(screen.queryByText(/selected$/)).toBeNull()
  // A press that scrolls.
  fireEvent.pointerDown(first, { pointerType: 'touch' })
  fireEvent.pointerCancel(first, { pointerType: 'touch' })
  vi.advanceTimersByTime(1000)
  expect(screen.queryByText(/selected$/)).toBeNull()
  press(500)
  vi.useRealTimers()
  // Lifting the finger causes a click, which must not undo the selection.
  fireEvent.click(first, { detail: 1 })
  expect(await count()).toBe('1 selected')
  expect(location.search).toBe('')
})

test('changing the project ends the selection', async () => {
  open(server, '/photos', 'admin')
  await userEvent.click(await box(1))
  history.pushState(null, '', `/photos?jobId=${job(1).id}`)
  fireEvent.popState(window)
  await selectionEnded()
})

test('a photo deleted meanwhile causes a failure, and leaves the selection', async () => {
  open(server, '/photos', 'admin')
  await userEvent.click(await box(1))
  await userEvent.click(await box(2))
  server.on(photoRoutes.share, () => {
    photos = photos.slice(1)
    return { failure: 'invalid', fields: { ids: 'One of these photos does not exist' } }
  })
  await userEvent.click(await button('Hide from client'))
  expect(await screen.findByText('Failed to update photos')).toBeTruthy()
  await waitFor(async () => expect(await count()).toBe('1 selected'))
})

test('selecting more photos than can be sent at once disables sharing', async () => {
  photos = Array.from({ length: MAX_PHOTOS + 1 }, (_, n) => photo(n + 1))
  open(server, '/photos', 'admin')
  await card(1)
  await userEvent.click(await button('Select'))
  await userEvent.click(await button('Select all'))
  expect(await screen.findByText(`At most ${MAX_PHOTOS} at once`)).toBeTruthy()
  expect(await button('Hide from client')).toHaveProperty('disabled', true)
  await userEvent.click(await picture(1))
  expect(await button('Hide from client')).toHaveProperty('disabled', false)
})

test('the viewer can show a photo and hide it, with a note that it may have been seen', async () => {
  open(server, `/photos?photo=${photo(2).id}`, 'admin')
  const viewer = within(await screen.findByRole('dialog', { name: 'Photo' }, { timeout: 25_000 }))
  expect(await viewer.findByText('Hidden from the client')).toBeTruthy()
  await userEvent.click(viewer.getByRole('button', { name: 'Show to client' }))
  await waitFor(() => expect(viewer.queryByText('Hidden from the client')).toBeNull())
  await userEvent.click(await viewer.findByRole('button', { name: 'Hide from client' }))
  expect(
    await screen.findByText('1 photo is now hidden from the client, who may have seen it already'),
  ).toBeTruthy()
  expect(shareRequests().map(({ clientVisible }) => clientVisible)).toEqual([true, false])
}, 60_000)

test('a sub sees in the viewer that a photo is hidden, but cannot change it', async () => {
  open(server, `/photos?photo=${photo(2).id}`, 'subcontractor')
  const viewer = within(await screen.findByRole('dialog', { name: 'Photo' }, { timeout: 25_000 }))
  expect(await viewer.findByText('Hidden from the client')).toBeTruthy()
  expect(viewer.queryByRole('button', { name: /client$/ })).toBeNull()
}, 60_000)
