import { tzOffset } from '@date-fns/tz'
import { MINUTE_MS } from '@plumbline/contract/time.ts'

export const MINUTES_PER_DAY = 1440

/** The first minute after `from` with the UTC offset of `to`, which changes once between them. */
export function changeBetween(from: number, to: number, timeZone: string): number {
  const after = tzOffset(timeZone, new Date(to * MINUTE_MS))
  let [early, late] = [from, to]
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2)
    if (tzOffset(timeZone, new Date(middle * MINUTE_MS)) === after) late = middle
    else early = middle
  }
  return late
}

/** The first moment with a local time on a day; the moment of the clock change if it is skipped. */
export function momentOf(day: string, time: string, timeZone: string): Date {
  const shown = Date.parse(`${day}T${time}:00Z`) / MINUTE_MS
  const offsetAt = (minutes: number) => tzOffset(timeZone, new Date(minutes * MINUTE_MS))
  const [before, after] = [offsetAt(shown - MINUTES_PER_DAY), offsetAt(shown + MINUTES_PER_DAY)]
  const [early, late] = [shown - Math.max(before, after), shown - Math.min(before, after)]
  const fits = [early, late].find((minutes) => minutes + offsetAt(minutes) === shown)
  return new Date((fits ?? changeBetween(early, late, timeZone)) * MINUTE_MS)
}
