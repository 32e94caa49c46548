import { tzOffset } from '@date-fns/tz'
import { addDays, dayIn } from '@plumbline/contract/dates.ts'
import { DIGEST_TIME } from '@plumbline/contract/notificationKinds.ts'
import { MINUTE_MS } from '@plumbline/contract/time.ts'
import { changeBetween, MINUTES_PER_DAY, momentOf } from '../../platform/moments.ts'

/**
 * The times between which a person is sent nothing, `HH:MM` in the time zone of the company. They
 * may span midnight.
 */
export interface QuietHours {
  readonly from: string
  readonly to: string
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** The local minute of the day at a moment, which is given in minutes since 1970. */
const minuteOf = (minutes: number, timeZone: string) => {
  const shown = minutes + tzOffset(timeZone, new Date(minutes * MINUTE_MS))
  return ((shown % MINUTES_PER_DAY) + MINUTES_PER_DAY) % MINUTES_PER_DAY
}

/**
 * When something that is due at a moment may be sent: then, or at the end of the quiet hours it
 * falls into. Local time decides. If the end is skipped in spring, it is the moment of the clock
 * change. If an hour occurs twice in autumn, both occurrences are treated alike.
 */
export function dueAt(at: Date, quiet: QuietHours | null, timeZone: string): Date {
  if (!quiet) return at
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)]
  const isQuiet = (minute: number) =>
    from < to ? minute >= from && minute < to : minute >= from || minute < to
  const untilEnd = (minutes: number) =>
    (to - minuteOf(minutes, timeZone) + MINUTES_PER_DAY) % MINUTES_PER_DAY
  const start = Math.floor(at.getTime() / MINUTE_MS)
  if (!isQuiet(minuteOf(start, timeZone))) return at
  const end = start + untilEnd(start)
  const offset = (minutes: number) => tzOffset(timeZone, new Date(minutes * MINUTE_MS))
  if (offset(start) === offset(end)) return new Date(end * MINUTE_MS)
  const change = changeBetween(start, end, timeZone)
  const stillQuiet = isQuiet(minuteOf(change, timeZone))
  return new Date((stillQuiet ? change + untilEnd(change) : change) * MINUTE_MS)
}

/** The day of the next daily email after a moment, and when it is due. */
export function nextDigest(after: Date, timeZone: string): { day: string; at: Date } {
  const today = dayIn(timeZone, after)
  const at = momentOf(today, DIGEST_TIME, timeZone)
  if (at > after) return { day: today, at }
  const day = addDays(today, 1)
  return { day, at: momentOf(day, DIGEST_TIME, timeZone) }
}
