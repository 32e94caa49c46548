import { workCalendar } from '@plumbline/contract/workdays.ts'
import { expect, test } from 'vitest'
import { planEntry } from '../../testing/schedule.ts'
import { endShift, isFar, movedBy, moveShift, moveText, outcomeOf } from './moves.ts'

const entry = planEntry(1, {
  title: 'Countertop',
  startDate: '2026-12-07',
  endDate: '2026-12-08',
})

const TODAY = '2026-11-19'
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
  expect([moveShift(move), moveText(move, TODAY)]).toEqual([shift, text])
})

test.each([
  ['2026-12-09', '2026-12-10', 'Dec 9 – Dec 10', 'Dec 9', 'Dec 10'],
  ['2025-12-29', '2025-12-30', 'Dec 29 – 30, 2025', 'Dec 29, 2025', 'Dec 30, 2025'],
  ['2027-12-09', '2027-12-10', 'Dec 9 – 10, 2027', 'Dec 9, 2027', 'Dec 10, 2027'],
  ['2026-12-31', '2027-01-04', 'Dec 31, 2026 – Jan 4, 2027', 'Dec 31, 2026', 'Jan 4, 2027'],
])('a move to %s and %s says years other than the current one', (from, to, span, day, first) => {
  const move = { entry, startDate: from, endDate: to }
  expect(moveText(move, TODAY)).toContain(`Countertop moves to ${span}, `)
  const conflict = {
    ...{ id: 'ID', title: 'Paint', startDate: from, reason: 'alone' as const, earliest: to },
    ...{ predecessorId: 'BEFORE', predecessorTitle: 'Tile' },
  }
  const preview = { summary: '', moves: [], jobs: [], clashes: [], versions: {}, digest: '' }
  expect(outcomeOf({ ...preview, conflicts: [conflict] }, TODAY).warnings).toEqual([
    `"Paint" stays on ${day}, but could start on ${first} after "Tile"`,
  ])
})

test.each([
  ['2026-12-07', '2027-12-08', true],
  ['2026-06-07', '2026-12-08', false],
  ['2026-06-06', '2026-12-08', true],
  ['2027-06-08', '2027-06-09', false],
  ['2027-06-09', '2027-06-10', true],
  ['2025-12-07', '2025-12-08', true],
])('whether days from %s to %s are more than six months away: %s', (startDate, endDate, far) => {
  expect(isFar({ entry, startDate, endDate })).toBe(far)
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
  expect(moveText(twice, TODAY)).toBe('Countertop moves to Dec 8 – Dec 11, ends 3 days later')
  expect(moveShift(movedBy(entry, once, 'all', -1, calendar))).toBe('')
})
