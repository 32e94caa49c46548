import type { CrewDay } from '@plumbline/contract/crew.ts'
import { clash, formatWeekday, isOpenDay } from '@plumbline/contract/crewDays.ts'
import { statusStyle } from '../../ui/status.ts'

/** Whether the sub still has to answer. */
export const isUnanswered = (
  day: Pick<CrewDay, 'entryStatus' | 'confirmed' | 'declined'>,
): boolean => isOpenDay(day) && !day.confirmed && !day.declined

/** Whether two crew days are a double booking that is worth clearing up. */
export const isDoubleBooking = (one: CrewDay, other: CrewDay): boolean =>
  isOpenDay(one) && isOpenDay(other) && clash(one, other)

/** The answer of a sub in a word or two; where nobody needs one any more, how the entry ended. */
export function answerOf(day: Pick<CrewDay, 'entryStatus' | 'confirmed' | 'declined'>): string {
  if (day.declined) return 'Declined'
  if (day.confirmed) return 'Confirmed'
  return isUnanswered(day) ? 'Not confirmed' : statusStyle(day.entryStatus).label
}

/** `Wed, Nov 18 – Thu, Nov 19`, of one day `Wed, Nov 18`. */
export const weekdaySpan = (first: string, last: string) =>
  first === last ? formatWeekday(first) : `${formatWeekday(first)} – ${formatWeekday(last)}`
