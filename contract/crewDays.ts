import { addDays, daysBetween } from './dates.ts'
import type { ScheduleStatus } from './schedule.ts'
import type { WorkCalendar } from './workdays.ts'

/** The default hours of a crew day. */
export const crewHours = { startTime: '08:00', endTime: '17:00' } as const

/** The most crew days one request may write. */
export const CREW_LIMIT = 366

/**
 * Whether there is still work on a crew day: its entry is open. The statuses are repeated here so
 * that the days of a sub do not load the schemas of the schedule.
 */
export const isOpenDay = ({ entryStatus }: { readonly entryStatus: ScheduleStatus }): boolean =>
  entryStatus !== 'completed' && entryStatus !== 'cancelled'

interface Hours {
  readonly startTime: string
  readonly endTime: string
}

/** The fields that decide whether a sub is booked twice. */
export interface Booking extends Hours {
  readonly id: string
  readonly subcontractorId: string
  readonly assignedDate: string
  readonly declined: boolean
}

/** Whether two bookings of one sub overlap. A declined booking takes no time. */
export const clash = (one: Booking, other: Booking): boolean =>
  one.id !== other.id &&
  one.subcontractorId === other.subcontractorId &&
  one.assignedDate === other.assignedDate &&
  one.startTime < other.endTime &&
  other.startTime < one.endTime &&
  !one.declined &&
  !other.declined

const normalizedTrade = (specialty: string | null | undefined) =>
  specialty?.trim().toLowerCase() || null

/** Whether two subs have the same trade. Those without one have none in common. */
export const isSameTrade = (
  one: string | null | undefined,
  other: string | null | undefined,
): boolean => normalizedTrade(one) !== null && normalizedTrade(one) === normalizedTrade(other)

/** A sub who might take the work of another. */
interface Substitute {
  readonly isSameTrade: boolean
  readonly isOnJob: boolean
  /** The number of wanted days on which they are booked or away. */
  readonly taken: number
}

/** The order of subs who might take work: the same trade, then those on the job, then free ones. */
export const bySuitability = (one: Substitute, other: Substitute): number =>
  Number(other.isSameTrade) - Number(one.isSameTrade) ||
  Number(other.isOnJob) - Number(one.isOnJob) ||
  one.taken - other.taken

/** The fields that decide whether a declined crew day is covered. */
interface Booked {
  readonly scheduleEntryId: string
  readonly assignedDate: string
  readonly declined: boolean
  readonly createdAt: string
  readonly updatedAt: string
}

/**
 * Whether somebody else comes instead of the sub who declined a day: they were booked on its entry
 * and day after it was declined. Those who were booked before were to come together with the sub.
 */
export const isCovered = (refused: Booked, days: readonly Booked[]): boolean =>
  days.some(
    (other) =>
      other.scheduleEntryId === refused.scheduleEntryId &&
      other.assignedDate === refused.assignedDate &&
      !other.declined &&
      other.createdAt > refused.updatedAt,
  )

interface Span {
  readonly startDate: string
  readonly endDate: string
}

/**
 * The days on which an entry is worked: its working days, or each calendar day if it has none. At
 * most {@link CREW_LIMIT}, so that a mistyped year does not book thousands of days.
 */
export function workdaysWithin(calendar: WorkCalendar, { startDate, endDate }: Span): string[] {
  const length = Math.min(daysBetween(startDate, endDate) + 1, 7 * CREW_LIMIT)
  const all = Array.from({ length }, (_, n) => addDays(startDate, n))
  const worked = all.filter(calendar.isWorkday)
  return (worked.length > 0 ? worked : all).slice(0, CREW_LIMIT)
}

/** The days of an entry from today on; all of them when it is over. */
export function remainingDays(days: readonly string[], today: string): readonly string[] {
  const remaining = days.filter((day) => day >= today)
  return remaining.length > 0 ? remaining : days
}

/** `8 AM`, `12:30 PM`. */
export function formatTime(value: string): string {
  const [hour = 0, minute = 0] = value.split(':').map(Number)
  const minutes = minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`
  return `${hour % 12 || 12}${minutes} ${hour < 12 ? 'AM' : 'PM'}`
}

/** `8 AM – 5 PM`. */
export const formatTimes = ({ startTime, endTime }: Hours) =>
  `${formatTime(startTime)} – ${formatTime(endTime)}`
