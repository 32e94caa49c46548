import type { ScheduleWeek, WeekEntry } from '@plumbline/contract/scheduleWeek.ts'
import type { WorkCalendar } from '@plumbline/contract/workdays.ts'

/** A stretch of an entry as a bar across the visible days. */
export interface WeekBar {
  readonly entry: WeekEntry
  /** The zero-based columns of its first and last visible day. */
  readonly first: number
  readonly last: number
  readonly lane: number
}

/**
 * Whether somebody works on an entry on a day: it is booked, or one of its working days. An entry
 * without any is worked on all its days.
 */
export function isWorkedOn(entry: WeekEntry, day: string, calendar: WorkCalendar): boolean {
  const { startDate, endDate, bookedDays } = entry
  if (bookedDays.includes(day)) return true
  if (day < startDate || day > endDate) return false
  return calendar.isWorkday(day) || calendar.count(startDate, endDate) === 0
}

/**
 * Packs the entries of a job into as few lanes as possible, in the given order: a bar for each
 * stretch of `days` on which somebody works on an entry. Entries outside `days` are left out.
 */
export function barsOf(
  { entries }: ScheduleWeek['jobs'][number],
  days: readonly string[],
  calendar: WorkCalendar,
): { readonly bars: readonly WeekBar[]; readonly lanes: number } {
  const ends: number[] = []
  const bars = entries.flatMap((entry) => {
    const stretches = stretchesOf(days.map((day) => isWorkedOn(entry, day, calendar)))
    const [first, last] = [stretches[0]?.first, stretches.at(-1)?.last]
    if (first === undefined || last === undefined) return []
    const free = ends.findIndex((end) => end < first)
    const lane = free === -1 ? ends.length : free
    ends[lane] = last
    return stretches.map((stretch) => ({ entry, ...stretch, lane }))
  })
  return { bars, lanes: ends.length }
}

/** The stretches of days that are marked, by the numbers of their first and last day. */
function stretchesOf(marks: readonly boolean[]): { first: number; last: number }[] {
  const stretches: { first: number; last: number }[] = []
  for (const [n, isMarked] of marks.entries()) {
    const current = stretches.at(-1)
    if (isMarked && current && current.last === n - 1) current.last = n
    else if (isMarked) stretches.push({ first: n, last: n })
  }
  return stretches
}
