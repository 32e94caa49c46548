import { expect, test } from 'vitest'
import { photoTime } from './PhotoStrip.tsx'

test.each([
  ['2026-11-19T21:45:00.000Z', '3:45 PM'],
  // Already the next day in UTC.
  ['2026-11-20T05:30:00.000Z', '11:30 PM'],
  ['2026-11-19T05:30:00.000Z', 'Wed'],
  ['2026-11-13T18:00:00.000Z', 'Fri'],
  ['2026-11-12T18:00:00.000Z', 'Nov 12'],
  ['2026-01-05T18:00:00.000Z', 'Jan 5'],
])('a photo of %s was taken %s', (iso, text) => {
  expect(photoTime(iso, '2026-11-19', 'America/Chicago')).toBe(text)
})
