import { isOpenEntry, type ScheduleEntry } from '@plumbline/contract/schedule.ts'

type Planned = Pick<ScheduleEntry, 'status' | 'startDate' | 'endDate'>

interface NowNext<E> {
  /** What is being worked on: what has begun comes before what by its days should have. */
  readonly now: E | undefined
  /** How many others have begun or should have. */
  readonly besides: number
  /** The two that start next. */
  readonly next: E | undefined
  readonly later: E | undefined
}

/** 0 in progress, 1 by its days, 2 past its last day. */
function urgencyOf({ status, endDate }: Planned, today: string): number {
  if (status === 'in_progress') return 0
  return endDate >= today ? 1 : 2
}

/** What of a schedule goes on at `today`, and what comes after it; never what is completed or cancelled. */
export function nowNext<E extends Planned>(entries: readonly E[], today: string): NowNext<E> {
  const open = entries
    .filter(isOpenEntry)
    .sort((one, other) => one.startDate.localeCompare(other.startDate))
  const hasBegun = (entry: E) => entry.status === 'in_progress' || entry.startDate <= today
  const [now, ...besides] = open
    .filter(hasBegun)
    .sort((one, other) => urgencyOf(one, today) - urgencyOf(other, today))
  const [next, later] = open.filter((entry) => !hasBegun(entry))
  return { now, besides: besides.length, next, later }
}
