import type { PlanEntry } from '@plumbline/contract/schedule.ts'
import { urgencyOf } from '../urgency.ts'

/**
 * An entry in a week, or a part of it: its lane, and the first and last of the seven days it covers
 * there.
 */
export interface PlacedEntry {
  readonly entry: PlanEntry
  /** Starts at 0. */
  readonly lane: number
  /** Sunday 0 to Saturday 6. */
  readonly from: number
  readonly to: number
  /** Whether the entry also covers days before these. */
  readonly beginsBefore: boolean
  readonly endsAfter: boolean
}

export interface WeekLayout {
  readonly placed: readonly PlacedEntry[]
  /** The number of entries of each day that did not fit. */
  readonly hidden: readonly number[]
}

/** The number of entries a day shows on screen, and on paper, where a day cannot be opened. */
export const LANES = 3
export const PAPER_LANES = 30

const byUrgency = (a: PlanEntry, b: PlanEntry) =>
  urgencyOf(a) - urgencyOf(b) ||
  (a.startDate < b.startDate ? -1 : a.startDate > b.startDate ? 1 : a.id < b.id ? -1 : 1)

/** The number of days from `day` to `to` on which a lane is free without a break. */
function freeDays(lane: readonly boolean[], day: number, to: number): number {
  const taken = lane.slice(day, to + 1).indexOf(true)
  return taken === -1 ? to + 1 - day : taken
}

/**
 * Puts the entries of a week into lanes, the most urgent first, each into the first lane that is
 * free on all its days. Where there is none, it is split, so that it is only hidden on days with
 * more entries than lanes. `days` are the seven days of the week.
 */
export function layOutWeek(
  entries: readonly PlanEntry[],
  days: readonly string[],
  lanes = LANES,
): WeekLayout {
  const first = days[0] ?? ''
  const last = days.at(-1) ?? ''
  const taken = Array.from({ length: lanes }, () => days.map(() => false))
  const hidden = days.map(() => 0)
  const placed: PlacedEntry[] = []
  const inWeek = entries.filter((entry) => entry.startDate <= last && entry.endDate >= first)
  for (const entry of inWeek.sort(byUrgency)) {
    const end = entry.endDate > last ? days.length - 1 : days.indexOf(entry.endDate)
    let from = Math.max(0, days.indexOf(entry.startDate))
    while (from <= end) {
      const free = taken.map((lane) => freeDays(lane, from, end))
      const length = Math.max(...free)
      const to = from + length - 1
      if (length > 0) {
        const lane = free.indexOf(length)
        taken[lane]?.fill(true, from, to + 1)
        const beginsBefore = entry.startDate < (days[from] ?? '')
        const endsAfter = entry.endDate > (days[to] ?? '')
        placed.push({ entry, lane, from, to, beginsBefore, endsAfter })
      } else hidden[from] = (hidden[from] ?? 0) + 1
      from += Math.max(1, length)
    }
  }
  // The order of keyboard navigation.
  placed.sort((a, b) => a.from - b.from || a.lane - b.lane)
  return { placed, hidden }
}
