import { expect, test } from 'vitest'
import { donePart, isPoint, scaleOf, spanOf, xOf } from './scale.ts'

const scale = scaleOf('2026-11-15', 10, 'days', 200)

test.each([
  ['days', 42, 840, 20],
  ['days', 42, 100, 12],
  ['weeks', 182, 100, 3],
  ['months', 730, 1460, 2],
  ['months', 730, 0, 0.8],
] as const)('%s: %i days in %i px are %d px each', (zoom, days, available, dayWidth) => {
  expect(scaleOf('2026-11-15', days, zoom, available)).toMatchObject({
    dayWidth,
    width: dayWidth * days,
  })
})

test.each([
  ['2026-11-15', 0],
  ['2026-11-17', 40],
  ['2026-11-14', -20],
  // A change of the clocks does not shift days.
  ['2026-11-01', -280],
])('%s begins at %d px', (day, x) => {
  expect(xOf(scale, day)).toBe(x)
})

test.each([
  ['within', '2026-11-16', '2026-11-17', { left: 20, width: 40 }],
  ['one day', '2026-11-24', '2026-11-24', { left: 180, width: 20 }],
  ['from before', '2026-11-01', '2026-11-15', { left: 0, width: 20, startsBefore: true }],
  ['to after', '2026-11-24', '2026-12-24', { left: 180, width: 20, endsAfter: true }],
  [
    'of 400 days',
    '2026-01-19',
    '2027-02-22',
    { left: 0, width: 200, startsBefore: true, endsAfter: true },
  ],
  ['before', '2026-11-01', '2026-11-14', null],
  ['after', '2026-11-25', '2026-11-26', null],
])('an entry %s is cut to the period', (_, startDate, endDate, span) => {
  expect(spanOf(scale, { startDate, endDate })).toEqual(
    span && { startsBefore: false, endsAfter: false, ...span },
  )
})

test.each([
  ['2026-11-16', '2026-11-19', 50, 50],
  // Ten days, four of them before the period: half of it is done on the sixth day.
  ['2026-11-11', '2026-11-20', 50, 17],
  ['2026-11-11', '2026-11-20', 30, 0],
  ['2026-11-20', '2026-11-29', 80, 100],
])(
  'an entry from %s to %s that is %i %% done fills %i %% of its bar',
  (startDate, endDate, percent, part) => {
    expect(donePart(scale, { startDate, endDate }, percent)).toBe(part)
  },
)

test.each([
  ['inspection', '2026-11-16', true],
  ['delivery', '2026-11-16', true],
  ['milestone', '2026-11-16', true],
  ['milestone', '2026-11-17', false],
  ['task', '2026-11-16', false],
  ['meeting', '2026-11-16', false],
])('a %s until %s is a diamond: %s', (scheduleType, endDate, point) => {
  expect(isPoint({ scheduleType, startDate: '2026-11-16', endDate })).toBe(point)
})
