import { expect, test } from 'vitest'
import { dayHeading } from './dayHeading.ts'

test.each([
  ['2026-11-19', 'Today'],
  ['2026-11-18', 'Yesterday'],
  ['2026-11-16', 'Mon, Nov 16'],
  ['2026-11-20', 'Fri, Nov 20'],
])('%s is headed %s', (day, heading) => {
  expect(dayHeading(day, '2026-11-19')).toBe(heading)
})

test('December 31 is yesterday on January 1', () => {
  expect(dayHeading('2025-12-31', '2026-01-01')).toBe('Yesterday')
})
