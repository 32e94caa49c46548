import { expect, test } from 'vitest'
import { messageTime } from './when.ts'

const now = Date.parse('2026-11-20T21:00:00Z')

test.each([
  ['2026-11-20T20:59:00Z', '2:59 PM'],
  ['2026-11-19T21:00:01Z', '3:00 PM'],
  ['2026-11-19T21:00:00Z', 'Thu'],
  ['2026-11-13T21:00:01Z', 'Fri'],
  ['2026-11-13T21:00:00Z', 'Nov 13'],
  ['2025-11-20T03:00:00Z', 'Nov 19'],
  // A clock that is ahead.
  ['2026-11-20T21:05:00Z', '3:05 PM'],
])('%s reads %s in Chicago', (iso, text) => {
  expect(messageTime(iso, now, 'America/Chicago')).toBe(text)
})
