import type { ScheduleWeek, WeekEntry } from '@plumbline/contract/scheduleWeek.ts'

/** An entry as a bar over the days that are shown. */
export interface WeekBar {
  readonly entry: WeekEntry
  /** The columns, from 0, of its first and its last day that are shown. */
  readonly first: number
  readonly last: number
  readonly lane: number
}

/** The bars of a job in as few lanes as they need, by start; an entry on none of the days has none. */
export function barsOf(
  { entries }: ScheduleWeek['jobs'][number],
  days: readonly string[],
): { readonly bars: readonly WeekBar[]; readonly lanes: number } {
  const ends: number[] = []
  const bars = entries.flatMap((entry) => {
    const shown = days.flatMap((day, n) =>
      entry.startDate <= day && day <= entry.endDate ? [n] : [],
    )
    const [first, last] = [shown[0], shown.at(-1)]
    if (first === undefined || last === undefined) return []
    const free = ends.findIndex((end) => end < first)
    const lane = free === -1 ? ends.length : free
    ends[lane] = last
    return [{ entry, first, last, lane }]
  })
  return { bars, lanes: ends.length }
}
