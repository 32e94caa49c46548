import type { PlanEntry } from '@plumbline/contract/schedule.ts'
import { urgencyOf } from '../urgency.ts'

/** An entry in a week: its lane, and the first and last of the seven days it covers there. */
export interface PlacedEntry {
  readonly entry: PlanEntry
  /** Starts at 0. */
  readonly lane: number
  /** Sunday 0 to Saturday 6. */
  readonly from: number
  readonly to: number
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

/**
 * Puts the entries of a week into lanes, the most urgent first, each into the first lane that is
 * free on all its days. `days` are the seven days of the week.
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
    const from = Math.max(0, days.indexOf(entry.startDate))
    const to = entry.endDate > last ? days.length - 1 : days.indexOf(entry.endDate)
    const lane = taken.findIndex((row) => !row.slice(from, to + 1).includes(true))
    if (lane === -1) for (let day = from; day <= to; day++) hidden[day] = (hidden[day] ?? 0) + 1
    else {
      taken[lane]?.fill(true, from, to + 1)
      const beginsBefore = entry.startDate < first
      placed.push({ entry, lane, from, to, beginsBefore, endsAfter: entry.endDate > last })
    }
  }
  // The order of keyboard navigation.
  placed.sort((a, b) => a.from - b.from || a.lane - b.lane)
  return { placed, hidden }
}
