import { tzOffset } from '@date-fns/tz'
import { addDays, dayIn } from '@plumbline/contract/dates.ts'
import { DIGEST_TIME } from '@plumbline/contract/notificationKinds.ts'

const MINUTE = 60_000
const MINUTES_OF_DAY = 1440

/** Between these times, `HH:MM` on the clock of the company, a person is sent nothing. They may span midnight. */
export interface QuietHours {
  readonly from: string
  readonly to: string
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** The minute of the day that the clock shows at a moment, in minutes since 1970. */
const minuteOf = (minutes: number, timeZone: string) => {
  const shown = minutes + tzOffset(timeZone, new Date(minutes * MINUTE))
  return ((shown % MINUTES_OF_DAY) + MINUTES_OF_DAY) % MINUTES_OF_DAY
}

/** The first minute after `from` at which the clock goes as it does at `to`: it is changed once between them. */
function changeBetween(from: number, to: number, timeZone: string): number {
  const after = tzOffset(timeZone, new Date(to * MINUTE))
  let [early, late] = [from, to]
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2)
    if (tzOffset(timeZone, new Date(middle * MINUTE)) === after) late = middle
    else early = middle
  }
  return late
}

/**
 * When what is due at a moment may be sent: then, or at the end of the quiet hours that it falls into. What counts is the
 * clock: an end that is skipped in spring is when the clock goes on, and of an hour that comes twice in autumn each part is as quiet
 * as it reads.
 */
export function dueAt(at: Date, quiet: QuietHours | null, timeZone: string): Date {
  if (!quiet) return at
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)]
  const isQuiet = (minute: number) =>
    from < to ? minute >= from && minute < to : minute >= from || minute < to
  const untilEnd = (minutes: number) =>
    (to - minuteOf(minutes, timeZone) + MINUTES_OF_DAY) % MINUTES_OF_DAY
  const start = Math.floor(at.getTime() / MINUTE)
  if (!isQuiet(minuteOf(start, timeZone))) return at
  const end = start + untilEnd(start)
  const offset = (minutes: number) => tzOffset(timeZone, new Date(minutes * MINUTE))
  if (offset(start) === offset(end)) return new Date(end * MINUTE)
  const change = changeBetween(start, end, timeZone)
  const stillQuiet = isQuiet(minuteOf(change, timeZone))
  return new Date((stillQuiet ? change + untilEnd(change) : change) * MINUTE)
}

/** The first moment of a day at which the clock shows a time; where that is skipped, at which it goes on. */
export function momentOf(day: string, time: string, timeZone: string): Date {
  const shown = Date.parse(`${day}T${time}:00Z`) / MINUTE
  const offsetAt = (minutes: number) => tzOffset(timeZone, new Date(minutes * MINUTE))
  const [before, after] = [offsetAt(shown - MINUTES_OF_DAY), offsetAt(shown + MINUTES_OF_DAY)]
  const [early, late] = [shown - Math.max(before, after), shown - Math.min(before, after)]
  const fits = [early, late].find((minutes) => minutes + offsetAt(minutes) === shown)
  return new Date((fits ?? changeBetween(early, late, timeZone)) * MINUTE)
}

/** The next daily email after a moment: its day, and when that is due. */
export function nextDigest(after: Date, timeZone: string): { day: string; at: Date } {
  const today = dayIn(timeZone, after)
  const at = momentOf(today, DIGEST_TIME, timeZone)
  if (at > after) return { day: today, at }
  const day = addDays(today, 1)
  return { day, at: momentOf(day, DIGEST_TIME, timeZone) }
}
