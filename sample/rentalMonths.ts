import type { Calendar } from './calendar.ts'
import { FIRST_MONTH } from './rentals.ts'

/** The months of the books; this one is 0. */
export const rentalMonths = Array.from({ length: 1 - FIRST_MONTH }, (_, n) => FIRST_MONTH + n)

/**
 * The day in a month and the time it was entered. A day of this month that is still ahead becomes
 * today.
 */
export function entered(
  calendar: Calendar,
  month: number,
  day: number,
): [day: string, createdAt: Date] {
  const date = [calendar.month(month, day), calendar.today].toSorted()[0] ?? calendar.today
  const at = Math.min(calendar.moment(date, '10:15').getTime(), calendar.hoursAgo(0).getTime())
  return [date, new Date(at)]
}
