import { expect, test } from 'vitest'
import { isAt } from './nav.ts'

test.each([
  ['/', '/', true],
  ['/jobs', '/', false],
  ['/jobs/x', '/jobs', true],
  ['/jobs-of-others', '/jobs', false],
  // Screens without an item of their own mark the item that leads to them.
  ['/crew-board', '/schedule', true],
  ['/schedule-templates/x', '/schedule', true],
  ['/customers/x', '/pending-bids', true],
  ['/customers', '/jobs', false],
])('%s is marked at %s: %s', (pathname, path, isMarked) => {
  expect(isAt(pathname, path)).toBe(isMarked)
})
