import { OFFLINE_SINCE_HEADER } from '@plumbline/contract/offline.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { trackedFetch } from '../api/connection.ts'
import { open, people } from '../testing/open.tsx'
import { startServer } from '../testing/server.ts'

const server = await startServer()
afterAll(server.close)
beforeEach(server.reset)

const line = () => screen.queryByText(/^Offline since .* What you see may be out of date\.$/)

/** Opens a screen that makes one read, while the server can be reached or not. */
async function openScreen(headers: Record<string, string> = {}) {
  const state = { isDown: false, headers }
  open(server, '/no/such/screen', 'admin')
  server.on('GET /api/auth/user', () =>
    state.isDown ? 'hangup' : { body: people.admin, headers: state.headers },
  )
  await screen.findByRole('heading', { name: '404 Page Not Found' })
  // The line is loaded with the overlays.
  await screen.findAllByRole('status')
  return state
}
const fire = (event: string) => act(() => void dispatchEvent(new Event(event)))

test('shows since when it is offline, until the server responds, and then refreshes', async () => {
  const state = await openScreen()
  expect(line()).toBeNull()
  state.isDown = true
  fire('offline')
  await waitFor(() => expect(line()).toBeTruthy())
  const requestCount = server.seen.length
  fire('online')
  await waitFor(() => expect(server.seen.length).toBeGreaterThan(requestCount))
  expect(line()).toBeTruthy()
  state.isDown = false
  fire('online')
  await waitFor(() => expect(line()).toBeNull())
  await waitFor(() =>
    expect(server.seen.slice(requestCount).map(({ url }) => url)).toContain('/api/settings'),
  )
})

test('a cached reply shows since when it is offline, and does not count as online', async () => {
  vi.setSystemTime('2026-11-24T17:00:00.000Z')
  const state = await openScreen({ [OFFLINE_SINCE_HEADER]: '2026-11-24T16:42:00.000Z' })
  await waitFor(() => expect(line()?.textContent).toContain('Offline since 10:42 AM.'))
  const requestCount = server.seen.length
  fire('online')
  await waitFor(() => expect(server.seen.length).toBeGreaterThan(requestCount))
  expect(line()).toBeTruthy()
  state.headers = {}
  fire('online')
  await waitFor(() => expect(line()).toBeNull())
  vi.useRealTimers()
})

test('a canceled request does not count as offline', async () => {
  await openScreen()
  const controller = new AbortController()
  controller.abort()
  await expect(trackedFetch('/api/health', { signal: controller.signal })).rejects.toThrow()
  expect(line()).toBeNull()
})
