import { format } from 'node:util'
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { beginPage } from './testing/newPage.ts'
import './testing/queries.ts'
import './testing/react.ts'

vi.setConfig({ testTimeout: 30_000 })

const accepted = [
  // Printed once where what takes the focus when it is rendered is an event to user-event.
  'A component suspended inside an `act` scope',
  // Printed of a screen that could not be read; the test sees what the screen says instead.
  'ApiError: ',
  'NetworkError: ',
  'Warning: Error in route match',
]
let printed: string[] = []
beforeEach(() => {
  // Requests that were under way when the server of the file before was closed have failed since.
  beginPage()
  printed = []
  for (const level of ['error', 'warn'] as const)
    vi.spyOn(console, level).mockImplementation((...said) => void printed.push(format(...said)))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  beginPage()
  const problems = printed.filter((said) => !accepted.some((start) => said.startsWith(start)))
  if (problems.length > 0) throw new Error(`Printed to the console: ${problems.join('\n')}`)
})
