import { expect, test } from 'vitest'
import { type Booking, clash, isCovered } from './crewDays.ts'

const morning: Booking = {
  ...{ id: 'morning', subcontractorId: 'sam', assignedDate: '2026-03-05', declined: false },
  ...{ startTime: '08:00', endTime: '12:00' },
}

test.each<[string, boolean, Partial<Booking>]>([
  ['another of the same hours', true, {}],
  ['one that starts in its last minute', true, { startTime: '11:59', endTime: '17:00' }],
  ['one that ends in its first minute', true, { startTime: '06:00', endTime: '08:01' }],
  ['one within its hours', true, { startTime: '09:00', endTime: '10:00' }],
  ['one that starts when it ends', false, { startTime: '12:00', endTime: '17:00' }],
  ['one that ends when it starts', false, { startTime: '06:00', endTime: '08:00' }],
  ['one on another day', false, { assignedDate: '2026-03-06' }],
  ['one of another sub', false, { subcontractorId: 'sue' }],
  ['a declined one', false, { declined: true }],
  ['itself', false, { id: 'morning' }],
])('a booking clashes with %s: %s', (_, expected, changes) => {
  const other = { ...morning, id: 'other', ...changes }
  expect([clash(morning, other), clash(other, morning)]).toEqual([expected, expected])
})

const refused = {
  ...{ scheduleEntryId: 'roof', assignedDate: '2026-03-05', declined: true },
  ...{ createdAt: '2026-03-01T08:00:00.000Z', updatedAt: '2026-03-02T08:00:00.000Z' },
}

test.each<[string, boolean, Partial<typeof refused>]>([
  ['a booking after it', true, {}],
  ['a booking before it', false, { createdAt: '2026-03-02T07:00:00.000Z' }],
  ['one that was declined as well', false, { declined: true }],
  ['one on another day', false, { assignedDate: '2026-03-06' }],
  ['one for other work', false, { scheduleEntryId: 'walls' }],
])('a declined day is covered by %s: %s', (_, expected, changes) => {
  const later = '2026-03-03T08:00:00.000Z'
  const other = { ...refused, declined: false, createdAt: later, updatedAt: later, ...changes }
  expect(isCovered(refused, [refused, other])).toBe(expected)
})
