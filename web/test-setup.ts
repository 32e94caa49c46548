import { format } from 'node:util'
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { resetClock } from './testing/clock.ts'
import { resetPage } from './testing/newPage.ts'
import './testing/queries.ts'
import './testing/react.ts'

vi.setConfig({ testTimeout: 30_000 })

const accepted = [
  // Printed once when an element takes the focus on render, which user-event treats as an event.
  'A component suspended inside an `act` scope',
  // Printed for a screen that could not be loaded. The test checks the message on that screen
  // instead.
  'ApiError: ',
  'NetworkError: ',
  'Warning: Error in route match',
]
let messages: string[] = []
beforeEach(() => {
  // Requests that were in flight when the server of the previous test file was closed have failed
  // since.
  resetPage()
  resetClock()
  messages = []
  for (const level of ['error', 'warn'] as const)
    vi.spyOn(console, level).mockImplementation((...args) => void messages.push(format(...args)))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  resetPage()
  const problems = messages.filter((line) => !accepted.some((start) => line.startsWith(start)))
  if (problems.length > 0) throw new Error(`Printed to the console: ${problems.join('\n')}`)
})
