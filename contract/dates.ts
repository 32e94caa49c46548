import { z } from 'zod'
import { DAY_MS } from './time.ts'

const DAY_PATTERN = /^(\d{4})-(\d{2})-(\d{2})$/

/** Whether the text is a calendar day that exists, of the years 1900 to 2999. */
export function isDay(value: string): boolean {
  const match = DAY_PATTERN.exec(value)
  if (!match) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  if (year < 1900 || year > 2999) return false
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

const INVALID_DAY = 'Enter a date as YYYY-MM-DD'

/**
 * A calendar day `YYYY-MM-DD`. It is never converted between time zones; a date-time is cut to its
 * day.
 */
export const day = z
  .string(INVALID_DAY)
  .max(40, INVALID_DAY)
  .transform((value) => (/^\d{4}-\d{2}-\d{2}T/.test(value) ? value.slice(0, 10) : value))
  .refine(isDay, INVALID_DAY)

/** An optional calendar day: empty and null become null. */
export const optionalDay = z.union(
  [z.literal('').transform(() => null), z.null(), day],
  INVALID_DAY,
)

const INVALID_DATE_TIME = 'Enter a date and time'

/** A moment: an ISO date-time with its zone, converted to UTC. */
export const moment = z.iso
  .datetime({ offset: true, error: INVALID_DATE_TIME })
  .transform((value) => new Date(value))
  .refine(
    (value) => value.getUTCFullYear() >= 1900 && value.getUTCFullYear() <= 2999,
    INVALID_DATE_TIME,
  )
  .transform((value) => value.toISOString())

/** An optional moment: empty and null become null. */
export const optionalMoment = z.union(
  [z.literal('').transform(() => null), z.null(), moment],
  INVALID_DATE_TIME,
)

/** Whether the start is not after the end. A missing start or end is open. Days compare as text. */
export function inOrder(start: string | null | undefined, end: string | null | undefined): boolean {
  return !start || !end || start <= end
}

/** The names of the months, for code that formats many days at once. */
export const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const WEEKDAYS = 'Sun Mon Tue Wed Thu Fri Sat'.split(' ')

const yearOf = (value: string) => value.slice(0, 4)

/**
 * A calendar day as `Mar 5`, for ticks of a chart, the times of messages, and inside other forms,
 * which say the year.
 */
export const tickDay = (value: string): string =>
  `${MONTHS[Number(value.slice(5, 7)) - 1]} ${Number(value.slice(8, 10))}`

/** A calendar day as `Mar 5, 2026`, the form of a fact; a missing one reads `Not set`. */
export const formatDay = (value: string | null | undefined): string =>
  value ? `${tickDay(value)}, ${yearOf(value)}` : 'Not set'

/** A span of calendar days as `Nov 15 – 21, 2026` or `Dec 28, 2026 – Jan 4, 2027`. */
export function formatSpan(start: string, end: string): string {
  if (start === end) return formatDay(start)
  if (yearOf(start) !== yearOf(end)) return `${formatDay(start)} – ${formatDay(end)}`
  const isOneMonth = start.slice(0, 7) === end.slice(0, 7)
  const last = isOneMonth ? String(Number(end.slice(8, 10))) : tickDay(end)
  return `${tickDay(start)} – ${last}, ${yearOf(end)}`
}

/**
 * A calendar day in a sentence: `Mar 5`, with the year unless it is of the year of `today`, and so
 * is the other day that the sentence names.
 */
export const shortDay = (value: string, today: string, other = value): string =>
  [value, other].every((day) => yearOf(day) === yearOf(today)) ? tickDay(value) : formatDay(value)

/** A span in a sentence: `Nov 19 – Nov 20`, with the year as {@link shortDay}. */
export function shortSpan(start: string, end: string, today: string): string {
  if (start === end) return shortDay(start, today)
  if ([start, end].some((day) => yearOf(day) !== yearOf(today))) return formatSpan(start, end)
  return `${tickDay(start)} – ${tickDay(end)}`
}

/** The short name of the weekday of a calendar day: `Fri`. */
export const weekdayName = (value: string): string => WEEKDAYS[weekdayOf(value)] ?? ''

/** A calendar day as `Fri, Nov 20`, with the year as {@link shortDay}. */
export const formatWeekday = (value: string, today: string, other = value): string =>
  `${weekdayName(value)}, ${shortDay(value, today, other)}`

/** A span as `Mon, Nov 2 – Fri, Nov 6`, or one day, with the year as {@link formatWeekday}. */
export const weekdaySpan = (start: string, end: string, today: string): string =>
  start === end
    ? formatWeekday(start, today)
    : `${formatWeekday(start, today, end)} – ${formatWeekday(end, today, start)}`

/** The calendar day `n` days later (earlier when negative). */
export function addDays(value: string, n: number): string {
  return new Date(Date.parse(`${value}T00:00:00Z`) + n * DAY_MS).toISOString().slice(0, 10)
}

/** The day of the week of a calendar day: Sunday 0 to Saturday 6. */
export function weekdayOf(value: string): number {
  return new Date(`${value}T00:00:00Z`).getUTCDay()
}

/** The Sunday on or before a calendar day. */
export function sundayOf(value: string): string {
  return addDays(value, -weekdayOf(value))
}

/** `count` calendar days, beginning with `first`. */
export function daysFrom(first: string, count: number): string[] {
  return Array.from({ length: count }, (_, n) => addDays(first, n))
}

/** Whole days from one calendar day to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS)
}

/**
 * A format in any time zone (IANA name). The formatter of a zone is cached: creating one takes as
 * long as a hundred uses of it, and a list uses it for every row.
 */
export function zonedFormat(
  locale: string,
  options: Intl.DateTimeFormatOptions,
): (timeZone: string) => Intl.DateTimeFormat {
  const formatters = new Map<string, Intl.DateTimeFormat>()
  return (timeZone) => {
    const format =
      formatters.get(timeZone) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone })
    formatters.set(timeZone, format)
    return format
  }
}

const isoDay = zonedFormat('en-CA', { dateStyle: 'short' })

/** The calendar day of a moment in a time zone (IANA name). */
export function dayIn(timeZone: string, at: Date): string {
  return isoDay(timeZone).format(at)
}

/** Whether the runtime knows the time zone. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}
