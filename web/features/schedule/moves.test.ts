import { workCalendar } from '@plumbline/contract/workdays.ts'
import { expect, test } from 'vitest'
import { planEntry } from '../../testing/schedule.ts'
import { endShift, movedBy, moveShift, moveText } from './moves.ts'

const entry = planEntry(1, {
  title: 'Countertop',
  startDate: '2026-12-07',
  endDate: '2026-12-08',
})

const calendar = workCalendar({ workingDays: [1, 2, 3, 4, 5], holidays: [] })

test.each([
  ['all', 2, '2 days later', 'Countertop moves to Dec 9 – Dec 10, 2 days later'],
  // Over a weekend, with the same number of working days.
  ['all', -1, 'ends 1 day earlier', 'Countertop moves to Dec 4 – Dec 7, ends 1 day earlier'],
  ['all', 4, 'ends 6 days later', 'Countertop moves to Dec 11 – Dec 14, ends 6 days later'],
  ['all', 5, '7 days later', 'Countertop moves to Dec 14 – Dec 15, 7 days later'],
  ['end', 4, 'ends 4 days later', 'Countertop now ends Dec 12, 4 days later'],
  // One day remains.
  ['end', -9, 'ends 1 day earlier', 'Countertop now ends Dec 7, 1 day earlier'],
  ['start', -2, 'starts 2 days earlier', 'Countertop now starts Dec 5, 2 days earlier'],
  ['start', 9, 'starts 1 day later', 'Countertop now starts Dec 8, 1 day later'],
] as const)('%s moved by %i days', (part, days, shift, text) => {
  const move = movedBy(entry, entry, part, days, calendar)
  expect([moveShift(move), moveText(move)]).toEqual([shift, text])
})

test('an entry that starts on a day off is moved by calendar days', () => {
  const weekend = { ...entry, startDate: '2026-12-05', endDate: '2026-12-06' }
  const { startDate, endDate } = movedBy(weekend, weekend, 'all', 7, calendar)
  expect([startDate, endDate]).toEqual(['2026-12-12', '2026-12-13'])
})

test('moves add up, and are described against the saved days', () => {
  const once = movedBy(entry, entry, 'all', 1, calendar)
  const twice = movedBy(entry, once, 'end', 2, calendar)
  expect([twice.startDate, twice.endDate, endShift(twice)]).toEqual(['2026-12-08', '2026-12-11', 3])
  expect(moveText(twice)).toBe('Countertop moves to Dec 8 – Dec 11, ends 3 days later')
  expect(moveShift(movedBy(entry, once, 'all', -1, calendar))).toBe('')
})
