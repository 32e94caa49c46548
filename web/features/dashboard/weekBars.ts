import type { ScheduleWeek, WeekEntry } from '@plumbline/contract/scheduleWeek.ts'

/** An entry as a bar across the visible days. */
export interface WeekBar {
  readonly entry: WeekEntry
  /** The zero-based columns of its first and last visible day. */
  readonly first: number
  readonly last: number
  readonly lane: number
}

/**
 * Packs the entries of a job into as few lanes as possible, in the given order. Entries outside
 * `days` are left out.
 */
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
