import { weekdayOf } from '@plumbline/contract/dates.ts'
import { expect, test } from 'vitest'
import { daysOffRuns } from './Days.tsx'
import { headOf } from './head.ts'
import { scaleOf, type Zoom } from './scale.ts'

const dayOff = (day: string) =>
  day === '2026-11-26' ? 'Thanksgiving' : weekdayOf(day) % 6 === 0 ? 'Weekend' : undefined

const labels = (zoom: Zoom, first: string, days: number, width: number, today = '2026-11-19') => {
  const { upper, lower } = headOf(scaleOf(first, days, zoom, width), zoom, today, dayOff)
  const textOf = ({ label, isToday }: { label: string; isToday?: boolean }) =>
    isToday ? `[${label}]` : label
  return [upper.map(textOf).join(' '), lower.map(textOf).join(' ')]
}

test.each([
  // Wide days: all are named.
  ['days', '2026-11-15', 14, 420, ['Nov 15 Nov 22', '15 16 17 18 20 21 22 23 24 25 26 27 28 [19]']],
  // Narrow ones: Monday, Wednesday and Friday, without days off and those too close to today.
  ['days', '2026-11-15', 21, 294, ['Nov 15 Nov 22 Nov 29', '16 23 25 27 30 2 4 [19]']],
  // A cut week is named only if there is room.
  ['days', '2026-11-21', 8, 112, [' Nov 22', '23 25 27']],
  ['weeks', '2026-11-15', 42, 210, ['Nov 2026 Dec 2026', '22 29 6 13 20 [19]']],
  [
    'months',
    '2026-11-15',
    420,
    840,
    ['2026 2027 ', 'Dec Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec [19]'],
  ],
  ['months', '2026-11-15', 420, 336, ['2026 2027 ', 'Jan Mar May Jul Sep Nov [19]']],
] as const)('the head of %s from %s', (zoom, first, days, width, expected) => {
  expect(labels(zoom, first, days, width)).toEqual(expected)
})

test('today is marked only within the period, and inside the chart', () => {
  expect(labels('days', '2027-01-03', 7, 210, '2026-11-19')[1]).toBe('3 4 5 6 7 8 9')
  const scale = scaleOf('2026-11-19', 42, 'days', 504)
  expect(headOf(scale, 'days', '2026-11-19', dayOff).lower.at(-1)).toMatchObject({ left: 0 })
})

test('adjacent days off are one run', () => {
  expect(daysOffRuns({ first: '2026-11-21', days: 9 }, dayOff)).toEqual([
    { from: 0, count: 2 },
    { from: 5, count: 1 },
    { from: 7, count: 2 },
  ])
})
