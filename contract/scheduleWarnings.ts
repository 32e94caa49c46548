import { formatDay } from './dates.ts'
import { earliestStart } from './push.ts'
import { isOpenEntry, type ScheduleStatus } from './schedule.ts'
import type { WorkCalendar } from './workdays.ts'

/** The fields that the order of entries depends on. */
export interface PlannedEntry {
  readonly id: string
  readonly title: string
  readonly startDate: string
  readonly endDate: string
  readonly status: ScheduleStatus
  readonly lagDays: Readonly<Record<string, number>> | null
}

/**
 * Warnings about starts that are earlier than a predecessor allows, as text. `entries` holds at
 * least the predecessors and successors, by id. The calendar counts the days between them.
 */
export function orderWarnings(
  entries: ReadonlyMap<string, PlannedEntry>,
  entry: PlannedEntry & {
    readonly dependsOnIds: readonly string[]
    readonly blocksIds: readonly string[]
  },
  calendar: WorkCalendar,
): string[] {
  if (!isOpenEntry(entry)) return []
  const open = (ids: readonly string[]) =>
    ids.flatMap((id) => {
      const other = entries.get(id)
      return other && isOpenEntry(other) ? [other] : []
    })
  const isEarly = (before: PlannedEntry, after: PlannedEntry) =>
    after.startDate < earliestStart(before.endDate, after.lagDays?.[before.id] ?? 0, calendar)
  return [
    ...open(entry.dependsOnIds)
      .filter((before) => isEarly(before, entry))
      .map((before) =>
        entry.startDate > before.endDate
          ? `Starts too soon after "${before.title}", which ends on ${formatDay(before.endDate)}`
          : `Starts before "${before.title}" ends on ${formatDay(before.endDate)}`,
      ),
    ...open(entry.blocksIds)
      .filter((after) => isEarly(entry, after))
      .map((after) =>
        after.startDate > entry.endDate
          ? `"${after.title}" starts on ${formatDay(after.startDate)}, too soon after this ends`
          : `"${after.title}" starts on ${formatDay(after.startDate)}, before this ends`,
      ),
  ]
}

/** Another booking of the same sub on the same days. */
export interface Clash {
  readonly title: string
  readonly jobName: string
  readonly startDate: string
  readonly endDate: string
}

/** Warnings about the other bookings of the sub, as text. */
export function clashWarnings(name: string | null, clashes: readonly Clash[]): string[] {
  return clashes.map(
    ({ title, jobName, startDate, endDate }) =>
      `${name} is also booked for "${title}" (${jobName}), ${formatDay(startDate)} to ${formatDay(endDate)}`,
  )
}
