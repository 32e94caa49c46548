import { addDays, weekdayOf } from './dates.ts'

/** The holidays of a year on which contractors in the United States do not work. */
export function usHolidays(year: number) {
  const thanksgiving = nthWeekday(year, 11, 4, 4)
  return [
    { day: observed(dayText(year, 1, 1)), name: 'New Year’s Day' },
    { day: addDays(nthWeekday(year, 6, 1, 1), -7), name: 'Memorial Day' },
    { day: observed(dayText(year, 7, 4)), name: 'Independence Day' },
    { day: nthWeekday(year, 9, 1, 1), name: 'Labor Day' },
    { day: thanksgiving, name: 'Thanksgiving' },
    { day: addDays(thanksgiving, 1), name: 'Day after Thanksgiving' },
    { day: observed(dayText(year, 12, 25)), name: 'Christmas Day' },
  ]
}

const twoDigits = (number: number) => String(number).padStart(2, '0')

const dayText = (year: number, month: number, day: number) =>
  `${year}-${twoDigits(month)}-${twoDigits(day)}`

/** The `n`th given weekday (Sunday 0) of a month. */
function nthWeekday(year: number, month: number, weekday: number, n: number): string {
  const first = dayText(year, month, 1)
  return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + 7 * (n - 1))
}

/** A holiday on a Saturday is observed the day before, one on a Sunday the day after. */
function observed(day: string): string {
  return addDays(day, { 0: 1, 6: -1 }[weekdayOf(day)] ?? 0)
}
