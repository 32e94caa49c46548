import { weekdayOf } from '@plumbline/contract/dates.ts'
import type { WorkdaySettings } from '@plumbline/contract/workdays.ts'
import { type SQL, sql } from 'drizzle-orm'

/** A Monday before all days that can be entered. */
const MONDAY = sql`date '0001-01-01'`
const WEEK = [1, 2, 3, 4, 5, 6, 7]

/**
 * Counts working days within SQL, for what has to be counted over all jobs. The result gives, as SQL, how many there are up to
 * a day with it, from a day long ago on: only differences mean something. They are those of a `workCalendar`.
 */
export function workdaysUpTo({ workingDays, holidays }: WorkdaySettings): (day: SQL) => SQL {
  // How many of the days of a week are worked up to each of its days.
  const ofWeek = WEEK.map((weekday) => workingDays.filter((worked) => worked <= weekday).length)
  const off = holidays
    .map(({ day }) => day)
    .filter((day, n, all) => workingDays.includes(weekdayOf(day) || 7) && all.indexOf(day) === n)
    .sort()
  return (day) => sql`(
    (${day} - ${MONDAY}) / 7 * ${workingDays.length}::int
    + (${`{${ofWeek.join()}}`}::int[])[(${day} - ${MONDAY}) % 7 + 1]
    - width_bucket(${day}, ${`{${off.join()}}`}::date[]))`
}
