import { describe, expect, test } from 'vitest'
import {
  formatDay,
  formatSpan,
  formatWeekday,
  shortDay,
  shortSpan,
  tickDay,
  weekdayName,
  weekdaySpan,
} from './dates.ts'

const TODAY = '2026-11-27'

describe('a day of this year, last year and next year', () => {
  test.each([
    ['2026-12-07', 'Dec 7', 'Mon, Dec 7', 'Dec 7, 2026'],
    ['2026-01-01', 'Jan 1', 'Thu, Jan 1', 'Jan 1, 2026'],
    ['2025-12-31', 'Dec 31, 2025', 'Wed, Dec 31, 2025', 'Dec 31, 2025'],
    ['2027-01-01', 'Jan 1, 2027', 'Fri, Jan 1, 2027', 'Jan 1, 2027'],
    ['1900-02-28', 'Feb 28, 1900', 'Wed, Feb 28, 1900', 'Feb 28, 1900'],
    ['2999-12-31', 'Dec 31, 2999', 'Tue, Dec 31, 2999', 'Dec 31, 2999'],
  ])('%s', (day, short, weekday, fact) => {
    expect([shortDay(day, TODAY), formatWeekday(day, TODAY), formatDay(day)]).toEqual([
      short,
      weekday,
      fact,
    ])
  })
})

describe('a span', () => {
  test.each([
    ['2026-11-19', '2026-11-19', 'Nov 19', 'Nov 19, 2026'],
    ['2026-11-15', '2026-11-21', 'Nov 15 – Nov 21', 'Nov 15 – 21, 2026'],
    ['2026-11-30', '2026-12-02', 'Nov 30 – Dec 2', 'Nov 30 – Dec 2, 2026'],
    ['2027-03-01', '2027-03-05', 'Mar 1 – 5, 2027', 'Mar 1 – 5, 2027'],
    ['2025-03-05', '2025-03-05', 'Mar 5, 2025', 'Mar 5, 2025'],
    // Both have their year, although only one is of another year.
    ['2026-12-28', '2027-01-04', 'Dec 28, 2026 – Jan 4, 2027', 'Dec 28, 2026 – Jan 4, 2027'],
    // The same month of two years.
    ['2026-03-02', '2027-03-04', 'Mar 2, 2026 – Mar 4, 2027', 'Mar 2, 2026 – Mar 4, 2027'],
  ])('from %s to %s', (start, end, short, fact) => {
    expect([shortSpan(start, end, TODAY), formatSpan(start, end)]).toEqual([short, fact])
  })
})

test('two days of one sentence both have their year if one of them is of another year', () => {
  const [before, after] = ['2026-12-28', '2027-01-04']
  expect(shortDay(before, TODAY, after)).toBe('Dec 28, 2026')
  expect(shortDay(after, TODAY, before)).toBe('Jan 4, 2027')
  expect(shortDay(before, TODAY, '2026-12-30')).toBe('Dec 28')
})

test('weekdays', () => {
  expect(weekdaySpan('2026-11-18', '2026-11-18', TODAY)).toBe('Wed, Nov 18')
  expect(weekdaySpan('2026-12-31', '2027-01-01', TODAY)).toBe(
    'Thu, Dec 31, 2026 – Fri, Jan 1, 2027',
  )
  expect(weekdayName('2026-11-22')).toBe('Sun')
})

test('a missing day reads as not set, and a tick of a chart has no year', () => {
  expect([formatDay(null), formatDay(undefined), formatDay('')]).toEqual(Array(3).fill('Not set'))
  expect(tickDay('2027-03-05')).toBe('Mar 5')
})
