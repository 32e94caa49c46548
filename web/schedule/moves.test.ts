import { expect, test } from 'vitest'
import { planEntry } from '../testing/schedule.ts'
import { endShift, movedBy, moveShift, moveText } from './moves.ts'

const entry = planEntry(1, {
  title: 'Countertop',
  startDate: '2026-12-07',
  endDate: '2026-12-08',
})

test.each([
  ['all', 2, '2 days later', 'Countertop moves to Dec 9 – Dec 10, 2 days later'],
  ['all', -1, '1 day earlier', 'Countertop moves to Dec 6 – Dec 7, 1 day earlier'],
  ['end', 4, 'ends 4 days later', 'Countertop now ends Dec 12, 4 days later'],
  // It keeps a day.
  ['end', -9, 'ends 1 day earlier', 'Countertop now ends Dec 7, 1 day earlier'],
  ['start', -2, 'starts 2 days earlier', 'Countertop now starts Dec 5, 2 days earlier'],
  ['start', 9, 'starts 1 day later', 'Countertop now starts Dec 8, 1 day later'],
] as const)('%s moved by %i days', (part, days, shift, text) => {
  const move = movedBy(entry, entry, part, days)
  expect([moveShift(move), moveText(move)]).toEqual([shift, text])
})

test('moves add up, and are told against the saved days', () => {
  const once = movedBy(entry, entry, 'all', 1)
  const twice = movedBy(entry, once, 'end', 2)
  expect([twice.startDate, twice.endDate, endShift(twice)]).toEqual(['2026-12-08', '2026-12-11', 3])
  expect(moveText(twice)).toBe('Countertop moves to Dec 8 – Dec 11, ends 3 days later')
  expect(moveShift(movedBy(entry, once, 'all', -1))).toBe('')
})
