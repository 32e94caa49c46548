import { addDays, dayIn, weekdayOf } from '@plumbline/contract/dates.ts'
import { MINUTE_MS } from '@plumbline/contract/time.ts'
import { usHolidays } from '@plumbline/contract/usHolidays.ts'

/** Working days counted from one of them, which is 0. */
export interface Days {
  /** The working day `n` days later (earlier when negative). */
  day(n: number): string
  /** The moment on that day at `time` (`HH:MM` or `HH:MM:SS`) in the company's time zone. */
  at(n: number, time: string): Date
}

/**
 * The calendar of all dates in the sample; 0 is today, or the last working day before a day off.
 */
export interface Calendar extends Days {
  readonly timeZone: string
  readonly today: string
  /** The year of jobs with fixed dates: 2025, or the last full year while 2025 is not over. */
  readonly pastYear: number
  /** Days off of this year and the next. */
  readonly holidays: readonly { readonly day: string; readonly name: string }[]
  /** Counts from the first working day on or after the day. */
  from(day: string): Days
  /** The moment of a day and time in the company's time zone. */
  moment(day: string, time: string): Date
  hoursAgo(hours: number): Date
  /** The `day`th of the month `n` months from now, 0 being the last of the month before. */
  month(n: number, day: number): string
}

export function calendar(now: Date, timeZone: string): Calendar {
  const moment = clockIn(timeZone)
  const today = dayIn(timeZone, now)
  const year = Number(today.slice(0, 4))
  const pastYear = Math.min(2025, year - 1)
  const workingDays = workingDaysOf(pastYear - 2, year + 2)

  const countFrom = (zero: number): Days => {
    const day = (n: number) => {
      const found = workingDays[zero + n]
      if (found === undefined) throw new RangeError(`No working day ${n}`)
      return found
    }
    return { day, at: (n, time) => moment(day(n), time) }
  }

  return {
    ...countFrom(workingDays.findLastIndex((day) => day <= today)),
    timeZone,
    today,
    pastYear,
    holidays: [...usHolidays(year), ...usHolidays(year + 1)],
    from: (start) => countFrom(workingDays.findIndex((day) => day >= start)),
    moment,
    hoursAgo: (hours) => new Date(now.getTime() - Math.round(hours * 60) * MINUTE_MS),
    month: (n, day) => dayText(year, Number(today.slice(5, 7)) + n, day),
  }
}

/** Converts a local time in the zone to a moment. */
function clockIn(timeZone: string): Calendar['moment'] {
  // Created once, because creating it costs more than all its uses.
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  /** The offset of the zone from UTC at a moment, in milliseconds; positive when ahead. */
  const offsetAt = (at: number) => {
    const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign, hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)/.exec(name) ?? []
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS
  }
  // Cached, because the rows of the sample use the same moments repeatedly.
  const momentsByKey = new Map<string, number>()
  const find = (day: string, time: string) => {
    const wall = Date.parse(`${day}T${time.length === 5 ? `${time}:00` : time}Z`)
    // Guess the offset at the local time read as UTC, then take the offset at the moment this
    // gives.
    return wall - offsetAt(wall - offsetAt(wall))
  }
  return (day, time) => {
    const key = `${day} ${time}`
    const at = momentsByKey.get(key) ?? find(day, time)
    momentsByKey.set(key, at)
    return new Date(at)
  }
}

/** Months count from 1; other numbers roll over into adjacent years. */
function dayText(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
}

/** Sunday is 0. */
function workingDaysOf(firstYear: number, lastYear: number): string[] {
  const off = new Set<string>()
  for (let year = firstYear; year <= lastYear + 1; year++)
    for (const { day } of usHolidays(year)) off.add(day)
  const days: string[] = []
  for (let day = `${firstYear}-01-01`; day <= `${lastYear}-12-31`; day = addDays(day, 1)) {
    if (weekdayOf(day) % 6 !== 0 && !off.has(day)) days.push(day)
  }
  return days
}
