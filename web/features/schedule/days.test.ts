import { daysFrom, sundayOf } from '@plumbline/contract/dates.ts'
import { expect, test } from 'vitest'
import { longDay, monthName } from '../../screens/days.ts'

test('weeks start on Sunday, even across a clock change and a new year', () => {
  expect(sundayOf('2026-11-19')).toBe('2026-11-15')
  expect(sundayOf('2026-11-15')).toBe('2026-11-15')
  expect(sundayOf('2026-01-02')).toBe('2025-12-28')
  expect(daysFrom('2026-03-07', 3)).toEqual(['2026-03-07', '2026-03-08', '2026-03-09'])
})

test('days and months are formatted as words', () => {
  expect(longDay('2026-11-19')).toBe('Thursday, Nov 19, 2026')
  expect(monthName('2026-11-30')).toBe('November 2026')
})
