import { OFFLINE_SINCE } from '@plumbline/contract/offline.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { reach } from '../api/reach.ts'
import { open, people } from '../testing/open.tsx'
import { startServer } from '../testing/server.ts'

const server = await startServer()
afterAll(server.close)
beforeEach(server.reset)

const line = () => screen.queryByText(/^Offline since .* What you see may be out of date\.$/)

/** Opens a screen that reads one thing, while the server is there or not. */
async function openScreen(headers: Record<string, string> = {}) {
  const state = { isDown: false, headers }
  open(server, '/no/such/screen', 'admin')
  server.on('GET /api/auth/user', () =>
    state.isDown ? 'hangup' : { body: people.admin, headers: state.headers },
  )
  await screen.findByRole('heading', { name: '404 Page Not Found' })
  // It comes with what opens over the screen.
  await screen.findAllByRole('status')
  return state
}
const tell = (event: string) => act(() => void dispatchEvent(new Event(event)))

test('says since when, until the server answers again, which then is asked for everything', async () => {
  const state = await openScreen()
  expect(line()).toBeNull()
  state.isDown = true
  tell('offline')
  await waitFor(() => expect(line()).toBeTruthy())
  const asked = server.seen.length
  tell('online')
  await waitFor(() => expect(server.seen.length).toBeGreaterThan(asked))
  expect(line()).toBeTruthy()
  state.isDown = false
  tell('online')
  await waitFor(() => expect(line()).toBeNull())
  await waitFor(() =>
    expect(server.seen.slice(asked).map(({ url }) => url)).toContain('/api/settings'),
  )
})

test('what the service worker had kept says since when, and is no answer of the server', async () => {
  vi.setSystemTime('2026-11-24T17:00:00.000Z')
  const state = await openScreen({ [OFFLINE_SINCE]: '2026-11-24T16:42:00.000Z' })
  await waitFor(() => expect(line()?.textContent).toContain('Offline since 10:42 AM.'))
  const asked = server.seen.length
  tell('online')
  await waitFor(() => expect(server.seen.length).toBeGreaterThan(asked))
  expect(line()).toBeTruthy()
  state.headers = {}
  tell('online')
  await waitFor(() => expect(line()).toBeNull())
  vi.useRealTimers()
})

test('who stops waiting is not offline', async () => {
  await openScreen()
  const leaving = new AbortController()
  leaving.abort()
  await expect(reach('/api/health', { signal: leaving.signal })).rejects.toThrow()
  expect(line()).toBeNull()
})
