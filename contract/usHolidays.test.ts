import { expect, test } from 'vitest'
import { usHolidays } from './usHolidays.ts'

test.each([
  [
    2026,
    ['2026-01-01', '2026-05-25', '2026-07-03', '2026-09-07'],
    ['2026-11-26', '2026-11-27', '2026-12-25'],
  ],
  [
    2027,
    ['2027-01-01', '2027-05-31', '2027-07-05', '2027-09-06'],
    ['2027-11-25', '2027-11-26', '2027-12-24'],
  ],
])('the holidays of %i are on their days, or observed beside a weekend', (year, ...days) => {
  expect(usHolidays(year).map(({ day }) => day)).toEqual(days.flat())
})
