import { zonedFormat } from '@plumbline/contract/dates.ts'
import { DAY_MS } from '@plumbline/contract/time.ts'
import { useState } from 'react'

const twoDigits = { month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const
const clock = zonedFormat('en-CA', { year: 'numeric', ...twoDigits, hourCycle: 'h23' })

/**
 * The wall-clock time of an ISO date-time in a time zone, as `YYYY-MM-DDTHH:MM`: the value of a
 * date-time input.
 */
export function wallClock(iso: string, timeZone: string): string {
  const parts = clock(timeZone).formatToParts(new Date(iso))
  const part = Object.fromEntries(parts.map(({ type, value }) => [type, value]))
  return `${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}`
}

/**
 * The ISO date-time in UTC at which a wall clock in the time zone shows `YYYY-MM-DDTHH:MM`. A time
 * that is skipped by a clock change is moved forward.
 */
export function isoFromWallClock(wall: string, timeZone: string): string {
  const asUtc = Date.parse(`${wall}:00Z`)
  const offsetAt = (time: number) =>
    Date.parse(`${wallClock(new Date(time).toISOString(), timeZone)}:00Z`) - time
  // The two results differ only around a clock change, where at most one of them shows the
  // requested time.
  const byOffsetOf = (time: number) => new Date(asUtc - offsetAt(time)).toISOString()
  const early = byOffsetOf(asUtc - DAY_MS)
  const late = byOffsetOf(asUtc + DAY_MS)
  return wallClock(early, timeZone) !== wall && wallClock(late, timeZone) === wall ? late : early
}

const shortMoment = zonedFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })
const shortTime = zonedFormat('en-US', { timeStyle: 'short' })
const shortDate = zonedFormat('en-US', { dateStyle: 'medium' })

// Some runtimes use a narrow space before PM.
const withSpace = (text: string) => text.replace('\u202f', ' ')

/** A date-time as `Nov 20, 2026, 3:00 PM` in a time zone; a missing one reads `Not set`. */
export function formatMoment(iso: string | null | undefined, timeZone: string): string {
  return iso ? withSpace(shortMoment(timeZone).format(new Date(iso))) : 'Not set'
}

/** The time of day of a date-time as `3:00 PM` in a time zone. */
export function formatTime(iso: string, timeZone: string): string {
  return withSpace(shortTime(timeZone).format(new Date(iso)))
}

/** The day of a date-time as `Nov 20, 2026` in a time zone. */
export function formatDate(iso: string, timeZone: string): string {
  return shortDate(timeZone).format(new Date(iso))
}

/**
 * A deadline like {@link formatMoment}. The last minute of a day means the whole day, so the time
 * is omitted.
 */
export function formatDeadline(iso: string | null | undefined, timeZone: string): string {
  if (!iso || !wallClock(iso, timeZone).endsWith('T23:59')) return formatMoment(iso, timeZone)
  return formatDate(iso, timeZone)
}

/** The time at which the component was first rendered, to determine what is late or upcoming. */
export function useNow(): Date {
  const [now] = useState(() => new Date())
  return now
}

const number = new Intl.NumberFormat('en-US')

/** A number with its noun: `1 task`, `1,204 tasks`. */
export const plural = (count: number, one: string, many: string) =>
  `${number.format(count)} ${count === 1 ? one : many}`
