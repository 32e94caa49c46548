import { weekdayOf } from '@plumbline/contract/dates.ts'
import type { WorkdaySettings } from '@plumbline/contract/workdays.ts'
import { type SQL, sql } from 'drizzle-orm'

/** A Monday before any day that can be entered. */
const MONDAY = sql`date '0001-01-01'`
const WEEK = [1, 2, 3, 4, 5, 6, 7]

/**
 * Counts working days in SQL, for counts over all jobs. The returned function gives an SQL
 * expression for the number of working days up to and including a day, counted from a day in the
 * distant past. Only differences between two results are meaningful. The working days are those of
 * a `workCalendar`.
 */
export function workdaysUpTo({ workingDays, holidays }: WorkdaySettings): (day: SQL) => SQL {
  // The number of working days in a week up to each weekday.
  const ofWeek = WEEK.map((weekday) => workingDays.filter((worked) => worked <= weekday).length)
  const holidaysOnWorkdays = holidays
    .map(({ day }) => day)
    .filter((day, n, all) => workingDays.includes(weekdayOf(day) || 7) && all.indexOf(day) === n)
    .sort()
  return (day) => sql`(
    (${day} - ${MONDAY}) / 7 * ${workingDays.length}::int
    + (${`{${ofWeek.join()}}`}::int[])[(${day} - ${MONDAY}) % 7 + 1]
    - width_bucket(${day}, ${`{${holidaysOnWorkdays.join()}}`}::date[]))`
}
