import { isOpenEntry, type ScheduleEntry } from '@plumbline/contract/schedule.ts'

type Planned = Pick<ScheduleEntry, 'status' | 'startDate' | 'endDate'>

interface NowNext<E> {
  /** The entry being worked on. Entries in progress come before those that should have started. */
  readonly now: E | undefined
  /** The number of other entries that have started or should have. */
  readonly otherCount: number
  /** The two entries that start next. */
  readonly next: E | undefined
  readonly later: E | undefined
}

/** 0 when in progress, 1 when due to be, 2 when past the last day. */
function urgencyOf({ status, endDate }: Planned, today: string): number {
  if (status === 'in_progress') return 0
  return endDate >= today ? 1 : 2
}

/**
 * The entries of a schedule that are under way on `today`, and the ones after them. Completed and
 * canceled entries are left out.
 */
export function nowNext<E extends Planned>(entries: readonly E[], today: string): NowNext<E> {
  const open = entries
    .filter(isOpenEntry)
    .sort((one, other) => one.startDate.localeCompare(other.startDate))
  const hasBegun = (entry: E) => entry.status === 'in_progress' || entry.startDate <= today
  const [now, ...others] = open
    .filter(hasBegun)
    .sort((one, other) => urgencyOf(one, today) - urgencyOf(other, today))
  const [next, later] = open.filter((entry) => !hasBegun(entry))
  return { now, otherCount: others.length, next, later }
}
