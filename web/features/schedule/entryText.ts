import { daysBetween, formatSpan } from '@plumbline/contract/dates.ts'
import { calendarOf, type Workdays, workLength } from '@plumbline/contract/push.ts'
import type { PlanEntry } from '@plumbline/contract/schedule.ts'
import { plural } from '../../ui/format.ts'
import { priorityStyle, statusStyle } from '../../ui/status.ts'

type Days = Pick<PlanEntry, 'startDate' | 'endDate'>

/** The number of calendar days of an entry, as wide as it is drawn. */
export const calendarDays = ({ startDate, endDate }: Days): number =>
  daysBetween(startDate, endDate) + 1

/** The entry that ends last, of equal ones the later in the list. Undefined without entries. */
export const lastToEnd = <E extends Pick<PlanEntry, 'endDate'>>(entries: readonly E[]) =>
  entries.reduce<E | undefined>(
    (last, entry) => (last && last.endDate > entry.endDate ? last : entry),
    undefined,
  )

/** The number of days on which an entry is worked, which a move keeps. */
export const workedDays = (
  entry: Pick<PlanEntry, 'weatherDependent' | 'indoorWork'>,
  days: Days,
  workdays: Workdays,
): number => workLength(days, calendarOf(entry, workdays))

/** `1 day`, `3 days`. */
export const dayCountText = (count: number): string => plural(count, 'day', 'days')

/** An entry as text, for people who do not see where it is drawn. */
export function descriptionOf(entry: PlanEntry): string {
  return [
    entry.title,
    entry.jobName,
    formatSpan(entry.startDate, entry.endDate),
    statusStyle(entry.status).label,
    entry.percentComplete > 0 && entry.percentComplete < 100 && `${entry.percentComplete}%`,
    entry.priority && `${priorityStyle(entry.priority).label} priority`,
    entry.assignedSubcontractorName,
  ]
    .filter(Boolean)
    .join(', ')
}

/** Whether rain stops an entry: it depends on the weather and is not indoor work. */
export const isWeatherDependent = (entry: PlanEntry): boolean =>
  entry.weatherDependent === true && entry.indoorWork === false
