import { describe, expect, test } from 'vitest'
import { addDays } from './dates.ts'
import { workCalendar } from './workdays.ts'

const usual = workCalendar({
  workingDays: [1, 2, 3, 4, 5],
  holidays: [{ day: '2026-11-26' }, { day: '2026-11-27' }],
})

describe('working days', () => {
  test.each([
    ['2026-11-19', true],
    ['2026-11-21', false],
    ['2026-11-22', false],
    ['2026-11-26', false],
    ['1969-12-31', true],
    ['2000-02-29', true],
  ])('include %s: %s', (day, isWorkday) => {
    expect(usual.isWorkday(day)).toBe(isWorkday)
  })

  test.each([
    ['2026-11-20', 0, '2026-11-20'],
    ['2026-11-20', 1, '2026-11-23'],
    ['2026-11-25', 1, '2026-11-30'],
    ['2026-11-21', 1, '2026-11-23'],
    ['2026-11-21', -1, '2026-11-20'],
    ['2026-11-30', -1, '2026-11-25'],
    ['2026-11-30', -3, '2026-11-23'],
    ['2026-12-31', 1, '2027-01-01'],
  ])('from %s, adding %i leads to %s', (day, n, later) => {
    expect(usual.add(day, n)).toBe(later)
  })

  test.each([
    ['2026-11-20', '2026-11-20', 1],
    ['2026-11-20', '2026-11-23', 2],
    ['2026-11-21', '2026-11-22', 0],
    ['2026-11-23', '2026-11-30', 4],
    ['2026-11-23', '2026-11-20', 0],
  ])('from %s to %s are %i', (first, last, count) => {
    expect(usual.count(first, last)).toBe(count)
  })

  test('counted by weeks equal those counted one by one', () => {
    const days = Array.from({ length: 3000 }, (_, n) => addDays('2020-01-01', n))
    for (const length of [401, 402, 777, 2999]) {
      const counted = days.slice(0, length).filter(usual.isWorkday).length
      expect(usual.count('2020-01-01', days[length - 1] ?? '')).toBe(counted)
    }
    expect(usual.count('1900-01-01', '2999-12-31')).toBe(286_977 - 2)
  })

  test('exclude a holiday once, wherever it is among whole weeks', () => {
    const days = Array.from({ length: 700 }, (_, n) => addDays('2025-01-01', n))
    for (const first of days.slice(0, 7))
      for (const last of days.slice(-8)) {
        const counted = days.filter((day) => first <= day && day <= last && usual.isWorkday(day))
        expect(usual.count(first, last), `${first} to ${last}`).toBe(counted.length)
      }
  })

  test('on or after a working day are the day itself', () => {
    expect(usual.onOrAfter('2026-11-20')).toBe('2026-11-20')
    expect(usual.onOrAfter('2026-11-26')).toBe('2026-11-30')
  })

  test('can be one day of the week, with further days off', () => {
    const saturdays = workCalendar({ workingDays: [6], holidays: [] }, ['2026-11-28'])
    expect(saturdays.add('2026-11-21', 1)).toBe('2026-12-05')
    expect(saturdays.count('2026-11-21', '2026-12-05')).toBe(2)
  })
})
