import { QueryClientProvider } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newQueryClient } from '../api/query.ts'
import { actionQueue } from '../offline/actions/actionQueue.ts'
import { useOffline } from './useOffline.ts'

const nextTurn = () => new Promise(setImmediate)

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Starts in a browser with a database of that name. @returns the start of the queue */
function render(name: string) {
  const start = vi.spyOn(actionQueue, 'start').mockReturnValue(undefined)
  const databases = vi.fn(async () => [{ name }])
  vi.stubGlobal('indexedDB', { databases })
  renderHook(() => useOffline({ invalidate: async () => undefined } as unknown as AnyRouter), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={newQueryClient()}>{children}</QueryClientProvider>
    ),
  })
  return { start, databases }
}

test('actions of an earlier visit are loaded at once', async () => {
  const { start } = render('plumbline-actions')
  while (start.mock.calls.length === 0) await nextTurn()
})

test('without any, the network is left to the first screen', async () => {
  const { start, databases } = render('plumbline-photos')
  await vi.waitUntil(() => databases.mock.calls.length > 0)
  for (let turn = 0; turn < 20; turn += 1) await nextTurn()
  expect(start).not.toHaveBeenCalled()
})
